/**
 * @file Words in column headers that tell what a column is, in English, German, French, Spanish, Italian, Portuguese
 * and Dutch. Whole words are matched as they stand; beginnings also match inside compounds (`Geburtsdatum`).
 */

type Words = { readonly whole: ReadonlySet<string>; readonly parts: readonly string[] };

function words(whole: string, parts: string): Words {
  return { whole: new Set(whole.split(/\s+/).filter((word) => word !== "")), parts: parts.trim().split(/\s+/) };
}

/** Headers of columns that name one person, however often a value occurs. */
const naming = words(
  "surname forename mail tel phone mobile fax handy ssn nin dni nie nif cpf bsn mrn iban ip address adresse anschrift street strasse calle rue direccion indirizzo endereco nom prenom nombre apellido apellidos cognome sobrenome username login passport nhs imei imsi iccid nino",
  "firstname lastname fullname familyname givenname vorname nachname achternaam voornaam email telephone telefon phonenumber mobilephone socialsecurity passport ausweis personnummer licenceplate licenseplate steuernummer sozialversicherung",
);

/** Headers that number people, so that a value which stands in several records says that they are one person's. */
const people = words(
  "pid persid persnr dupersid",
  "patientid patientno patientnr patientnum patientennr patientennum patientkey patientcode userid usernr usernum customerid customerno customernr customernum kundenid kundennr kundennum clientid clientnr clientnum memberid membernr membernum mitgliedsn personid personnr personnum personenn personalnum personalnr employeeid employeeno employeenr employeenum staffid staffnum studentid studentnr studentnum matrikeln insuredid insurednum versichertenn subjectid subjectnr subjectnum subjectcode participantid participantnr participantnum participantcode respondentid respondentnum probandenid probandennr probandennum teilnehmerid teilnehmernr teilnehmernum",
);

/** Headers of numbers and addresses of people that no two of them share. */
const official = words(
  "ssn nin dni nie nif cpf bsn mrn nhs nino passport username login",
  "socialsecurity passport personnummer steuernummer sozialversicherung email",
);

/** Headers of parts of names, and of places, which people share: they do not tell whose rows they are. */
const shared = words(
  "surname forename prenom apellido apellidos cognome sobrenome ip fax address adresse anschrift street strasse calle rue direccion indirizzo endereco",
  "firstname lastname familyname givenname vorname nachname achternaam voornaam",
);

/** Words for people, and for what tells them apart: a header that has no others but `beside` says whose rows they are. */
const whose = new Set(
  "id ids identifier uid uuid guid usubjid kennung pseudonym pat patient patients patienten patientin patiente paciente paziente person persons personne persona pessoa persoon individual individu individuo subj participant respondent proband probanden probandin teilnehmer teilnehmerin versuchsperson versuchspersonen vpn deelnemer enrollee enrol beneficiary inmate prisoner defendant applicant voter passenger visitor donor citizen resident taxpayer policyholder subscriber caller emp".split(
    " ",
  ),
);

/** Words for people that may also be what somebody is (`student`: yes) or does (`subject`: maths). */
const either = new Set(
  "customer client cliente customers kunde kundin kunden klant user users usuario utente member members mitglied socio subject subjects employee employees empleado dipendente funcionario medewerker mitarbeiter mitarbeiterin worker staff student students schueler schuler alumno aluno eleve leerling pupil teacher insured assure verzekerde versicherte driver owner tenant guest player author account konto compte cuenta conto conta rekening".split(
    " ",
  ),
);

/** Words that go with these. */
const beside = new Set(
  "number numbers num no nr nummer numero key code ref reference hash name names the in record case national tax personal social security health card unique anon anonymous hashed masked encrypted".split(
    " ",
  ),
);

/** The end of one word for somebody's number, as in `workerid` or `Probandencode`. */
const numbered = /(?:en|n|s)?(?:ids?|no|nr|num|number|nummer|numero|key|code|hash)$/;

/** Headers of numbers, days and places that belong to one person or lead to one, however often a value occurs. */
const telling = words(
  "dob birthday uuid guid account konto compte cuenta conto conta rekening gps lat lon lng latitude longitude",
  "birthdate dateofbirth geburtsdatum geburtstag datenaissance fechadenacimiento datadinascita geboortedatum accountn kontonummer deviceid coordinate",
);

/** Headers that name people when they stand alone; beside another word they may name a school or a product. */
const alone = new Set("name names namen naam nome nomes".split(" "));

/** Headers that name one record or person if nearly every value is different. */
const numbering = words(
  "id ids identifier uid uuid guid key name naam nome number no nr num record index serial code kennung nummer numero patient customer person user member account",
  "recordid",
);

/** Headers of what people would not want others to learn. */
const sensitive = words(
  "hiv aids income salary wage wages debt loan credit religion faith belief party vote drug drugs dna iq renta lohn gehalt revenu revenus salaire ingreso ingresos reddito renda inkomen salaris ziekte crime verdict score outcome icd debts std suicide abortion depression drg",
  "diagnos disease illness sickness symptom medication medicine treatment therap cancer tumor tumour disabilit pregnan allerg psych mentalhealth health earnings religio konfession politic sexualorientation convict offence offense tradeunion genetic genome krankheit einkommen behandlung maladie enfermedad salario malattia stipendio doenca salarisschaal bloodtype bloodpressure cholesterol glucose causeofdeath deathcause underlyingcause todesursache causededeces causadelamuerte causademuerte causadefuncion causadimorte causadecesso causadamorte causademorte causadeobito doodsoorzaak suicid addict abuse infection hepatit diabet hypertens asthma syndrom disorder comorbid morbidity sozialhilfe socialassistance criminal arrest viralload",
);

/** Words for households, and for their numbers; a header of the one and the other numbers households. */
const households = new Set(
  "household households hh hhold haushalt haushalts menage hogar huishouden agregado dwelling vivienda logement family fam famille familia famiglia".split(
    " ",
  ),
);
const numbers = new Set("id ids identifier uid no nr num number nummer numero key serial kennung ident".split(" "));

/** Headers that number households as they stand. */
const householdNumbers = new Set(
  "hhid hid hhnr hhno hhnum hhkey hhserial hholdid householdid householdno householdnr householdnum householdnumber haushaltsnummer haushaltsnr haushaltsid haushaltnr haushaltid duid serialno serial famid familyid familienid idhogar idmenage".split(
    " ",
  ),
);

/** Headers that number the people of one household, from 1 in each. */
const members = new Set("pernum persnum sporder lineno linenum".split(" "));

/** Headers of what neighbours, colleagues or public records know. */
const known = words(
  "age alter edad eta idade leeftijd born dob sex sexe sexo sesso gender genero genre geslacht zip plz cap postcode city town ville ciudad citta cidade stad ort commune county state region province provincia district kreis land country pays pais paese race ethnicity job beruf metier beroep profession professione profesion profissao work workclass employer education degree school date datum fecha data year jahr annee ano anno height language relationship children kids household hours",
  "birth geburt naissance nacimiento nascita nascimento geboorte geschlecht zipcode postal postleitzahl wohnort woonplaats stadt nation citizen staatsangehoerig staatsangehorig ethnic marital married familienstand situationfamiliale etatcivil estadocivil statocivile burgerlijke occupation ocupacion industry bildung opleiding educacion istruzione escolaridade etudes schooling neighbourhood neighborhood latitude longitude admission discharge",
);

/** Whether a header says that its column names, numbers or locates single people. */
export function headerNamesPeople(header: string): boolean {
  return headerSaysWhose(header) || headerMeaning(header) === "naming" || speaksOf(wordsOf(header), telling);
}

/** Whether a header may say whose rows they are: it names or numbers people, or records that may be people. */
export function headerSaysWhose(header: string): boolean {
  if (headerNumbersPeople(header)) return true;
  const found = wordsOf(header);
  if (headerMeaning(header) === "naming") return !speaksOf(found, shared);
  return found.some(isWhose) && found.every((word) => isWhose(word) || beside.has(word));
}

/** Whether a header names people or says what they are or do: few values, in many rows each, are no people. */
export function headerIsAmbiguous(header: string): boolean {
  return wordsOf(header).every((word) => either.has(word)) && !headerNumbersPeople(header);
}

function isWhose(word: string): boolean {
  const isPeople = (one: string): boolean => whose.has(one) || either.has(one);
  return isPeople(word) || (numbered.test(word) && isPeople(word.replace(numbered, "")));
}

/** Whether a header is of a part of a name or of a place: several together say whose rows they are, and hardly one. */
export function headerNamesInPart(header: string): boolean {
  return headerMeaning(header) === "naming" && !headerSaysWhose(header);
}

/** Whether a header numbers people, so that two of them never share a value. */
export function headerNumbersPeople(header: string): boolean {
  return headerMeaning(header) === "people" || speaksOf(wordsOf(header), official);
}

/** What a header may say of its column. */
export type HeaderMeaning =
  | "naming"
  | "people"
  | "households"
  | "members"
  | "numbering"
  | "sensitive"
  | "known"
  | undefined;

/** What a header's words speak for; undefined where they say nothing. */
export function headerMeaning(header: string): HeaderMeaning {
  const found = wordsOf(header);
  if (speaksOf(found, naming) || (found.length === 1 && alone.has(found[0]))) return "naming";
  if (speaksOf(found, people)) return "people";
  if (numbersHouseholds(found)) return "households";
  if (found.some((word) => members.has(word))) return "members";
  if (speaksOf(found, sensitive)) return "sensitive";
  if (speaksOf(found, known)) return "known";
  return speaksOf(found, numbering) ? "numbering" : undefined;
}

function numbersHouseholds(found: readonly string[]): boolean {
  if (found.some((word) => householdNumbers.has(word))) return true;
  const has = (set: ReadonlySet<string>): boolean => found.some((word) => set.has(word));
  return has(households) && (found.length === 1 || (has(numbers) && !found.includes("of")));
}

/** The words of a header, in small letters and without accents. */
export function wordsOf(header: string): string[] {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

function speaksOf(found: readonly string[], { whole, parts }: Words): boolean {
  const joined = found.join("");
  return found.some((word) => whole.has(word)) || parts.some((part) => joined.includes(part));
}

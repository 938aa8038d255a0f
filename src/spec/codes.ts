/**
 * @file Whole numbers that are codes of categories: 1 and 2 for women and men, 1 to 16 for regions. Amounts, counts, ages
 * and years are numbers however few values they have; the header tells them.
 */
import type { ColumnSummary } from "./column-summary.ts";
import { headerMeaning, wordsOf } from "./header-words.ts";
import { weightOf } from "./survey-weights.ts";

/** Values up to which whole numbers are codes whatever the header says, and up to which where it names categories. */
const few = 20;
const some = 300;

/** Codes have three digits at most. */
const tooLarge = 1000;

/** Words for ages, times, counts and amounts, in one of the first or last places of a header. */
const amounts = new Set(
  "age ages alter edad eta idade leeftijd year years yr yrs yy jahr jahre annee annees ano anos anno anni jaar month months mm monat monate mois mes meses mese maand day days tag tage jours dias giorni dagen week weeks wochen hour hours stunden heures horas ore uren minute minutes minuten count counts anzahl aantal cantidad quantity qty amount betrag montant importe importo bedrag price preis prix precio prezzo prijs cost costs kosten income einkommen revenu revenus ingreso ingresos reddito renda inkomen salary wage wages gehalt lohn salaire salario stipendio earnings debt debts loan credit size groesse taille height hoehe length distance weight gewicht poids peso bmi temperature percent children kids kinder enfants hijos figli filhos kinderen persons rooms zimmer pieces habitaciones stanze kamers cars visits times share ratio".split(
    " ",
  ),
);

/** Words that count what follows them: `number_of_cars`, `NUMYOUNG`, `Anzahl Kinder`. */
const counting = /^(?:num|number|anzahl|count|nb|nbr|n)(?:of)?$|^(?:num|anzahl|count|age)\p{L}{3,}$/u;

/** The end of one word for a time: `birthyear`, `EDUCYEAR`, `Geburtsjahr`. */
const timed = /(?:year|yr|jahr|annee|month|monat|alter|count|anzahl)$|^(?:dob|birth)(?:mm|yy)$/u;

/** Words that make categories of amounts: `age_group`, `income class`. */
const grouped =
  /^(?:code|codes|cat|category|class|group|gruppe|klasse|groupe|grupo|gruppo|groep)$|(?:code|cat|gruppe|klasse|group)$/u;

/** Words for categories that are often written as numbers. */
const categories = new Set(
  "type sex sexe sexo sesso gender region county state district province provincia country land pays pais paese nation nationality citizenship occupation occu job beruf profession industry branch sector nace isco isced icd race ethnicity ethnic religion marital status education educ degree language relationship relat".split(
    " ",
  ),
);

/** Whether a column of numbers is one of codes, by its values and its header. */
export function looksCoded(column: ColumnSummary, headers: readonly string[] = []): boolean {
  const { kind, figures, distinct, rows, missing, name } = column;
  if (kind !== "number" || figures === undefined || distinct < 2 || 2 * distinct > rows - missing) return false;
  if (!figures.whole || !figures.plain || figures.least <= -tooLarge) return false;
  const meaning = headerMeaning(name);
  if (meaning === "naming" || meaning === "people" || meaning === "members") return false;
  if (column.within !== undefined || weightOf(column, headers) !== undefined) return false;
  if (distinct === 2 && figures.least === 0 && figures.greatest === 1) return true;
  const words = wordsOf(name);
  const isGrouped = words.some((word) => grouped.test(word));
  const isAmount = words.some((word) => amounts.has(word) || timed.test(word)) || counting.test(words[0] ?? "");
  if (isAmount && !isGrouped) return false;
  if (isGrouped || words.some((word) => categories.has(word)))
    return distinct <= some && 10 * distinct <= rows - missing;
  return distinct <= few && figures.greatest < tooLarge;
}

/** What is said of a column that is taken for codes. */
export function codesReason({ figures, distinct }: ColumnSummary): string {
  const range = figures === undefined ? "" : ` from ${figures.least} to ${figures.greatest}`;
  return `${distinct} whole numbers${range}, taken as codes of categories; state "kind": "number" if they are amounts`;
}

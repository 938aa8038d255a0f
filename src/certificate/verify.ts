import { mostSets, setsOf, type Verdict } from "../audit/index.ts";
import { append, formatCount, report, type Task, type Verb, verb } from "../base/index.ts";
import type { PersonRows } from "../cohort/index.ts";
import { isSizeGoal } from "../privacy/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import { type Certificate, columnsOf, type MeasuredGoal } from "./certificate.ts";
import type { CertifiedGoal } from "./certified-goals.ts";
import { marksProblem } from "./certified-marks.ts";
import {
  isImpossible,
  pairTotals,
  peopleShown,
  pseudonymRows,
  tellsApart,
  totalProblems,
  withStatedPeople,
} from "./certified-people.ts";
import { replacementProblem, shownTexts } from "./certified-replacement.ts";
import { textsIn, valuesProblem } from "./certified-values.ts";
import { isTooMuch } from "./certified-work.ts";
import { type CertifiedCohort, cohortTable, keyOf, starredRecords } from "./cohort-table.ts";
import { judgeCertified } from "./judge-certified.ts";
import { checkedIn, unknowableWith } from "./verify-words.ts";

/** What a check of a release against its certificate came to. */
export type Verification = {
  /** What is wrong, a sentence each; nothing if the release is what the certificate says. */
  readonly problems: readonly string[];
  /** What was measured again, from the release. */
  readonly privacy: readonly Verdict[];
  /** The sensitive columns in which spellings of a value are counted apart. */
  readonly spelledApart: readonly string[];
  /** What was checked, a line each; nothing if something is wrong. */
  readonly checked: readonly string[];
  /** What a release and its certificate cannot tell, a line each. */
  readonly unknowable: readonly string[];
};

/** What is known of a file beside its table. */
export type FileFacts = {
  readonly sha256: string;
  readonly bytes: number;
  /** The hash of the table when kohort writes it the same way: a file that has another is not of kohort's making. */
  readonly rewrittenSha256: string;
};

/** Checks a release, read with every column as texts, against its certificate. */
export const verify: Verb<[table: Table, certificate: Certificate, file: FileFacts], Verification> =
  /* @__PURE__ */ verb(verifyTask);

function* verifyTask(table: Table, certificate: Certificate, file: FileFacts): Task<Verification> {
  const { columns, release, sensitive } = certificate;
  const unknowable = unknowableWith(release.counts);
  const problems = [...fileProblems(table, certificate, file), ...ownProblems(certificate)];
  const names = table.columns.map(({ name }) => name);
  const rejected = (more: readonly string[] = []): Verification => {
    return { problems: [...problems, ...more], privacy: [], spelledApart: [], checked: [], unknowable };
  };
  if (keyOf(names) !== keyOf(columns.map(({ name }) => name))) {
    return rejected(["the file's columns are not the certificate's"]);
  }
  const marks = marksProblem(table);
  if (marks !== undefined) return rejected([marks]);
  append(problems, columnProblems(table, certificate));
  if (problems.length > 0 && !areCountable(certificate)) return rejected();
  const persons = pseudonymsIn(table, certificate);
  const counted = yield* cohortTable(table, columnsOf(columns, "quasi-identifying"), sensitive, persons);
  const cohorts = release.counts === "people" ? withStatedPeople(counted, certificate.cohorts) : counted;
  append(problems, yield* recordProblems(table, certificate, cohorts));
  if (release.counts !== "rows") append(problems, peopleProblems(table, certificate, counted, persons));
  if (problems.length > 0) return rejected();
  const { privacy } = certificate.asked;
  const verdicts = yield* judgeCertified(privacy, columnsOf(columns, "quasi-identifying"), sensitive, cohorts);
  for (const [i, verdict] of verdicts.entries()) {
    append(problems, verdictProblems(verdict, certificate.measured.privacy[i]));
  }
  const checked = problems.length === 0 ? checkedIn(certificate) : [];
  const spelledApart = sensitive.filter(({ spelling }) => spelling === "exact").map(({ name }) => name);
  return { problems, privacy: verdicts, spelledApart, checked, unknowable };
}

/** The file as a whole. */
function fileProblems(table: Table, { release }: Certificate, file: FileFacts): string[] {
  const differs = (has: number, says: number, what: string): string[] =>
    has === says ? [] : [`the file has ${formatCount(has, what)}, the certificate says ${formatCount(says, what)}`];
  return [
    ...(file.sha256 === release.sha256 ? [] : ["the file's sha256 is not the certificate's"]),
    ...differs(file.bytes, release.bytes, "byte"),
    ...(file.sha256 === file.rewrittenSha256 ? [] : ["the file is not written as kohort writes it"]),
    ...differs(table.rows, release.rows, "record"),
  ];
}

/** A certificate that contradicts itself. */
function ownProblems({ input, release, columns, asked, sensitive, measured, cohorts }: Certificate): string[] {
  const problems: string[] = [];
  const expect = (holds: boolean, otherwise: string): void => void (holds || problems.push(otherwise));
  const names = columns.map(({ name }) => name);
  const quasiIdentifiers = columnsOf(columns, "quasi-identifying");
  const secrets = columnsOf(columns, "sensitive");
  expect(new Set(names).size === names.length, "a column is named twice");
  expect(names.length > 1 || release.delimiter === ",", "a release of one column has a delimiter");
  expect(quasiIdentifiers.length > 0, "no column is known to others");
  for (const { name, role, replace } of columns) {
    const isReplaced = role === "identifying" || role === "person";
    expect(!isReplaced || replace !== undefined, `"${name}" is identifying and published as it is`);
    expect(isReplaced || replace === undefined, `"${name}" is replaced and not identifying`);
    expect(role !== "person" || (replace !== undefined && tellsApart(replace)), `"${name}" does not tell people apart`);
  }
  const persons = columns.filter(({ role }) => role === "person").length;
  expect(persons === (release.counts === "pseudonyms" ? 1 : 0), "what is counted is not what the columns say");
  const isOfPeople = [
    release.people,
    ...sensitive.map(({ pairs }) => pairs),
    ...cohorts.map(({ people }) => people),
  ].map((stated) => stated !== undefined);
  expect(
    isOfPeople.every((is) => is === (release.counts !== "rows")),
    "people are stated where rows are counted, or not where people are",
  );
  expect(keyOf(sensitive.map(({ name }) => name)) === keyOf(secrets), "the sensitive columns are not those described");
  for (const goal of asked.privacy) {
    if ("attribute" in goal) expect(secrets.includes(goal.attribute!), `${goal.model} is of no sensitive column`);
    if (!isSizeGoal(goal)) continue;
    const { of = [], each = 1 } = goal;
    const isDistinct = new Set(of).size === of.length && of.every((name) => quasiIdentifiers.includes(name));
    expect(
      isDistinct && each <= quasiIdentifiers.length,
      "k-anonymity is asked of columns that are not known to others",
    );
    expect(setsOf(quasiIdentifiers.length, each) <= mostSets, "k-anonymity is asked of too many sets of columns");
  }
  const isMuch = isTooMuch(asked.privacy, quasiIdentifiers.length, sensitive, cohorts.length);
  expect(!isMuch, "the requirements take too long to measure");
  expect(
    keyOf(asked.privacy.map(textOf)) ===
      keyOf(measured.privacy.map(({ measured: _, second: __, ...goal }) => textOf(goal))),
    "what was measured is not what was asked",
  );
  const records = input.rows - input.leftOut;
  expect(records === release.rows + release.suppressed - release.kept, "records do not add up");
  expect(release.kept <= release.suppressed, "more suppressed records are kept than there are");
  const { suppression } = measured;
  expect(suppression["at-most"] === asked.suppression, "what was measured is not what was asked");
  expect(isNear(suppression.measured, release.suppressed / records), "another share of records is suppressed");
  expect(release.suppressed <= asked.suppression * records + 1e-9, "more records are suppressed than allowed");
  return problems;
}

function textOf(goal: CertifiedGoal): string {
  return JSON.stringify(goal);
}

/** Columns whose cells are not what the certificate says of them. */
function columnProblems(table: Table, { columns, sensitive, asked }: Certificate): string[] {
  const replaced = columns.flatMap(({ name, replace }) => {
    if (replace === undefined) return [];
    const problem = replacementProblem(replace, shownTexts(table.columns[columnIndex(table, name)]));
    return problem === undefined ? [] : [`column "${name}": ${problem}`];
  });
  const secrets = sensitive.flatMap((column) => {
    if (columns.every(({ name }) => name !== column.name)) return [];
    const problem = valuesProblem(column, textsIn(table, column.name), asked.privacy);
    return problem === undefined ? [] : [`column "${column.name}": ${problem}`];
  });
  return [...replaced, ...secrets];
}

/** Whether cohorts can be counted at all. */
function areCountable({ columns, sensitive }: Certificate): boolean {
  return sensitive.every((column) => columns.some(({ name }) => name === column.name));
}

/** Whose row each is, where pseudonyms are counted. */
function pseudonymsIn(table: Table, { columns, release }: Certificate): PersonRows | undefined {
  const person = columns.find(({ role }) => role === "person");
  return release.counts !== "pseudonyms" || person === undefined ? undefined : pseudonymRows(table, person);
}

/** People who are not as the certificate says, or cannot be. */
function peopleProblems(
  table: Table,
  certificate: Certificate,
  counted: readonly CertifiedCohort[],
  persons: PersonRows | undefined,
): string[] {
  const { release, sensitive, cohorts } = certificate;
  const problems = totalProblems(certificate);
  if (release.counts === "people") {
    const wrong = counted.filter((cohort, i) => cohorts[i] === undefined || isImpossible(cohort, cohorts[i]));
    return wrong.length === 0
      ? problems
      : [...problems, `${formatCount(wrong.length, "cohort")} with impossible people`];
  }
  if (persons === undefined) return [...problems, "a record has no pseudonym"];
  const isCounted = sensitive.every((column) => String(column.pairs) === String(pairTotals(table, column, persons)));
  if (isCounted && release.people === peopleShown(table, persons)) return problems;
  return [...problems, "the file's pseudonyms are not as many as the certificate says"];
}

/** Records that are not where the certificate says. */
function* recordProblems(
  table: Table,
  { cohorts, columns, release }: Certificate,
  found: readonly CertifiedCohort[],
): Task<string[]> {
  const starred = starredRecords(table, columnsOf(columns, "quasi-identifying"));
  const problems = yield* differences(found, cohorts);
  if (release.kept > starred) problems.push("fewer suppressed records are in the file than the certificate says");
  return problems;
}

/** Where the cohorts of the file are not those of the certificate. */
function* differences(found: readonly CertifiedCohort[], stated: readonly CertifiedCohort[]): Task<string[]> {
  const wanted = new Map(stated.map((cohort) => [keyOf(cohort.values), cohort]));
  const wrong = { unknown: 0, missing: 0, size: 0, values: 0, records: 0 };
  let isSame = found.length === stated.length;
  for (const [at, cohort] of found.entries()) {
    if (at % 4096 === 4095) yield* report("verify", at, found.length);
    isSame &&= JSON.stringify(cohort) === JSON.stringify(stated[at]);
    const key = keyOf(cohort.values);
    const one = wanted.get(key);
    wanted.delete(key);
    if (one === undefined) wrong.unknown++;
    else if (one.records !== cohort.records || one.people !== cohort.people) wrong.size++;
    else if (JSON.stringify(one.sensitive) !== JSON.stringify(cohort.sensitive)) wrong.values++;
    else if (one.sha256 !== cohort.sha256) wrong.records++;
  }
  wrong.missing = wanted.size;
  const said: Readonly<Record<keyof typeof wrong, string>> = {
    unknown: "not in the certificate",
    missing: "only in the certificate",
    size: "of another size",
    values: "with other sensitive values",
    records: "with other records",
  };
  const kinds = ["unknown", "missing", "size", "values", "records"] as const;
  const problems = kinds
    .filter((kind) => wrong[kind] > 0)
    .map((kind) => `${formatCount(wrong[kind], "cohort")} ${said[kind]}`);
  if (problems.length > 0 || isSame) return problems;
  return ["the certificate's cohorts are in another order, or twice"];
}

function verdictProblems(verdict: Verdict, stated: MeasuredGoal): string[] {
  const name = verdict.attribute === undefined ? verdict.model : `${verdict.model}(${verdict.attribute})`;
  const second = verdict.second?.measured;
  return [
    ...(verdict.holds ? [] : [`${name} does not hold: ${verdict.measured} where ${verdict.asked} is asked`]),
    ...(isNear(stated.measured, verdict.measured)
      ? []
      : [`${name} measures ${verdict.measured}, the certificate says ${stated.measured}`]),
    ...(stated.second === second ? [] : [`${name} measures ${second}, the certificate says ${stated.second}`]),
  ];
}

/** Figures are computed in floating point; two programs may differ in the last digits. */
function isNear(stated: number, measured: number): boolean {
  return stated === measured || Math.abs(stated - measured) <= 1e-9 * Math.max(1, Math.abs(measured));
}

import * as z from "zod/mini";
import { finish, formatCount, KohortError, type Task } from "../base/index.ts";
import { createModels, type PrivacyGoal, type TableCounts } from "../privacy/index.ts";
import { columnsWith, type FullSpec, validateSpec } from "../spec/index.ts";
import { spellingKey, type Table } from "../table/index.ts";
import { type Certificate, checkable } from "./certificate.ts";
import { type CertifiedCohort, cohortTable, isStarred, keyOf } from "./cohort-table.ts";
import { combinationsOf, countsOf, isCombination } from "./combinations.ts";
import { openTally, type Verdict } from "./verdict.ts";

/** What a check of a release against its certificate came to. */
export type Verification = {
  /** What is wrong, a sentence each; nothing if the release is what the certificate says. */
  readonly problems: readonly string[];
  /** What was measured again, from the release. */
  readonly privacy: readonly Verdict[];
  /** Requirements that need more than the release to be measured. */
  readonly notMeasured: readonly string[];
};

const counts = z.array(z.int().check(z.minimum(0)));

const schema = z.object({
  certificate: z.literal(1),
  kohort: z.string(),
  seed: z.number(),
  spec: z.unknown(),
  input: z.object({ rows: z.number(), leftOut: z.number(), columns: z.number(), saltedSha256: z.optional(z.string()) }),
  release: z.object({
    sha256: z.string(),
    bytes: z.number(),
    delimiter: z.string().check(z.minLength(1)),
    encoding: z.enum(["utf-8", "windows-1252"]),
    rows: z.int(),
    columns: z.array(z.string()),
    suppressed: z.int(),
    suppressedApart: z.boolean(),
  }),
  quasiIdentifiers: z.array(z.string()).check(z.minLength(1)),
  sensitive: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["number", "date", "category"]),
      ordered: z.boolean(),
      values: z.array(z.array(z.string())),
      totals: counts,
      tree: z.optional(z.object({ parent: z.array(z.int()), nodeOf: counts })),
    }),
  ),
  privacy: z.array(z.object({ model: z.string(), attribute: z.optional(z.string()) })),
  cohorts: z.array(
    z.object({
      values: z.array(z.string()),
      records: z.int(),
      sensitive: z.array(z.record(z.string(), z.int())),
      sha256: z.string(),
    }),
  ),
});

/** Reads a certificate; anything that is none is refused. */
export function parseCertificate(text: string, source: string): Certificate {
  const refuse = (why: string): never => {
    throw new KohortError("input", `"${source}" is no certificate: ${why}`, {
      hint: "certificates are written by `kohort anonymize --certificate FILE`",
    });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("it is not JSON");
  }
  const read = schema.safeParse(value);
  if (!read.success) return refuse(`"${read.error.issues[0]!.path.join(".") || "certificate"}" is not as it should be`);
  const { sensitive, spec } = read.data;
  const fits = sensitive.every(
    ({ values, totals, tree }) =>
      values.length === totals.length &&
      (tree === undefined ||
        (tree.nodeOf.length === values.length &&
          tree.nodeOf.every((node) => node < tree.parent.length) &&
          tree.parent.every((above, node) => above < node && (above >= 0 || node === 0)))),
  );
  if (!fits) return refuse("its sensitive columns do not fit together");
  return { ...(value as Certificate), spec: { ...(spec as FullSpec), ...validateSpec(spec) } as FullSpec };
}

/** Checks a release, read with every column as texts, against its certificate; `sha256` is that of its bytes. */
export const verify: {
  (table: Table, certificate: Certificate, sha256: string): Verification;
  task(table: Table, certificate: Certificate, sha256: string): Task<Verification>;
} = /* @__PURE__ */ Object.assign(
  (table: Table, certificate: Certificate, sha256: string): Verification =>
    finish(verifyTask(table, certificate, sha256)),
  { task: verifyTask },
);

function* verifyTask(table: Table, certificate: Certificate, sha256: string): Task<Verification> {
  const { release, spec, quasiIdentifiers, sensitive } = certificate;
  const problems: string[] = [];
  if (sha256 !== release.sha256) problems.push("the file's sha256 is not the certificate's");
  const contradictions = ownContradictions(certificate);
  problems.push(...contradictions);
  const names = table.columns.map(({ name }) => name);
  if (names.join("\n") !== release.columns.join("\n")) {
    return { problems: [...problems, "the file's columns are not the certificate's"], privacy: [], notMeasured: [] };
  }
  if (table.rows !== release.rows) {
    problems.push(`the file has ${formatCount(table.rows, "record")}, the certificate says ${release.rows}`);
  }
  const cohorts = yield* cohortTable(table, quasiIdentifiers, sensitive);
  problems.push(...differences(cohorts, certificate.cohorts));
  const judged = release.suppressedApart ? cohorts.filter((cohort) => !isStarred(cohort)) : cohorts;
  const frequencies = otherTotals(certificate, cohorts);
  problems.push(...frequencies);
  const privacy = contradictions.length + frequencies.length > 0 ? [] : judge(certificate, judged);
  for (const verdict of privacy) {
    const name = verdict.attribute === undefined ? verdict.model : `${verdict.model}(${verdict.attribute})`;
    if (!verdict.holds) problems.push(`${name} does not hold: ${verdict.measured} where ${verdict.asked} is asked`);
    const stated = certificate.privacy.find((one) => sameGoal(one, verdict));
    if (stated === undefined) problems.push(`the certificate does not speak of ${name} as the spec asks it`);
    else if (!isNear(stated.measured, verdict.measured)) {
      problems.push(`${name} measures ${verdict.measured}, the certificate says ${stated.measured}`);
    }
  }
  const checked = new Set(checkable(spec));
  return {
    problems,
    privacy,
    notMeasured: spec.privacy.filter((goal) => !checked.has(goal)).map(({ model }) => model),
  };
}

/** A certificate that contradicts its own spec. */
function ownContradictions({
  spec,
  quasiIdentifiers,
  sensitive,
  privacy,
  seed,
  input,
  release,
}: Certificate): string[] {
  const asked = columnsWith(spec, "quasi-identifying");
  return [
    ...(spec.privacy.length === 0 ? ["the spec asks for nothing"] : []),
    ...([...asked].sort().join("\n") === [...quasiIdentifiers].sort().join("\n")
      ? []
      : ["the certificate's quasi-identifiers are not the spec's"]),
    ...(columnsWith(spec, "sensitive").join("\n") === sensitive.map(({ name }) => name).join("\n")
      ? []
      : ["the certificate's sensitive columns are not the spec's"]),
    ...(spec.spelling === "exact" || sensitive.every(({ kind, values }) => kind !== "category" || areApart(values))
      ? []
      : ["the certificate counts spellings of one value apart"]),
    ...(privacy.some(({ holds }) => holds === false)
      ? ["the certificate says itself that a requirement does not hold"]
      : []),
    ...(seed === spec.seed ? [] : ["the certificate's seed is not the spec's"]),
    ...(input.rows - input.leftOut === release.rows + (release.suppressedApart ? 0 : release.suppressed)
      ? []
      : ["records read, left out, suppressed and released do not add up"]),
  ];
}

/** Whether no two values have texts that differ only in spelling. */
function areApart(values: readonly (readonly string[])[]): boolean {
  const keys = values.flatMap((texts) => [...new Set(texts.map(spellingKey))]);
  return new Set(keys).size === keys.length;
}

/** Where the cohorts of the file are not those of the certificate. */
function differences(found: readonly CertifiedCohort[], stated: readonly CertifiedCohort[]): string[] {
  const wanted = new Map(stated.map((cohort) => [keyOf(cohort.values), cohort]));
  const wrong = { unknown: 0, missing: 0, size: 0, values: 0, records: 0 };
  for (const cohort of found) {
    const key = keyOf(cohort.values);
    const one = wanted.get(key);
    wanted.delete(key);
    if (one === undefined) wrong.unknown++;
    else if (one.records !== cohort.records) wrong.size++;
    else if (!sameCounts(one.sensitive, cohort.sensitive)) wrong.values++;
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
  return (Object.keys(wrong) as (keyof typeof wrong)[])
    .filter((kind) => wrong[kind] > 0)
    .map((kind) => `${formatCount(wrong[kind], "cohort")} ${said[kind]}`);
}

function sameCounts(a: CertifiedCohort["sensitive"], b: CertifiedCohort["sensitive"]): boolean {
  const text = (all: CertifiedCohort["sensitive"]): string =>
    JSON.stringify(all.map((one) => Object.entries(one).sort(([x], [y]) => (x < y ? -1 : 1))));
  return text(a) === text(b);
}

/** Totals that the release cannot have come from. */
function otherTotals({ sensitive, release }: Certificate, cohorts: readonly CertifiedCohort[]): string[] {
  return sensitive.flatMap(({ name, totals }, column) => {
    const shown = new Array<number>(totals.length).fill(0);
    for (const cohort of cohorts) {
      for (const [rank, count] of Object.entries(cohort.sensitive[column]!)) {
        if (!(Number(rank) < totals.length)) return [`column "${name}" has an unknown value`];
        shown[Number(rank)]! += count;
      }
    }
    const gone = totals.map((total, rank) => total - shown[rank]!);
    const sum = gone.reduce((all, one) => all + one, 0);
    const most = release.suppressedApart ? 0 : release.suppressed;
    const fits = gone.every((one) => one >= 0) && (sum === 0 || sum === most);
    return fits ? [] : [`the values of "${name}" are not as frequent as the certificate says`];
  });
}

/** Measures every requirement that cohorts decide. */
function judge(
  { spec, sensitive, quasiIdentifiers, release }: Certificate,
  cohorts: readonly CertifiedCohort[],
): Verdict[] {
  const counts: TableCounts = {
    rows: release.rows,
    sensitive: sensitive.map(({ name, kind, ordered, totals, tree }) => ({
      name,
      kind,
      ordered,
      totals: Float64Array.from(totals),
      ...(tree === undefined
        ? {}
        : { tree: { parent: Int32Array.from(tree.parent), nodeOf: Int32Array.from(tree.nodeOf) } }),
    })),
  };
  const sizes = Uint32Array.from(cohorts, ({ records }) => records);
  return checkable(spec).map((goal) =>
    isCombination(goal) ? judgeSets(goal, quasiIdentifiers, cohorts, sizes) : judgeGoal(goal, counts, cohorts, sizes),
  );
}

function judgeGoal(
  goal: PrivacyGoal,
  counts: TableCounts,
  cohorts: readonly CertifiedCohort[],
  sizes: Uint32Array,
): Verdict {
  const [model] = createModels([goal], counts);
  const tally = openTally(model!);
  for (const { records, sensitive } of cohorts) {
    const histogram = new Float64Array(counts.sensitive[model!.sensitive]?.totals.length ?? 0);
    for (const [rank, count] of Object.entries(sensitive[model!.sensitive] ?? {})) histogram[Number(rank)] = count;
    tally.add({ size: records, histogram });
  }
  return tally.verdict(counts, sizes);
}

function judgeSets(
  goal: Extract<PrivacyGoal, { model: "k-anonymity" }>,
  quasiIdentifiers: readonly string[],
  cohorts: readonly CertifiedCohort[],
  sizes: Uint32Array,
): Verdict {
  let measured = sizes.reduce((sum, size) => sum + size, 0);
  for (const set of combinationsOf(goal, quasiIdentifiers)) {
    const texts = set.map((index) => cohorts.map(({ values }) => values[index]!));
    for (const count of countsOf(texts, sizes).values()) measured = Math.min(measured, count);
  }
  const attribute = goal.of === undefined ? `any ${goal.each} columns` : goal.of.join("+");
  return { model: goal.model, attribute, asked: goal.k, measured, holds: measured >= goal.k, failing: 0 };
}

function sameGoal(a: Verdict, b: Verdict): boolean {
  return a.model === b.model && a.attribute === b.attribute && a.asked === b.asked;
}

function isNear(a: number | null, b: number): boolean {
  // JSON writes what is infinite as null
  return (
    a === b || (a === null && !Number.isFinite(b)) || (a !== null && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)))
  );
}

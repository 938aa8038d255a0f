/**
 * @file What a release is, so that anybody who has the file can check it: the spec, hashes, the cohorts, what every
 * requirement measured. It is made from the written bytes and holds nothing that is not in them, but for how often
 * sensitive values occurred before records were left out, where a requirement is relative to that; a value that the
 * release does not show has no name there.
 */
import { KohortError, type Task } from "../base/index.ts";
import type { Axis } from "../cohort/index.ts";
import { createModels, type TableCounts } from "../privacy/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { columnsWith } from "../spec/index.ts";
import { columnIndex, fromSafeCell, labelStrings, type Table } from "../table/index.ts";
import type { Audit } from "./audit.ts";
import { type RunOptions, sensitiveAxisFor } from "./axes.ts";
import { type CertifiedCohort, cohortTable, type SensitiveTexts } from "./cohort-table.ts";
import { sensitiveCounts } from "./feasible.ts";
import type { Release } from "./release.ts";
import type { Verdict } from "./verdict.ts";
import { wildcardNames } from "./wildcards.ts";

/** A sensitive column as requirements see it. */
export type CertifiedSensitive = SensitiveTexts & {
  readonly kind: "number" | "date" | "category";
  readonly ordered: boolean;
  /** How often each value occurs in the table that shares are relative to. */
  readonly totals: readonly number[];
  /** A hierarchy over the values as bare numbers: the node above each node (−1 for the root), the node of each value. */
  readonly tree?: { readonly parent: readonly number[]; readonly nodeOf: readonly number[] } | undefined;
};

/** A certificate as it is written. */
export type Certificate = {
  readonly certificate: 1;
  readonly kohort: string;
  readonly seed: number;
  readonly spec: FullSpec;
  readonly input: {
    readonly rows: number;
    readonly leftOut: number;
    readonly columns: number;
    /** The hash of a salt and the input's bytes; the salt stays with the owner. */
    readonly saltedSha256?: string | undefined;
  };
  readonly release: {
    readonly sha256: string;
    readonly bytes: number;
    readonly delimiter: string;
    readonly encoding: "utf-8" | "windows-1252";
    readonly rows: number;
    readonly columns: readonly string[];
    readonly suppressed: number;
    /** Whether suppressed records are in it, with `*` in every quasi-identifier, and were not judged. */
    readonly suppressedApart: boolean;
  };
  readonly quasiIdentifiers: readonly string[];
  readonly sensitive: readonly CertifiedSensitive[];
  readonly privacy: readonly Verdict[];
  readonly cohorts: readonly CertifiedCohort[];
};

/** What is known of the files. */
export type CertificateFacts = {
  readonly version: string;
  readonly input: Certificate["input"];
  readonly release: Pick<Certificate["release"], "sha256" | "bytes" | "delimiter" | "encoding">;
};

/** Makes the certificate of a release from the table read back from its bytes, every column as texts. */
export function* certify(
  written: Table,
  release: Pick<Release, "spec" | "original" | "problem" | "suppressed">,
  found: Audit,
  facts: CertificateFacts,
  options: RunOptions = {},
): Task<Certificate> {
  const { spec, original, problem, suppressed } = release;
  if (spec.privacy.some(({ model }) => model === "km-anonymity")) {
    throw new KohortError("spec", "no certificate can be made where a column holds sets", {
      hint: "leave --certificate out; `kohort audit` measures km-anonymity",
    });
  }
  const [wild] = wildcardNames(spec.attributes);
  if (wild !== undefined) {
    throw new KohortError("spec", `no certificate can be made where missing values of "${wild}" match anything`, {
      hint: "it lists cohorts, and then none are apart; take missing values for a category, or leave such records out",
    });
  }
  const quasiIdentifiers = problem.attributes.map(({ name }) => name);
  const isRelative = createModels(checkable(spec), allCounts(original, spec, options)).some(({ relative }) => relative);
  const sensitive = columnsWith(spec, "sensitive").map((name) =>
    certifiedColumn(written, sensitiveAxis(original, name, spec, options), suppressed > 0 && isRelative),
  );
  return {
    certificate: 1,
    kohort: facts.version,
    seed: spec.seed,
    spec,
    input: facts.input,
    release: {
      ...facts.release,
      rows: written.rows,
      columns: written.columns.map(({ name }) => name),
      suppressed,
      suppressedApart: suppressed > 0 && written.rows === problem.rows,
    },
    quasiIdentifiers,
    sensitive,
    privacy: found.privacy,
    cohorts: yield* cohortTable(written, quasiIdentifiers, sensitive),
  };
}

/** The goals that cohorts alone decide. */
export function checkable(spec: Pick<FullSpec, "privacy">): FullSpec["privacy"] {
  return spec.privacy.filter(
    (goal) => !["k-map", "delta-presence", "population-uniqueness", "k-concealment"].includes(goal.model),
  );
}

function allCounts(original: Table, spec: FullSpec, options: RunOptions): TableCounts {
  const sensitive = columnsWith(spec, "sensitive").map((name) => {
    const { attribute, rankOf, source } = sensitiveAxis(original, name, spec, options);
    const totals = new Float64Array(attribute.size);
    for (const code of source.codes) totals[rankOf[code]!]! += 1;
    return sensitiveCounts(attribute, totals);
  });
  return { rows: original.rows, sensitive };
}

function sensitiveAxis(original: Table, name: string, spec: FullSpec, options: RunOptions): Axis {
  const index = columnIndex(original, name);
  return sensitiveAxisFor(original.columns[index]!, index, spec.attributes, { ...options, spelling: spec.spelling });
}

/** A column with the texts that the release shows, and totals of the original where shares are relative to it. */
function certifiedColumn(written: Table, axis: Axis, ofOriginal: boolean): CertifiedSensitive {
  const { attribute, rankOf, source } = axis;
  const column = written.columns[columnIndex(written, attribute.name)]!;
  const ranks = new Map(labelStrings(source.labels).map((text, code) => [text, rankOf[code]!]));
  const shown = labelStrings(column.labels);
  const values: string[][] = Array.from({ length: attribute.size }, () => []);
  const totals = new Array<number>(attribute.size).fill(0);
  const rankOfShown = shown.map((text) => {
    const rank = ranks.get(text) ?? ranks.get(fromSafeCell(text));
    if (rank !== undefined) return rank;
    throw new KohortError("audit", `column "${attribute.name}" of the release has a value that the original does not`);
  });
  for (const [code, rank] of rankOfShown.entries()) values[rank]!.push(shown[code]!);
  if (ofOriginal) for (const code of source.codes) totals[rankOf[code]!]! += 1;
  else for (const code of column.codes) totals[rankOfShown[code]!]! += 1;
  const { kind, ordered = false, tree } = sensitiveCounts(attribute, Float64Array.from(totals));
  for (const texts of values) texts.sort();
  const places = ordered ? values.map((_, rank) => rank) : neutralOrder(values, totals);
  return {
    name: attribute.name,
    kind: kind ?? "category",
    ordered,
    values: places.map((rank) => values[rank]!),
    totals: places.map((rank) => totals[rank]!),
    ...(tree === undefined ? {} : { tree: { parent: [...tree.parent], nodeOf: [...tree.nodeOf] } }),
  };
}

/** Ranks by what they show, those that show nothing last: values without an order stand as the input first has them. */
function neutralOrder(values: readonly (readonly string[])[], totals: readonly number[]): number[] {
  const shown = values.map(([text]) => text);
  return values
    .map((_, rank) => rank)
    .sort((a, b) => {
      const [one, other] = [shown[a], shown[b]];
      if (one === undefined || other === undefined) {
        return Number(one === undefined) - Number(other === undefined) || totals[b]! - totals[a]!;
      }
      return one < other ? -1 : 1;
    });
}

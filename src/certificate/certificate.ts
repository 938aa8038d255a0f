/**
 * @file What a release is, so that anybody who has the file can check it. It is made from the written bytes, states only
 * what those bytes show or what was asked, and leaves out whatever a reader could not check: seed, method, hierarchies
 * of quasi-identifiers, requirements that need more than the release.
 */

import { shownGoals } from "../audit/index.ts";
import { KohortError, type Task } from "../base/index.ts";
import type { Axis } from "../cohort/index.ts";
import type { Replacement } from "../identifiers/index.ts";
import { isOfSets } from "../privacy/index.ts";
import { type RunOptions, sensitiveAxisFor, wildcardNames } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import { columnsWith, type FullSpec, type Role, type Spec } from "../spec/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import { type CertifiedGoal, certifiedGoals } from "./certified-goals.ts";
import { marksProblem } from "./certified-marks.ts";
import {
  type countings,
  pairTotals,
  peopleShown,
  refuseUncountable,
  tellsApart,
  unsummed,
} from "./certified-people.ts";
import { type CertifiedReplacement, certifiedReplacement } from "./certified-replacement.ts";
import { type CertifiedSensitive, certifiedColumn } from "./certified-values.ts";
import { isTooMuch } from "./certified-work.ts";
import { type CertifiedCohort, cohortTable } from "./cohort-table.ts";
import { judgeCertified } from "./judge-certified.ts";

/** The roles that a published column may have; one that names people is published only as what it was replaced by. */
export const publishedRoles: readonly ["person", "identifying", "quasi-identifying", "sensitive", "insensitive"] = [
  "person",
  "identifying",
  "quasi-identifying",
  "sensitive",
  "insensitive",
];

/** A published column. */
export type CertifiedColumn = {
  readonly name: string;
  readonly role: (typeof publishedRoles)[number];
  /** What a column that names people was replaced by. */
  readonly replace?: CertifiedReplacement;
};

/** A requirement and the figure that the release has; `second` is that of requirements that ask two things. */
export type MeasuredGoal = CertifiedGoal & { readonly measured: number; readonly second?: number };

/** A certificate as it is written. */
export type Certificate = {
  readonly certificate: 2;
  readonly kohort: string;
  readonly input: {
    readonly rows: number;
    readonly leftOut: number;
    /** The hash of a salt and the input's bytes; the salt stays with the owner. */
    readonly saltedSha256: string;
  };
  readonly release: {
    readonly sha256: string;
    readonly bytes: number;
    readonly delimiter: string;
    readonly rows: number;
    readonly suppressed: number;
    /** How many of the suppressed records are in the file, with `*` in every quasi-identifier. */
    readonly kept: number;
    /** What all figures count. */
    readonly counts: (typeof countings)[number];
    /** Different people of the records in cohorts, where people are counted. */
    readonly people?: number;
  };
  /** The published columns, in the order of the file. */
  readonly columns: readonly CertifiedColumn[];
  readonly asked: { readonly privacy: readonly CertifiedGoal[]; readonly suppression: number };
  readonly sensitive: readonly CertifiedSensitive[];
  readonly measured: {
    readonly privacy: readonly MeasuredGoal[];
    readonly suppression: { readonly "at-most": number; readonly measured: number };
  };
  readonly cohorts: readonly CertifiedCohort[];
};

/** What is known of the files. */
export type CertificateFacts = {
  readonly version: string;
  readonly input: Certificate["input"];
  readonly release: Pick<Certificate["release"], "sha256" | "bytes" | "delimiter">;
};

/** Makes the certificate of a release from the table read back from its bytes, every column as texts. */
export function* certify(
  written: Table,
  release: Pick<Release, "spec" | "original" | "problem" | "suppressed" | "persons">,
  facts: CertificateFacts,
  options: RunOptions = {},
): Task<Certificate> {
  const { spec, original, suppressed, persons: whose } = release;
  const persons = whose?.of;
  refuseUncertifiable(spec);
  refuseUnreadable(spec, written, facts.release.delimiter);
  const columns = written.columns.map((column): CertifiedColumn => {
    const { role, replace } = publishedRole(spec, column.name);
    if (replace === undefined) return { name: column.name, role };
    const certified = certifiedReplacement(column, replace);
    const isPerson = persons !== undefined && column.name === whose?.column && tellsApart(certified);
    return { name: column.name, role: isPerson ? "person" : role, replace: certified };
  });
  const person = columns.find(({ role }) => role === "person");
  if (persons !== undefined) refuseUncountable(written, persons, person);
  const axes = columnsOf(columns, "sensitive").map((name) => sensitiveAxis(original, name, spec, options));
  const quasiIdentifiers = columnsOf(columns, "quasi-identifying");
  const privacy = certifiedGoals(
    shownGoals(spec.privacy, suppressed),
    quasiIdentifiers,
    axes.map(({ attribute }) => attribute),
  );
  const sensitive = axes.map((axis): CertifiedSensitive => {
    const column = certifiedColumn(written, axis, privacy);
    return persons === undefined ? column : { ...column, pairs: pairTotals(written, column, persons) };
  });
  const cohorts = yield* cohortTable(written, quasiIdentifiers, sensitive, persons);
  const people = persons === undefined ? undefined : peopleShown(written, persons);
  if (people !== undefined) refuseUnsummed(privacy, cohorts, people);
  if (isTooMuch(privacy, quasiIdentifiers.length, sensitive, cohorts.length)) {
    throw new KohortError("spec", "no certificate can be made: verifiers would have to count too much", {
      hint: "ask for fewer requirements or smaller sets of columns, or leave `certificate` out",
    });
  }
  const verdicts = yield* judgeCertified(privacy, quasiIdentifiers, sensitive, cohorts);
  const failed = verdicts.find(({ holds }) => !holds);
  if (failed !== undefined) {
    throw new KohortError("audit", `${failed.model} does not hold in the written file, so it is not certified`, {
      where: `asked ${failed.asked}, measured ${failed.measured}`,
    });
  }
  const records = facts.input.rows - facts.input.leftOut;
  return {
    certificate: 2,
    kohort: facts.version,
    input: facts.input,
    release: {
      ...facts.release,
      rows: written.rows,
      suppressed,
      kept: written.rows + suppressed - records,
      ...(people === undefined
        ? { counts: "rows" }
        : { counts: person === undefined ? "people" : "pseudonyms", people }),
    },
    columns,
    asked: { privacy, suppression: spec.suppression },
    sensitive,
    measured: {
      privacy: privacy.map((goal, i) => {
        const { measured, second } = verdicts[i];
        return { ...goal, measured, second: second?.measured };
      }),
      suppression: { "at-most": spec.suppression, measured: suppressed / records },
    },
    cohorts,
  };
}

/** The names of the published columns with a role, in the order of the file. */
export function columnsOf(columns: readonly CertifiedColumn[], role: Role): string[] {
  return columns.filter((column) => column.role === role).map(({ name }) => name);
}

/** The role in which a column is published; one that nobody spoke of is insensitive where the spec says so. */
function publishedRole(
  spec: FullSpec,
  name: string,
): { readonly role: CertifiedColumn["role"]; readonly replace?: Replacement } {
  const attribute = spec.attributes[name];
  const stated = attribute?.role ?? (spec.rest === "insensitive" ? "insensitive" : undefined);
  const role = publishedRoles.find((one) => one === (stated === "person" ? "identifying" : stated));
  if (role !== undefined) return { role, replace: attribute?.replace };
  throw new KohortError("audit", `column "${name}" is in the written file and has no role that publishes it`);
}

function refuseUnsummed(goals: readonly CertifiedGoal[], cohorts: readonly CertifiedCohort[], people: number): void {
  const goal = unsummed(goals, cohorts, people);
  if (goal === undefined) return;
  throw new KohortError("spec", `no certificate can be made of ${goal.model} where a person is in several cohorts`, {
    hint: "it states the people of each cohort, not of cohorts together; leave `certificate` out",
  });
}

/** Refuses a spec whose releases cannot be certified, whatever they come to. */
export function refuseUncertifiable(spec: Pick<Spec, "privacy" | "attributes">): void {
  if (spec.privacy.some(isOfSets)) {
    throw new KohortError("spec", "no certificate can be made where a column holds sets", {
      hint: "leave `certificate` out; `kohort audit` measures km-anonymity",
    });
  }
  const [wild] = wildcardNames(spec.attributes);
  if (wild !== undefined) {
    throw new KohortError("spec", `no certificate can be made where missing values of "${wild}" match anything`, {
      hint: "it lists cohorts, and then none are apart; take missing values for a category, or leave such records out",
    });
  }
}

function refuseUnreadable(spec: FullSpec, written: Table, delimiter: string): void {
  const { rows, columns } = written;
  if (rows === 0) throw new KohortError("infeasible", "no certificate can be made of a release without records");
  if (columns.length === 1 && delimiter !== ",") {
    throw new KohortError("usage", "a release of one column is certified as comma-separated text only", {
      hint: "name the release *.csv, or leave the certificate out",
    });
  }
  const marks = marksProblem(written);
  if (marks !== undefined) {
    throw new KohortError("audit", `the release cannot be certified: ${marks}`, {
      hint: "shorten it, or leave `certificate` out",
    });
  }
  const absent = columnsWith(spec, "quasi-identifying").find((name) => columns.every((column) => column.name !== name));
  if (absent !== undefined) throw new KohortError("audit", `the written file has no column "${absent}"`);
}

function sensitiveAxis(original: Table, name: string, spec: FullSpec, options: RunOptions): Axis {
  const index = columnIndex(original, name);
  return sensitiveAxisFor(original.columns[index], index, spec.attributes, { ...options, spelling: spec.spelling });
}

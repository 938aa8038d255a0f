import { type ReleaseView, viewRelease } from "../attacks/index.ts";
import { isCombination } from "../audit/index.ts";
import { KohortError, type Task } from "../base/index.ts";
import type { Problem } from "../cohort/index.ts";
import { isOfCohorts, type PrivacyGoal, traitsOf } from "../privacy/index.ts";
import { countsRecords, hierarchyFor, prepareTable, problemOf, refuseSeveralRows } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import { comparesExactly, type FullSpec, withDefaults } from "../spec/index.ts";
import { columnIndex, labelAt, type Table } from "../table/index.ts";
import type { GroupRequirements } from "./lacking-records.ts";
import type { WhyOptions } from "./why.ts";
import { cohortsByTruth, leftAlone, type UnchangedCodes } from "./why-place.ts";

/** The two tables side by side, and what was asked. */
export type Case = {
  readonly original: Table;
  readonly release: Table;
  readonly spec: FullSpec;
  readonly problem: Problem;
  readonly view: ReleaseView;
  readonly asked: GroupRequirements;
  /** The row of what was read that each record was, where some were left out. */
  readonly rows?: Uint32Array;
  /** The cohort of each record, where that is known. */
  readonly known: Int32Array | undefined;
  /** What tells who is who; empty where that is not needed. */
  readonly alone: UnchangedCodes;
};

/** Lays the two tables side by side and reads what was asked. */
export function* openCase(read: Table, given: Table | Release, options: WhyOptions): Task<Case> {
  const isRelease = "table" in given;
  const files = options.files === undefined ? {} : { files: options.files };
  const release = isRelease ? given.table : given;
  if (!isRelease && options.spec === undefined) {
    throw new KohortError("usage", "nothing says what was asked of the release", { hint: "give the spec" });
  }
  const spec = isRelease ? given.spec : withDefaults(options.spec!);
  refuseWildcards(spec);
  const { table: original, rows } = isRelease
    ? { table: given.original, rows: given.prepared.rows }
    : yield* prepareTable(read, spec.attributes);
  if (!countsRecords(spec)) refuseSeveralRows("why", original, spec);
  const problem = isRelease ? given.problem : yield* problemOf(original, spec, files);
  const names = problem.attributes.map(({ name }) => name);
  const isTilde = comparesExactly(spec);
  const view = yield* viewRelease(original, release, names, (name) => {
    const { hierarchy, order } = spec.attributes[name] ?? {};
    const column = original.columns[columnIndex(original, name)];
    return {
      hierarchy: hierarchy === undefined ? undefined : hierarchyFor(column, hierarchy, files),
      order,
      form: isTilde ? ("tilde" as const) : ("kohort" as const),
    };
  });
  const goals = spec.privacy.filter(isOfGroups);
  const asked = {
    goals,
    rows: problem.rows,
    sensitive: problem.sensitive.filter(({ weights }) => weights === undefined),
  };
  const truth = options.truth ?? (isRelease ? given.truth : undefined);
  const known =
    truth !== undefined
      ? cohortsByTruth(view, truth, original.rows)
      : isRelease
        ? cohortsByRecoding(view, given)
        : undefined;
  const isTold = truth !== undefined || (known !== undefined && options.row === undefined);
  const alone = isTold ? { ofRecord: new Uint32Array(), ofRow: new Uint32Array() } : leftAlone(original, release, spec);
  return { original, release, spec, problem, view, asked, rows, known, alone };
}

/** Whether a goal is about groups of records one by one: not on averages, people outside, or both tables together. */
function isOfGroups(goal: PrivacyGoal): boolean {
  return isOfCohorts(goal) && traitsOf(goal).scope !== "table" && !isCombination(goal);
}

function refuseWildcards({ attributes }: FullSpec): void {
  const name = Object.keys(attributes).find((one) => attributes[one].missing === "wildcard");
  if (name === undefined) return;
  throw new KohortError("usage", `why cannot be said where missing values of "${name}" match anything`, {
    hint: "cohorts are not apart then; `kohort audit` counts who matches whom",
  });
}

/** The cohort of each record as the search has it; −1 for those left out. */
function cohortsByRecoding(view: ReleaseView, { problem, recoding, published }: Release): Int32Array {
  const places = new Map<string, number>();
  for (let cohort = 0; cohort < view.cohorts; cohort++) {
    places.set(
      JSON.stringify(view.known.map(({ released, codeOf }) => labelAt(released.labels, codeOf[cohort]))),
      cohort,
    );
  }
  const of = Int32Array.from({ length: recoding.cohorts }, (_, cohort) => {
    if (recoding.suppressed?.[cohort] === 1) return -1;
    return places.get(JSON.stringify(published.map(({ texts, textOf }) => texts[textOf[cohort]]))) ?? -1;
  });
  return Int32Array.from({ length: problem.rows }, (_, row) => of[recoding.cohortOf[problem.tupleOf[row]]]);
}

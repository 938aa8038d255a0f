/**
 * @file Many releases of one table at once: over k, over methods, over further models, over how many records may be
 * left out, over the number of quasi-identifiers and the number of rows. Each is what `anonymize` would make, measured and thrown away; what remains
 * is how loss stands against risk and against disclosure, and which releases no other one beats in both.
 */
import { type AlgorithmSpec, algorithmOf } from "../algorithms/index.ts";
import { type AttributeDisclosure, disclosuresOf } from "../audit/index.ts";
import {
  append,
  KohortError,
  largest,
  parallel,
  randomFrom,
  report,
  shuffle,
  type Task,
  type Verb,
  verb,
  type Work,
} from "../base/index.ts";
import { cohortSizes, rowCohorts, suppressedRecords } from "../cohort/index.ts";
import { isSizeGoal, kAnonymity, type StatedGoal } from "../privacy/index.ts";
import {
  countedColumns,
  countedSizes,
  joinedCohorts,
  prepareTable,
  problemOf,
  quasiIdentifiersOf,
  type RunOptions,
  refuseInfeasible,
  refuseSeveralRows,
  tableCounts,
  wildcardNames,
} from "../problem/index.ts";
import { releaseLoss, searchRelease } from "../release/index.ts";
import { columnsWith, type FullSpec, type Spec, withDefaults } from "../spec/index.ts";
import { canonicalOrder, type Table, takeRows } from "../table/index.ts";

/** A method or a set of further requirements under the name it is shown by. */
export type NamedValue<T> = { readonly label: string; readonly value: T };

/** What to sweep over. */
export type FrontierPlan = {
  readonly ks: readonly number[];
  readonly methods: readonly NamedValue<AlgorithmSpec>[];
  /** Requirements beside k and those of the spec; one empty set unless stated. */
  readonly models?: readonly NamedValue<readonly StatedGoal[]>[];
  /** Shares of records that may be left out, for methods that leave any out; that of the spec unless stated. */
  readonly suppressions?: readonly number[];
  /** How many of the quasi-identifiers to use, from the first on; all unless stated. */
  readonly quasiIdentifiers?: readonly number[];
  /** How many of the rows to use, drawn by the spec's seed, larger samples with all of smaller ones; all unless stated. */
  readonly rows?: readonly number[];
};

/** One release of the sweep. */
export type FrontierPoint = {
  readonly k: number;
  readonly method: string;
  readonly model: string;
  /** The share of records that may be left out. */
  readonly suppression: number;
  readonly quasiIdentifiers: number;
  readonly rows: number;
  /** Why there is no release, where there is none; all figures are 0 then. */
  readonly infeasible?: string;
  readonly ncp: number;
  readonly loss?: number;
  readonly cohorts: number;
  readonly smallest: number;
  readonly largest: number;
  readonly suppressed: number;
  /** 1 / least(joined.sizes) cohort, and cohorts / records. */
  readonly highestRisk: number;
  readonly averageRisk: number;
  readonly disclosure: readonly AttributeDisclosure[];
  /** What a search over levels has to say: levels, loss by its own measure, whether proven, nodes checked. */
  readonly search?: Readonly<Record<string, unknown>>;
  /** Against what no other release of the same rows and quasi-identifiers loses less at no more of it. */
  readonly front: readonly ("risk" | "homogeneity" | "inference")[];
};

/** A sweep may be told about its points as they are found. */
export type FrontierOptions = RunOptions & { readonly onPoints?: (points: readonly FrontierPoint[]) => void };

/** Sweeps; `frontier.task` is the same work in steps. */
export const frontier: Verb<
  [table: Table, spec: Spec, plan: FrontierPlan, options?: FrontierOptions],
  FrontierPoint[]
> = /* @__PURE__ */ verb(frontierTask);

type JobInput = {
  readonly table: Table;
  readonly spec: Spec;
  readonly ks: readonly number[];
  readonly method: string;
  readonly model: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
};

/** Releases of one job: enough to be worth a thread, few enough to be heard of soon. */
const perJob = 6;

function* frontierTask(
  read: Table,
  spec: Spec,
  plan: FrontierPlan,
  options: FrontierOptions = {},
): Task<FrontierPoint[]> {
  const [wild] = wildcardNames(spec.attributes);
  if (wild !== undefined) {
    throw new KohortError("spec", `a frontier cannot be swept where missing values of "${wild}" match anything`, {
      hint: "take them for a category, or leave such records out",
    });
  }
  const sets = columnsWith(spec, "quasi-identifying").find((name) => spec.attributes[name].separator !== undefined);
  if (sets !== undefined) {
    throw new KohortError(
      "spec",
      `a frontier cannot be swept where "${sets}" holds sets, whose items it does not count`,
      {
        hint: `give "${sets}" the role "unpublished", or compare single releases of it`,
      },
    );
  }
  const { table } = yield* prepareTable(read, spec.attributes);
  refuseSeveralRows("a frontier", table, spec);
  const order = plan.rows === undefined ? undefined : yield* canonicalOrder(table);
  const drawn = order && shuffle(order, randomFrom(withDefaults(spec).seed));
  const jobs = jobsOf(table, drawn, spec, plan, options);
  const threads = options.threads ?? 1;
  const points: FrontierPoint[] = [];
  for (let first = 0; first < jobs.length; first += 2 * threads) {
    yield* report("frontier", first, jobs.length);
    const batch = jobs.slice(first, first + 2 * threads);
    const found = (yield* parallel("frontier", frontierWork, batch)).flat();
    append(points, found);
    options.onPoints?.(found);
  }
  return withFronts(points);
}

function jobsOf(
  table: Table,
  drawn: Uint32Array | undefined,
  spec: Spec,
  plan: FrontierPlan,
  options: FrontierOptions,
): JobInput[] {
  const quasi = quasiIdentifiersOf(table, withDefaults(spec)).map((index) => table.columns[index].name);
  const sensitive = columnsWith(spec, "sensitive");
  const jobs: JobInput[] = [];
  for (const rows of plan.rows ?? [table.rows]) {
    const chosen = rows >= table.rows ? undefined : drawn?.slice(0, rows);
    for (const count of plan.quasiIdentifiers ?? [quasi.length]) {
      const names = new Set([...quasi.slice(0, count), ...sensitive]);
      const columns = table.columns.filter(({ name }) => names.has(name));
      const part: Table = {
        rows: chosen?.length ?? table.rows,
        columns: chosen === undefined ? columns : columns.map((column) => takeRows(column, chosen)),
      };
      const attributes = Object.fromEntries(Object.entries(spec.attributes).filter(([name]) => names.has(name)));
      for (const { label: model, value: goals } of plan.models ?? [{ label: "", value: [] }]) {
        for (const { label: method, value: algorithm } of plan.methods) {
          for (const suppression of suppressionsOf(algorithm, spec, plan)) {
            for (let from = 0; from < plan.ks.length; from += perJob) {
              const own: Spec = { ...spec, attributes, algorithm, suppression, privacy: [...spec.privacy, ...goals] };
              const ks = plan.ks.slice(from, from + perJob);
              jobs.push({ table: part, spec: own, ks, method, model, files: options.files ?? new Map() });
            }
          }
        }
      }
    }
  }
  return jobs;
}

/** How much may be left out; methods that leave nothing out are not asked again and again. */
function suppressionsOf(algorithm: AlgorithmSpec, { suppression = 0 }: Spec, plan: FrontierPlan): readonly number[] {
  return algorithmOf(algorithm).suppresses ? (plan.suppressions ?? [suppression]) : [0];
}

/** Makes and measures the releases of a few k; what a thread is asked to do. */
export const frontierWork: Work<JobInput, FrontierPoint[]> = { name: "frontier", run: runJob };

function* runJob({ table, spec, ks, method, model, files }: JobInput): Task<FrontierPoint[]> {
  const points: FrontierPoint[] = [];
  const full = withDefaults({ ...spec, privacy: [kAnonymity(ks[0]), ...spec.privacy] });
  const others = full.privacy.slice(1).filter((goal) => !isSizeGoal(goal));
  // what is counted and how it is folded does not depend on k
  const problem = yield* problemOf(table, full, { files });
  for (const k of ks) {
    yield* report("frontier", points.length, ks.length);
    const own: FullSpec = { ...full, privacy: [kAnonymity(k), ...others] };
    const shared = {
      k,
      method,
      model,
      suppression: full.suppression,
      quasiIdentifiers: problem.attributes.length,
      rows: problem.rows,
      front: [] as const,
    };
    try {
      points.push({ ...shared, ...(yield* measured(table, problem, own)) });
    } catch (thrown) {
      if (!(thrown instanceof KohortError && thrown.code === "infeasible")) throw thrown;
      points.push({ ...shared, ...nothing, infeasible: thrown.where ?? thrown.message });
    }
  }
  return points;
}

type PointMeasurement = Omit<
  FrontierPoint,
  "k" | "method" | "model" | "suppression" | "quasiIdentifiers" | "rows" | "front" | "infeasible"
>;

const nothing: PointMeasurement = {
  ncp: 0,
  cohorts: 0,
  smallest: 0,
  largest: 0,
  suppressed: 0,
  highestRisk: 0,
  averageRisk: 0,
  disclosure: [],
};

function* measured(table: Table, problem: Parameters<typeof tableCounts>[0], spec: FullSpec): Task<PointMeasurement> {
  refuseInfeasible(problem, spec);
  const { seed, suppression, measure, privacy: goals } = spec;
  const question = { goals, table: tableCounts(problem), threads: 1, seed, suppression, measure };
  const { recoding, published, search, form } = yield* searchRelease(problem, question, spec);
  const sizes = cohortSizes(problem, recoding);
  const joined = joinedCohorts(recoding, published, sizes);
  const groupOf = Int32Array.from(yield* rowCohorts(problem, recoding), (cohort) => joined.of[cohort]);
  const records = joined.sizes.reduce((sum, size) => sum + size, 0);
  const counted = countedSizes(spec.algorithm, recoding, sizes, joined);
  const least = (list: Float64Array): number => list.reduce((low, size) => Math.min(low, size), list[0] ?? 0);
  const lost = releaseLoss({ table, problem, recoding, published, form, sizes });
  return {
    ncp: lost.ncp,
    loss: problem.attributes.some(({ tree }) => tree !== undefined) ? lost.loss : undefined,
    cohorts: counted.length,
    smallest: least(counted),
    largest: counted.reduce((high, size) => Math.max(high, size), 0),
    suppressed: suppressedRecords(recoding, sizes),
    highestRisk: joined.count === 0 ? 0 : 1 / least(joined.sizes),
    averageRisk: records === 0 ? 0 : joined.count / records,
    disclosure: yield* disclosuresOf(
      { groupOf, groups: joined.count, persons: problem.persons },
      countedColumns(table, columnsWith(spec, "sensitive"), spec.spelling),
      "search",
    ),
    search: search.levels === undefined ? undefined : search,
  };
}

/** Marks the points that no other one of the same rows and quasi-identifiers beats. */
function withFronts(points: readonly FrontierPoint[]): FrontierPoint[] {
  const worst = (key: "homogeneity" | "inference") => (point: FrontierPoint) =>
    point.disclosure.length === 0 ? undefined : largest(point.disclosure.map((one) => one[key]));
  const axes = [
    ["risk", (point: FrontierPoint): number | undefined => point.highestRisk],
    ["homogeneity", worst("homogeneity")],
    ["inference", worst("inference")],
  ] as const;
  return points.map((point) => {
    const rivals = points.filter(
      (other) =>
        other.infeasible === undefined &&
        other.rows === point.rows &&
        other.quasiIdentifiers === point.quasiIdentifiers,
    );
    const front = axes.flatMap(([name, of]) => {
      const own = of(point);
      if (own === undefined || point.infeasible !== undefined) return [];
      const beaten = rivals.some((other) => {
        const its = of(other)!;
        return other.ncp <= point.ncp && its <= own && (other.ncp < point.ncp || its < own);
      });
      return beaten ? [] : [name];
    });
    return { ...point, front };
  });
}

/**
 * @file Chooses k, l and t where a spec says `auto`, from what each candidate would cost on this table. Candidates are
 * searched on the same problem; nothing is published. k: the least that meets a named preset of risk, or the knee of
 * loss against risk. l: the largest, t: the smallest whose loss stays within a factor of the loss without it.
 */
import { type AlgorithmSpec, algorithmOf, basicAlgorithm, defaultAlgorithm } from "../algorithms/index.ts";
import { KohortError, largest, report, smallest, type Task } from "../base/index.ts";
import { cohortSizes, groupPeople, type Problem, type Recoding } from "../cohort/index.ts";
import {
  type AutoGoal,
  type AutoK,
  type AutoL,
  type AutoT,
  createModels,
  isAuto,
  type LDiversity,
  lDiversity,
  type PrivacyGoal,
  type StatedGoal,
  type TCloseness,
} from "../privacy/index.ts";
import { problemsOf, type RunOptions, tableCounts, wholeCounts } from "../problem/index.ts";
import { riskPresets } from "../risk/index.ts";
import { type FullSpec, type Spec, withDefaults } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { nextStricter, percent } from "./choice-words.ts";
import { releaseLoss } from "./release-quality.ts";
import { searchRelease } from "./released-reference.ts";

/** One candidate and what it would come to. */
export type ChoicePoint = {
  readonly value: number;
  /** NCP. */
  readonly loss: number;
  /** 1 / smallest cohort. */
  readonly highestRisk: number;
  readonly averageRisk: number;
  readonly cohorts: number;
  /** Where a point of the curve is of another variant than the goal. */
  readonly variant?: "entropy";
};

/** A number that was chosen, why, and the curve it was read from. */
export type Choice = {
  readonly model: AutoGoal["model"];
  readonly attribute?: string;
  readonly setting: "k" | "l" | "t";
  readonly chosen: number;
  readonly reason: string;
  /** How the candidates were searched. */
  readonly searchedBy: string;
  readonly curve: readonly ChoicePoint[];
};

/** The goals with every `auto` replaced, one after the other: k, then l, then t. */
export function* chooseGoals(
  table: Table,
  spec: Spec,
  options: RunOptions,
): Task<{ readonly spec: Spec; readonly choices: readonly Choice[] }> {
  if (!spec.privacy.some(isAuto)) return { spec, choices: [] };
  const algorithm = sweepAlgorithm(spec);
  const attributes = sweepAttributes(spec);
  const sweep = withDefaults({ ...spec, attributes, algorithm, privacy: spec.privacy.map(leastOf) });
  const { searched: problem } = yield* problemsOf(table, sweep, options);
  const choices: Choice[] = [];
  const goals: StatedGoal[] = [...spec.privacy];
  for (const setting of ["k", "l", "t"] as const) {
    for (const [place, goal] of goals.entries()) {
      if (!isAuto(goal) || !(setting in goal)) continue;
      const others = goals.filter((other, i) => i !== place && !isAuto(other)) as PrivacyGoal[];
      const probe = proberOf(table, problem, sweep, others, options, setting);
      const found = yield* choose(goal, problem, probe, JSON.stringify(algorithm));
      goals[place] = withValue(goal, found.chosen);
      choices.push({ ...found, reason: `${found.reason}${sweptBy(algorithm, spec)}` });
    }
  }
  return { spec: { ...spec, privacy: goals }, choices };
}

/** Candidates are searched with the basic algorithm as the spec has it, in place of those that take their time. */
function sweepAlgorithm({ algorithm }: Spec): AlgorithmSpec {
  return algorithm?.name === basicAlgorithm ? algorithm : ({ name: basicAlgorithm } as AlgorithmSpec);
}

/** Says that the curve is of another method than the release, whose loss is then not on it. */
function sweptBy(algorithm: AlgorithmSpec, spec: Spec): string {
  const made = spec.algorithm?.name ?? defaultAlgorithm;
  return made === algorithm.name
    ? ""
    : `; the losses compared here are of a quick search by ${algorithm.name}, the release is made by ${made} and loses another amount`;
}

/** The columns without bounds on levels that only the method itself, which chooses levels, can keep. */
function sweepAttributes({ attributes, algorithm }: Spec): Spec["attributes"] {
  if (algorithm === undefined) return attributes;
  const swept = Object.entries(attributes).map(([name, { levels, ...rest }]) => {
    const isKept = levels !== undefined && algorithmOf(algorithm).levels(algorithm, name) !== "both";
    return [name, isKept ? { ...rest, levels } : rest] as const;
  });
  return Object.fromEntries(swept);
}

/** A goal that anything meets, so that the table can be encoded before the number is known. */
function leastOf(goal: StatedGoal): PrivacyGoal {
  if (!isAuto(goal)) return goal;
  return withValue(goal, 1);
}

function withValue(goal: AutoGoal, value: number): PrivacyGoal {
  if ("k" in goal) return { model: goal.model, k: value };
  if ("l" in goal) {
    const { within: _, ...rest } = goal;
    return { ...rest, l: value };
  }
  const { within: _, ...rest } = goal;
  return { ...rest, t: value };
}

type Probe = (goal: PrivacyGoal | undefined, value: number) => Task<ChoicePoint | undefined>;

/** Searches one candidate; undefined when not even the whole table meets it. */
function proberOf(
  records: Table,
  problem: Problem,
  spec: FullSpec,
  others: readonly PrivacyGoal[],
  options: RunOptions,
  setting: string,
): Probe {
  const table = tableCounts(problem);
  let done = 0;
  return function* (goal, value) {
    const goals = goal === undefined ? others : [...others, goal];
    const whole = createModels(goals, table).every((model) => model.holds(wholeCounts(model, table)));
    yield* report(`choose ${setting}`, done++, 12);
    if (!whole) return undefined;
    const question = {
      goals,
      table,
      threads: options.threads ?? 1,
      seed: spec.seed,
      suppression: 0,
      measure: spec.measure,
    };
    const { recoding, published, form } = yield* searchRelease(problem, question, spec);
    const sizes = cohortSizes(problem, recoding);
    const loss = releaseLoss({ table: records, problem, recoding, published, form, sizes }).ncp;
    return { value, loss, ...risksOf(problem, recoding, sizes), cohorts: sizes.length };
  };
}

/** The highest and the average risk of cohorts, by people where these are counted. */
function risksOf(
  problem: Problem,
  recoding: Recoding,
  records: Float64Array,
): Pick<ChoicePoint, "highestRisk" | "averageRisk"> {
  const rows = (): Int32Array => Int32Array.from(problem.tupleOf, (tuple) => recoding.cohortOf[tuple]);
  const people = problem.persons === undefined ? undefined : groupPeople(problem.persons, rows(), recoding.cohorts);
  const sizes = people?.sizes ?? records;
  let smallest = Number.POSITIVE_INFINITY;
  let risks = 0;
  sizes.forEach((size, cohort) => {
    smallest = Math.min(smallest, Math.max(1, size));
    risks += people === undefined ? 1 : people.own[cohort] / Math.max(1, size);
  });
  return { highestRisk: 1 / smallest, averageRisk: risks / (people?.total ?? problem.rows) };
}

function* choose(goal: AutoGoal, problem: Problem, probe: Probe, searchedBy: string): Task<Choice> {
  if ("k" in goal) return { ...(yield* chooseK(goal, problem, probe)), searchedBy };
  const index = goal.attribute === undefined ? 0 : problem.sensitive.findIndex(({ name }) => name === goal.attribute);
  const column = problem.sensitive[index];
  const found = "l" in goal ? yield* chooseL(goal, column.totals, probe) : yield* chooseT(goal, probe);
  return { ...found, attribute: column.name, searchedBy };
}

type ChosenSetting = Omit<Choice, "searchedBy">;

const ks = [2, 3, 4, 5, 7, 11, 15, 20, 30, 50, 75, 100] as const;

function* chooseK(goal: AutoK, problem: Problem, probe: Probe): Task<ChosenSetting> {
  const { model, preset } = goal;
  const wanted = preset === undefined ? undefined : riskPresets[preset].k;
  const people = problem.persons?.count ?? problem.rows;
  const most = Math.max(2, Math.floor(people / 2));
  const candidates: number[] = ks.filter((k) => k <= most);
  for (let k = 2; candidates.length < 8 && k <= people; k++) if (!candidates.includes(k)) candidates.push(k);
  if (wanted !== undefined && !candidates.includes(wanted)) candidates.push(wanted);
  candidates.sort((a, b) => a - b);
  const curve = yield* curveOf(candidates, (k) => withValue(goal, k), probe);
  const common = { model, setting: "k", curve } as const;
  if (preset !== undefined) {
    const { k, printed } = riskPresets[preset];
    const reason = `the least k that meets the preset "${preset}": a risk of at most ${printed}, 1 in ${k}`;
    return { ...common, chosen: k, reason };
  }
  const knee = kneeOf(curve);
  return {
    ...common,
    chosen: knee.value,
    reason: `the knee of loss against risk: NCP ${percent(knee.loss)} at a highest risk of ${percent(knee.highestRisk)}; less risk costs more from here on than it did before`,
  };
}

/** The point farthest below the line between the ends, both axes scaled to 0 … 1 (Satopää et al., *Kneedle*, 2011). */
function kneeOf(curve: readonly ChoicePoint[]): ChoicePoint {
  if (curve.length === 0) {
    throw new KohortError("infeasible", "no k can be chosen: the table has fewer than 2 records", {
      hint: "state k as a number",
    });
  }
  const scale = (figure: (point: ChoicePoint) => number): ((point: ChoicePoint) => number) => {
    const figures = curve.map(figure);
    const low = smallest(figures);
    const span = largest(figures) - low;
    return (point) => (span === 0 ? 0 : (figure(point) - low) / span);
  };
  const risk = scale((point) => 1 / point.value);
  const loss = scale((point) => point.loss);
  return curve.reduce((best, point) => (risk(point) + loss(point) < risk(best) + loss(best) - 1e-12 ? point : best));
}

/** The factor by which the loss may grow for l or t unless stated. */
const defaultWithin = 2;

function* chooseL(goal: AutoL, totals: Float64Array, probe: Probe): Task<ChosenSetting> {
  const within = goal.within ?? defaultWithin;
  const values = totals.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const most = goal.variant === "entropy" ? mostEntropy(totals) : values;
  const make = (l: number): LDiversity => ({ ...withValue(goal, l), l }) as LDiversity;
  const candidates = spread(goal.variant === "entropy" ? eighths(most) : wholes(values), 12);
  const curve = yield* curveOf(candidates, make, probe);
  const base = curve[0];
  if (base === undefined) throw unchoosable("l");
  const allowed = curve.filter(({ value, loss }) => value > 1 && loss <= within * base.loss + 1e-12);
  const least = curve.find(({ value }) => value > 1) ?? base;
  const best = allowed[allowed.length - 1] ?? least;
  const more = goal.variant === "entropy" ? [] : yield* entropyPoints(goal, totals, curve.length, probe);
  const grows = growth(best.loss, base.loss);
  const reason =
    allowed.length === 0
      ? best.value <= 1
        ? `the column has one value, so nothing above 1 can be asked`
        : `the least that asks for anything; the loss grows ${grows}, which is above the stated factor of ${within}`
      : `the largest l of at most ${short(most)}, which the column allows, whose loss stays within ${within} times that without it; it grows ${grows}`;
  const explained = `${reason}${nextStricter("l", curve, best.value)}`;
  return { model: goal.model, setting: "l", chosen: best.value, reason: explained, curve: [...curve, ...more] };
}

/** With few whole numbers to choose from, what stronger demands of the same column would cost. */
function* entropyPoints(goal: AutoL, totals: Float64Array, known: number, probe: Probe): Task<ChoicePoint[]> {
  if (known >= 8) return [];
  const values = eighths(mostEntropy(totals)).filter((value) => value > 1);
  const make = (l: number): LDiversity => ({ ...(withValue(goal, l) as LDiversity), variant: "entropy" });
  const curve = yield* curveOf(values, make, probe);
  return curve.map((point) => ({ ...point, variant: "entropy" as const }));
}

const ts = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7] as const;

function* chooseT(goal: AutoT, probe: Probe): Task<ChosenSetting> {
  const within = goal.within ?? defaultWithin;
  const base = yield* probe(undefined, 1);
  if (base === undefined) throw unchoosable("t");
  const curve = yield* curveOf(ts, (t) => withValue(goal, t) as TCloseness, probe);
  const allowed = curve.find(({ loss }) => loss <= within * base.loss + 1e-12);
  const best = allowed ?? curve[curve.length - 1];
  const grows = growth(best.loss, base.loss);
  const reason =
    allowed === undefined
      ? `no t keeps the loss within ${within} times that without it; this is the one that costs least, and the loss grows ${grows}`
      : `the smallest t whose loss stays within ${within} times that without it; it grows ${grows}`;
  const explained = `${reason}${nextStricter("t", curve, best.value)}`;
  return {
    model: goal.model,
    setting: "t",
    chosen: best.value,
    reason: explained,
    curve: [...curve, { ...base, value: 1 }],
  };
}

/** Nothing can be chosen on top of what the whole table does not meet. */
function unchoosable(setting: "l" | "t"): KohortError {
  return new KohortError("infeasible", `no ${setting} can be chosen: the whole table does not meet the other goals`, {
    hint: `state ${setting} as a number to see which of them fails`,
  });
}

function* curveOf(values: readonly number[], make: (value: number) => PrivacyGoal, probe: Probe): Task<ChoicePoint[]> {
  const curve: ChoicePoint[] = [];
  for (const value of values) {
    const point = yield* probe(make(value), value);
    if (point !== undefined) curve.push(point);
  }
  return curve;
}

function wholes(most: number): number[] {
  return Array.from({ length: most }, (_, i) => i + 1);
}

/** Nine numbers from 1 to at most `most`, to two decimals. */
function eighths(most: number): number[] {
  const steps = Array.from({ length: 9 }, (_, i) => Math.floor((1 + ((most - 1) * i) / 8) * 100) / 100);
  return [...new Set(steps)];
}

/** At most so many of the numbers, the first and the last among them. */
function spread(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, i) => values[Math.round((i * (values.length - 1)) / (most - 1))]);
}

/** The most that entropy l-diversity can be asked of a column. */
function mostEntropy(totals: Float64Array): number {
  const goal = lDiversity(undefined, 1, { variant: "entropy" });
  const rows = totals.reduce((a, b) => a + b, 0);
  const [model] = createModels([goal], { rows, sensitive: [{ name: "", totals }] });
  return model.measure({ size: rows, histogram: totals });
}

function growth(loss: number, base: number): string {
  if (loss === base) return "not at all";
  return `from ${percent(base)} to ${percent(loss)}`;
}

function short(number: number): string {
  return String(Number(number.toFixed(2)));
}

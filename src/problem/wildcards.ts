/**
 * @file Missing values that match anything. A search knows no such thing: it is given the table with every missing value
 * put in from the nearest record that has one, and finds cohorts. What was missing is then published as missing again.
 * Whoever is in one cohort still matches all the others in it, so whatever holds for cohorts because of their size, and
 * stays true when records join them, holds for what each record matches; anything else is measured and refused if it fails.
 */
import { algorithmOf } from "../algorithms/index.ts";
import { KohortError, type Task } from "../base/index.ts";
import {
  type Axis,
  type EncodeOptions,
  encode,
  type Problem,
  type PublishedColumn,
  type Recoding,
  valueText,
} from "../cohort/index.ts";
import { isOfCohorts, type PrivacyGoal } from "../privacy/index.ts";
import type { FullSpec, Spec } from "../spec/index.ts";
import { newCodes, type Table } from "../table/index.ts";

/** The columns whose missing values match anything. */
export function wildcardNames(attributes: Spec["attributes"]): string[] {
  return Object.keys(attributes).filter((name) => attributes[name].missing === "wildcard");
}

/** Refuses goals that are not defined where missing values match anything. */
export function refuseWildcardGoals(goals: readonly PrivacyGoal[], attributes: Spec["attributes"]): void {
  const goal = goals.find((one) => !isOfCohorts(one));
  const [name] = wildcardNames(attributes);
  if (goal === undefined || name === undefined) return;
  throw new KohortError("spec", `${goal.model} cannot be counted where missing values of "${name}" match anything`, {
    hint: `take them for a category, or leave such records out: "missing": "leave-out"`,
  });
}

/** Refuses methods that cannot keep what is missing missing. */
export function refuseWildcardMethod({ algorithm, attributes }: Pick<FullSpec, "algorithm" | "attributes">): void {
  const [name] = wildcardNames(attributes);
  if (name === undefined || algorithmOf(algorithm).wildcards?.(algorithm) === true) return;
  throw new KohortError("spec", `${algorithm.name} cannot let missing values of "${name}" match anything`, {
    hint: "use auto, mondrian in its default form, best-cut, cluster or lattice, or give missing values another meaning",
  });
}

/** The problem with every missing value that matches anything filled in; ranks mean what they mean in the problem. */
export function* filledProblem(
  table: Table,
  problem: Problem,
  axes: readonly Axis[],
  sensitive: readonly Axis[],
  options: EncodeOptions,
): Task<Problem> {
  const filled = axes.map((axis, index) => {
    const { missing, wildcard } = axis.attribute;
    return wildcard === true && missing > 0 ? fill(axis, problem, index) : axis;
  });
  return yield* encode(table, filled, sensitive, options);
}

function fill({ attribute, rankOf, source }: Axis, problem: Problem, index: number): Axis {
  const { missing, wildcard: _, ...known } = attribute;
  const ranks = nearestRanks(problem, index, missing);
  const codeOf = new Uint32Array(attribute.size);
  rankOf.forEach((rank, code) => {
    codeOf[rank] = code;
  });
  // of labels that mean the same number, and labels that no row has, any one does: only ranks are read
  const isMissing = new Set(source.missing);
  const codes = newCodes(source.codes.length, source.labels.size);
  for (let row = 0; row < codes.length; row++) {
    const code = source.codes[row];
    codes[row] = isMissing.has(code) ? codeOf[ranks[problem.tupleOf[row]]] : code;
  }
  const tree =
    attribute.tree === undefined
      ? {}
      : { tree: { ...attribute.tree, leafOf: attribute.tree.leafOf.slice(0, missing) } };
  return {
    attribute: {
      ...known,
      ...tree,
      missing: -1,
      size: missing,
      labels: attribute.labels.slice(0, missing),
      positions: attribute.positions.slice(0, missing),
    },
    rankOf,
    source: { ...source, codes, missing: [] },
  };
}

/** For each tuple its rank, or that of the tuple before it in the order of the other columns which has one. */
function nearestRanks({ ranks, tuples }: Problem, index: number, missing: number): Uint32Array {
  const own = ranks[index];
  const others = ranks.filter((_, other) => other !== index);
  const order = Uint32Array.from({ length: tuples }, (_, tuple) => tuple).sort((a, b) => {
    for (const column of others) if (column[a] !== column[b]) return column[a] - column[b];
    return a - b;
  });
  const found = new Uint32Array(tuples);
  let last = own[order.find((tuple) => own[tuple] !== missing)!];
  for (const tuple of order) {
    if (own[tuple] !== missing) last = own[tuple];
    found[tuple] = last;
  }
  return found;
}

/** What was found for the filled problem, with what was missing published as missing again. */
export function withGaps(
  problem: Problem,
  filled: Problem,
  { recoding, published }: { readonly recoding: Recoding; readonly published: readonly PublishedColumn[] },
): { readonly recoding: Recoding; readonly published: readonly PublishedColumn[] } {
  const { attributes, ranks, tuples } = problem;
  const cohortOf = new Uint32Array(tuples);
  const first = new Uint32Array(tuples);
  for (let row = problem.rows - 1; row >= 0; row--) first[problem.tupleOf[row]] = row;
  const kinds = new Map<string, number>();
  const parts: { cohort: number; tuple: number }[] = [];
  const isGap = (attribute: number, tuple: number): boolean =>
    attributes[attribute].wildcard === true && ranks[attribute][tuple] === attributes[attribute].missing;
  for (let tuple = 0; tuple < tuples; tuple++) {
    const cohort = recoding.cohortOf[filled.tupleOf[first[tuple]]];
    const key = `${cohort} ${attributes.map((_, index) => (isGap(index, tuple) ? 1 : 0)).join("")}`;
    let part = kinds.get(key);
    if (part === undefined) {
      part = parts.push({ cohort, tuple }) - 1;
      kinds.set(key, part);
    }
    cohortOf[tuple] = part;
  }
  const pick = <T>(index: number, given: ArrayLike<T>, gap: T): T[] =>
    parts.map(({ cohort, tuple }) => (isGap(index, tuple) ? gap : given[cohort]!));
  const gaps = attributes.map(({ labels, missing }) => (missing < 0 ? "" : valueText(labels[missing])));
  const { tree: _, rowOrder: _order, texts, shares, suppressed, ...rest } = recoding;
  return {
    recoding: {
      ...rest,
      cohorts: parts.length,
      cohortOf,
      low: recoding.low.map((low, index) => Uint32Array.from(pick(index, low, attributes[index].missing))),
      high: recoding.high.map((high, index) => Uint32Array.from(pick(index, high, attributes[index].missing))),
      texts: texts === undefined ? undefined : texts.map((own, index) => pick(index, own, gaps[index])),
      shares: shares === undefined ? undefined : shares.map((own, index) => Float64Array.from(pick(index, own, 0))),
      suppressed: suppressed === undefined ? undefined : Uint8Array.from(parts, ({ cohort }) => suppressed[cohort]),
    },
    published: published.map(({ texts: own, textOf, ...kept }, index) => {
      const known = own.indexOf(gaps[index]);
      const place = known < 0 ? own.length : known;
      return {
        ...kept,
        texts: known < 0 ? [...own, gaps[index]] : own,
        textOf: Uint32Array.from(pick(index, textOf, place)),
      };
    }),
  };
}

/**
 * @file Full-domain search the slow way: every node of the lattice, cohorts as maps from joined texts to rows, and
 * every formula written down once more from its definition. Shares nothing with the code under test.
 */

/** A table to search: texts per row, and per attribute a path of texts for every value of its domain. */
export type SlowTable = {
  readonly rows: readonly (readonly string[])[];
  /** Per attribute: value → its text at each level, level 0 the value itself, the last level `*`. */
  readonly paths: readonly ReadonlyMap<string, readonly string[]>[];
  readonly weights: readonly number[];
  readonly sensitive?: readonly string[];
};

/** What is asked. */
export type SlowQuestion = {
  /** Whether a cohort of these rows, alike at these levels, holds. */
  readonly holds: (rows: readonly number[], levels: readonly number[]) => boolean;
  /** Whether kept cohorts of these sizes are enough for the table as a whole. */
  readonly whole?: ((sizes: readonly number[]) => boolean) | undefined;
  /** Whether levels may be used at all. */
  readonly allowed?: ((levels: readonly number[]) => boolean) | undefined;
  readonly limit: number;
  readonly measure: string;
  readonly aggregate: string;
  readonly gs: number;
};

/** A node, judged. */
export type SlowNode = { levels: number[]; anonymous: boolean; suppressed: number; kept: number; score: number[] };

/** All nodes of the lattice. */
export function allNodes(table: SlowTable): number[][] {
  return heights(table).reduce<number[][]>(
    (nodes, height) => nodes.flatMap((node) => Array.from({ length: height + 1 }, (_, level) => [...node, level])),
    [[]],
  );
}

function heights(table: SlowTable): number[] {
  return table.paths.map((paths) => [...paths.values()][0].length - 1);
}

/** Judges one node. */
export function slowNode(table: SlowTable, question: SlowQuestion, levels: number[]): SlowNode {
  const classes = new Map<string, number[]>();
  table.rows.forEach((row, index) => {
    const key = JSON.stringify(row.map((value, i) => table.paths[i].get(value)![levels[i]]));
    classes.set(key, [...(classes.get(key) ?? []), index]);
  });
  const kept: number[][] = [];
  const gone: number[][] = [];
  for (const rows of classes.values()) (question.holds(rows, levels) ? kept : gone).push(rows);
  if (question.whole !== undefined) {
    const covered = (rows: readonly number[]): number =>
      levels.reduce((sum, level, i) => {
        const value = table.rows[rows[0]][i];
        return sum + under(table, i, value, level) / table.paths[i].size;
      }, 0);
    const close = (a: number, b: number): number => (Math.abs(a - b) < 1e-12 ? 0 : a - b);
    kept.sort((a, b) => a.length - b.length || close(covered(a), covered(b)) || a[0] - b[0]);
    while (kept.length > 0 && !question.whole(kept.map((rows) => rows.length))) gone.push(kept.shift()!);
  }
  const suppressed = gone.flat().length;
  return {
    levels,
    // a release without records is none
    anonymous:
      kept.length > 0 &&
      question.allowed?.(levels) !== false &&
      suppressed <= Math.floor(question.limit * table.rows.length + 1e-9),
    suppressed,
    kept: kept.length,
    score: slowScore(table, question, levels, kept, gone),
  };
}

const scalars = ["discernibility", "discernibility-monotone", "average-cohort", "ambiguity", "kl-divergence"];

/** What a table loses at some levels, given the rows of the cohorts that are kept and of those that are not. */
export function slowScore(
  table: SlowTable,
  question: SlowQuestion,
  levels: number[],
  kept: number[][],
  gone: number[][],
): number[] {
  if (scalars.includes(question.measure)) return [slowScalar(table, question.measure, levels, kept, gone)];
  const values = table.paths.map((_, i) => slowValue(table, question, levels, i, kept.flat(), gone.flat()));
  const heaviest = Math.max(...table.weights);
  const weighed = values.map((value, i) => (value * table.weights[i]) / heaviest);
  const m = values.length;
  const sum = weighed.reduce((a, b) => a + b, 0);
  switch (question.aggregate) {
    case "sum":
      return [sum];
    case "arithmetic":
      return [sum / m];
    case "mean":
      return [sum / table.weights.reduce((all, weight) => all + weight / heaviest, 0)];
    case "geometric":
      return [Math.exp(weighed.reduce((all, value) => all + Math.log(value + 1), 0) / m) - 1];
    case "maximum":
      return [Math.max(...weighed)];
    default:
      return weighed.sort((a, b) => b - a);
  }
}

/** How many values of the domain have the same text at a level as this value. */
function under(table: SlowTable, attribute: number, value: string, level: number): number {
  const text = table.paths[attribute].get(value)![level];
  return [...table.paths[attribute].values()].filter((path) => path[level] === text).length;
}

function slowValue(
  table: SlowTable,
  { measure, gs }: SlowQuestion,
  levels: number[],
  attribute: number,
  kept: number[],
  gone: number[],
): number {
  const g = gs <= 0.5 ? 1 : 2 - 2 * gs;
  const s = gs < 0.5 ? 2 * gs : 1;
  const all = table.rows.length;
  const level = levels[attribute];
  const domain = table.paths[attribute].size;
  const height = heights(table)[attribute];
  const valueAt = (row: number): string => table.rows[row][attribute];
  const textAt = (row: number): string => table.paths[attribute].get(valueAt(row))![level];
  const share = (row: number): number => under(table, attribute, valueAt(row), level) / domain;
  const total = (rows: readonly number[], cost: (row: number) => number): number =>
    rows.reduce((sum, row) => sum + cost(row), 0);
  const everyone = [...kept, ...gone];
  const open = (row: number): number => {
    const same = everyone.filter((other) => valueAt(other) === valueAt(row)).length;
    const alike = everyone.filter((other) => textAt(other) === textAt(row)).length;
    return -Math.log2(same / alike);
  };
  const entropy = g * total(everyone, open);
  const hidden = (row: number): number =>
    -Math.log2(gone.filter((other) => textAt(other) === textAt(row)).length / gone.length);
  switch (measure) {
    case "loss": {
      const sum =
        total(kept, (row) => g * share(row)) + total(gone, (row) => (s === 1 ? 1 : share(row) + s * (1 - share(row))));
      const low = (g * all) / domain;
      return all === low ? 0 : Math.max(0, (sum - low) / (all - low));
    }
    case "ncp":
      return (
        (total(kept, (row) => (under(table, attribute, valueAt(row), level) === 1 ? 0 : share(row))) + gone.length) /
        all
      );
    case "entropy-monotone":
      return entropy;
    case "entropy":
      return entropy + s * total(gone, hidden);
    case "entropy-normalised": {
      const bits = total(
        everyone,
        (row) => -Math.log2(everyone.filter((other) => valueAt(other) === valueAt(row)).length / all),
      );
      return bits === 0 ? 0 : (entropy + s * total(gone, hidden)) / bits;
    }
    case "precision":
      return (kept.length * (level / height) * g + gone.length * s) / all;
    case "precision-monotone":
      return (level / height) * g;
    default:
      return level;
  }
}

function slowScalar(table: SlowTable, measure: string, levels: number[], kept: number[][], gone: number[][]): number {
  const all = table.rows.length;
  const lost = gone.flat().length;
  const everything = table.paths.reduce((product, paths) => product * paths.size, 1);
  const boxOf = (row: number): number =>
    levels.reduce((product, level, i) => product * under(table, i, table.rows[row][i], level), 1);
  switch (measure) {
    case "discernibility":
      return kept.reduce((sum, rows) => sum + rows.length ** 2, 0) + all * lost;
    case "discernibility-monotone":
      return [...kept, ...gone].reduce((sum, rows) => sum + rows.length ** 2, 0);
    case "average-cohort":
      return all / (kept.length + (lost > 0 ? 1 : 0));
    case "ambiguity":
      return kept.flat().reduce((sum, row) => sum + boxOf(row), 0) + lost * everything;
    default: {
      const cohortOf = new Map<number, { records: number; box: number }>();
      for (const rows of kept) for (const row of rows) cohortOf.set(row, { records: rows.length, box: boxOf(row) });
      for (const row of gone.flat()) cohortOf.set(row, { records: lost, box: everything });
      const tuples = new Map<string, number[]>();
      table.rows.forEach((row, index) => {
        tuples.set(JSON.stringify(row), [...(tuples.get(JSON.stringify(row)) ?? []), index]);
      });
      let divergence = 0;
      for (const rows of tuples.values()) {
        const p = rows.length / all;
        const { records, box } = cohortOf.get(rows[0])!;
        divergence += p * Math.log2(p / (records / all / box));
      }
      return Math.max(0, divergence);
    }
  }
}

/** Compares scores, differences of rounding counting as none. */
export function compareSlow(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    if (Math.abs(a[i] - b[i]) > 1e-10 * Math.max(1, Math.abs(b[i]))) return a[i] - b[i];
  }
  return 0;
}

/** Whether a node comes before another of equal loss. */
export function earlier(a: readonly number[], b: readonly number[]): boolean {
  const sum = (levels: readonly number[]): number => levels.reduce((total, level) => total + level, 0);
  if (sum(a) !== sum(b)) return sum(a) < sum(b);
  const at = a.findIndex((level, i) => level !== b[i]);
  return at >= 0 && a[at] < b[at];
}

/** The anonymous node of least loss among all nodes. */
export function slowOptimum(table: SlowTable, question: SlowQuestion): SlowNode | undefined {
  let best: SlowNode | undefined;
  for (const levels of allNodes(table)) {
    const node = slowNode(table, question, levels);
    if (!node.anonymous) continue;
    const difference = best === undefined ? -1 : compareSlow(node.score, best.score);
    if (best === undefined || difference < 0 || (difference === 0 && earlier(levels, best.levels))) best = node;
  }
  return best;
}

/** The anonymous nodes below which no other node is anonymous. */
export function slowMinimal(table: SlowTable, question: SlowQuestion): number[][] {
  const anonymous = allNodes(table).filter((levels) => slowNode(table, question, levels).anonymous);
  return anonymous.filter(
    (levels) => !anonymous.some((other) => other !== levels && other.every((level, i) => level <= levels[i])),
  );
}

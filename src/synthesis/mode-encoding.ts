/**
 * @file How the CTGAN-style model sees a row (Xu et al., Modeling tabular data using conditional GAN, NeurIPS 2019,
 * section 4.2): a number is the mode it belongs to and its place within it, in −1 … 1; modes are those of a mixture of
 * normal distributions fitted to the column. Where we differ: the mixture is fitted by plain expectation–maximisation
 * from spread starts, and a value that far more rows share than its neighbours is a mode of its own with no place in it,
 * so that 0 stays 0; where there are few different values all are. What is missing is one more such mode.
 */
import { exp, type Random, remember } from "../base/index.ts";
import { drawShare } from "./noise.ts";
import type { Rows, Shape } from "./rows.ts";

/** The modes of a number: points first, then normal distributions, then what is missing. */
export type Modes = {
  readonly kind: "number";
  readonly points: readonly number[];
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  readonly hasMissing: boolean;
};

/** How one column is encoded. */
export type ModeColumn = Modes | { readonly kind: "category"; readonly size: number };

const mostModes = 10;
/** A value is a point if this share of the rows have it, or that share and several times those of the values around. */
const pointShare = 0.01;
const peakShare = 0.001;
const peakHeight = 3;
const mostPoints = 60;
/** As many different values at most are all points. */
const fewValues = 20;

/** How many choices a column has: modes or categories. */
export function choices(column: ModeColumn): number {
  if (column.kind === "category") return column.size;
  return column.points.length + column.means.length + (column.hasMissing ? 1 : 0);
}

/** How many inputs a column takes: a number one more for its place. */
export function modeWidth(column: ModeColumn): number {
  return choices(column) + (column.kind === "number" ? 1 : 0);
}

/** Fits the modes of every column. */
export function fitModes(rows: Rows, shapes: readonly Shape[]): ModeColumn[] {
  return shapes.map((shape, index) =>
    shape.kind === "category"
      ? { kind: "category", size: shape.labels.length }
      : fitColumn(rows.columns[index], shape.decimals),
  );
}

function fitColumn(values: Float64Array, decimals: number): Modes {
  const counts = new Map<number, number>();
  for (const value of values) if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const known = [...counts].sort((a, b) => a[0] - b[0]);
  const total = known.reduce((sum, [, count]) => sum + count, 0);
  const points = (known.length <= fewValues ? known : peaks(known, total, 10 ** -decimals)).map(([value]) => value);
  const isPoint = new Set(points);
  const rest = known.filter(([value]) => !isPoint.has(value));
  return { kind: "number", points, ...mixture(rest), hasMissing: total < values.length };
}

type WeightedValues = readonly (readonly [value: number, count: number])[];

/** The values that many rows have, or that stand out among those within a fiftieth of the range; in order. */
function peaks(known: WeightedValues, total: number, grain: number): WeightedValues {
  const [low, high] = [known[0][0], known[known.length - 1][0]];
  const reach = Math.max(2 * grain, (high - low) / 50);
  let [first, end, around] = [0, 0, 0];
  const found = known.filter(([value, count]) => {
    while (end < known.length && known[end][0] <= value + reach) around += known[end++][1];
    while (known[first][0] < value - reach) around -= known[first++][1];
    const width = Math.min(high, value + reach) - Math.max(low, value - reach);
    const isPeak = count >= total * peakShare && count * (width / grain + 1) >= peakHeight * around;
    return isPeak || count >= total * pointShare;
  });
  const most = found.map(([, count]) => count).sort((a, b) => b - a)[mostPoints - 1] ?? 0;
  return found.filter(([, count]) => count >= most).slice(0, mostPoints);
}

/** A mixture of at most ten normal distributions over weighted values. */
function mixture(values: WeightedValues): Pick<Modes, "means" | "deviations" | "weights"> {
  const total = values.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return { means: [], deviations: [], weights: [] };
  const size = Math.min(mostModes, values.length);
  const range = values[values.length - 1][0] - values[0][0];
  const floor = Math.max(range * 1e-3, 1e-9);
  // squares of numbers far from 0 would swallow how they differ: such are taken from the first on
  const origin = Math.abs(values[0][0]) > 1e3 * range ? values[0][0] : 0;
  const moved: WeightedValues = values.map(([value, count]) => [value - origin, count]);
  let means = spread(moved, total, size);
  let deviations = means.map(() => Math.max(floor, range / (2 * size)));
  let weights = means.map(() => 1 / size);
  for (let round = 0; round < 60; round++) {
    const sums = means.map(() => [0, 0, 0] as [number, number, number]);
    for (const [value, count] of moved) {
      const shares = densities(value, means, deviations, weights);
      shares.forEach((share, mode) => {
        const part = share * count;
        sums[mode][0] += part;
        sums[mode][1] += part * value;
        sums[mode][2] += part * value * value;
      });
    }
    const kept = sums.filter(([weight]) => weight > total * 0.005);
    means = kept.map(([weight, sum]) => sum / weight);
    deviations = kept.map(([weight, , squares], mode) =>
      Math.max(floor, Math.sqrt(Math.max(0, squares / weight - means[mode] ** 2))),
    );
    weights = kept.map(([weight]) => weight / total);
  }
  return { means: means.map((mean) => mean + origin), deviations, weights };
}

/** Starts at evenly spread shares of the values. */
function spread(values: WeightedValues, total: number, size: number): number[] {
  const starts: number[] = [];
  let reached = 0;
  for (const [value, count] of values) {
    reached += count;
    while (starts.length < size && reached >= ((starts.length + 0.5) / size) * total) starts.push(value);
  }
  return [...new Set(starts)];
}

/** The chance of each mode for a value. */
function densities(
  value: number,
  means: readonly number[],
  deviations: readonly number[],
  weights: readonly number[],
): number[] {
  const found = means.map((mean, mode) => {
    const z = (value - mean) / deviations[mode];
    return (weights[mode] / deviations[mode]) * exp(-0.5 * z * z);
  });
  const sum = found.reduce((a, b) => a + b, 0);
  if (sum > 0) return found.map((density) => density / sum);
  let nearest = 0;
  means.forEach((mean, mode) => {
    if (Math.abs(value - mean) < Math.abs(value - means[nearest])) nearest = mode;
  });
  return means.map((_, mode) => (mode === nearest ? 1 : 0));
}

/** A column's rows, encoded: the choice of each row, and for numbers the place within it. */
export type EncodedColumn = { readonly choice: Uint16Array; readonly place?: Float32Array };

/** Encodes all rows; a number's mode is drawn by how likely each is. */
export function encodeModes(columns: readonly ModeColumn[], rows: Rows, random: Random): EncodedColumn[] {
  return columns.map((column, index) => {
    const values = rows.columns[index];
    if (column.kind === "category") return { choice: Uint16Array.from(values) };
    const choice = new Uint16Array(values.length);
    const place = new Float32Array(values.length);
    const pointOf = new Map(column.points.map((value, at) => [value, at]));
    const known = new Map<number, number[]>();
    for (let row = 0; row < values.length; row++) {
      const value = values[row];
      const point = pointOf.get(value);
      if (Number.isNaN(value)) choice[row] = choices(column) - 1;
      else if (point !== undefined) choice[row] = point;
      else {
        const shares = remember(known, value, () => densities(value, column.means, column.deviations, column.weights));
        const mode = drawShare(shares, random);
        choice[row] = column.points.length + mode;
        const scaled = (value - column.means[mode]) / (4 * column.deviations[mode]);
        place[row] = Math.max(-0.99, Math.min(0.99, scaled));
      }
    }
    return { choice, place };
  });
}

/** Whether a number's choice is a mode that a value has a place in. */
export function hasPlace({ points, means }: Modes, choice: number): boolean {
  return choice >= points.length && choice < points.length + means.length;
}

/** The value of a mode and a place within it, in the form of its column. */
export function valueOfMode(column: Modes, choice: number, place: number, shape: Shape): number {
  if (column.hasMissing && choice === choices(column) - 1) return Number.NaN;
  if (choice < column.points.length) return column.points[choice];
  const mode = choice - column.points.length;
  const value = column.means[mode] + place * 4 * column.deviations[mode];
  if (shape.kind === "category") return value;
  const grain = 10 ** shape.decimals;
  return Math.min(shape.high, Math.max(shape.low, Math.round(value * grain) / grain));
}

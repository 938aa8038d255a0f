/**
 * @file What a release is still good for: how each column and each pair of columns moved, how far counting queries are
 * off, what classifiers learn. A generalised value is drawn from what it may have been, as anybody who uses the release
 * must do.
 */
import { type Random, randomFrom, report, type Task } from "../../base/index.ts";
import type { Hierarchy } from "../../hierarchy/index.ts";
import { hierarchyFor } from "../../problem/index.ts";
import type { Release } from "../../release/index.ts";
import { drawRows, possibleRows, type Rows, rowsLike, type Shape } from "../../synthesis/index.ts";
import { columnIndex, type Table } from "../../table/index.ts";
import { classifierUtility, compare } from "../../utility/index.ts";
import type { Shift, UtilityReport } from "../protocol.ts";
import { releaseFor, rereadRelease } from "./run.ts";
import type { Handler, State } from "./state.ts";

/** Measures what was lost. */
export const utility: Handler<"utility"> = async (state, ask, tools) => {
  const kept = await releaseFor(state, ask, tools);
  const { original, release } = kept;
  const released = await rereadRelease(kept, tools);
  const hierarchies = hierarchiesOf(state, release, original);
  // the original is coded already, and nobody is left out of it again
  const attributes = Object.fromEntries(
    Object.entries(release.spec.attributes).map(([name, { transform: _, ...attribute }]) => [name, attribute]),
  );
  const comparison = await tools.drive(compare.task(original, { ...release, table: released }, { attributes }));
  const moved = await tools.drive(movedColumns(original, released, release, hierarchies));
  if (ask.label === undefined) return { comparison, ...withLoss(moved, comparison.attributes) };
  const learned = await tools.drive(
    classifierUtility.task(original, released, { label: ask.label, hierarchies, seed: release.spec.seed }),
  );
  return {
    comparison,
    ...withLoss(moved, comparison.attributes),
    classifiers: { ...learned, label: ask.label },
  };
};

type ShiftReport = Pick<UtilityReport, "pairs" | "queries"> & { readonly shifts: readonly Omit<Shift, "ncp">[] };

function withLoss(
  moved: ShiftReport,
  ncp: Readonly<Record<string, number>>,
): Pick<UtilityReport, "pairs" | "queries" | "shifts"> {
  return { ...moved, shifts: moved.shifts.map((shift) => ({ ...shift, ncp: ncp[shift.name] ?? 0 })) };
}

/** The hierarchies that the release was made with. */
export function hierarchiesOf(state: State, release: Release, original: Table): Record<string, Hierarchy> {
  const found: Record<string, Hierarchy> = {};
  for (const [name, { hierarchy }] of Object.entries(release.spec.attributes)) {
    const column = original.columns.find((one) => one.name === name);
    if (hierarchy !== undefined && column !== undefined)
      found[name] = hierarchyFor(column, hierarchy, { files: state.files });
  }
  return found;
}

/** Rows that are compared; more would tell nothing new. */
const mostRows = 50_000;

function* movedColumns(
  original: Table,
  released: Table,
  release: Release,
  hierarchies: Record<string, Hierarchy>,
): Task<ShiftReport> {
  const names = release.problem.attributes.map(({ name }) => name);
  const taken = (table: Table): Table => ({
    rows: table.rows,
    columns: names.map((name) => table.columns[columnIndex(table, name)]),
  });
  const possible = possibleRows(taken(released), { hierarchies });
  yield* report("compare", 1, 4);
  const shapes = possible.columns.map(({ shape }) => shape);
  const random = randomFrom(release.spec.seed);
  const after = thinned(drawRows(possible, random));
  const before = thinned(rowsLike(taken(original), shapes));
  yield* report("compare", 2, 4);
  const parts = shapes.map((shape, i) => partsOf(shape, before.columns[i], after.columns[i]));
  const shifts = parts.map(({ labels, before: b, after: a }, i) => {
    const counts = labels.map((label, part) => ({ label, before: share(b, part), after: share(a, part) }));
    const distance = counts.reduce((sum, one) => sum + Math.abs(one.before - one.after), 0) / 2;
    return { name: names[i], parts: counts, distance };
  });
  const pairs = [];
  for (let i = 0; i < parts.length; i++) {
    for (let j = 0; j < i; j++) {
      pairs.push({ a: names[j], b: names[i], distance: pairDistance(parts[i], parts[j]) });
    }
  }
  yield* report("compare", 3, 4);
  return { shifts, pairs, queries: queriesOf(parts, random) };
}

function thinned({ count, columns }: Rows): Rows {
  if (count <= mostRows) return { count, columns };
  const place = (i: number): number => Math.floor((i * count) / mostRows);
  return {
    count: mostRows,
    columns: columns.map((column) => Float64Array.from({ length: mostRows }, (_, i) => column[place(i)])),
  };
}

type Parts = { readonly labels: readonly string[]; readonly before: Uint8Array; readonly after: Uint8Array };

const mostParts = 12;

/** Both columns as small numbers: equal spans of a number or day, the most frequent names and the rest. */
function partsOf(shape: Shape, before: Float64Array, after: Float64Array): Parts {
  if (shape.kind === "number") return numberParts(shape, before, after);
  const counts = new Float64Array(shape.labels.length);
  for (const value of before) if (!Number.isNaN(value)) counts[value] += 1;
  const falling = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
  const kept = falling.slice(0, falling.length > mostParts ? mostParts - 1 : mostParts);
  const places = new Map(kept.map((value, place) => [value, place]));
  const part = (value: number): number => places.get(value) ?? kept.length;
  const labels = kept.map((value) => (shape.labels[value] === "" ? "missing" : shape.labels[value]));
  return { labels: [...labels, "others"], before: Uint8Array.from(before, part), after: Uint8Array.from(after, part) };
}

/** Spans of a round width; what is missing is a part of its own. */
function numberParts(shape: Extract<Shape, { kind: "number" }>, before: Float64Array, after: Float64Array): Parts {
  const rough = Math.max((shape.high - shape.low) / (mostParts - 2), 10 ** -shape.decimals);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const width = [1, 2, 5, 10].map((times) => times * unit).find((one) => one >= rough * 0.999) ?? unit;
  const start = Math.floor(shape.low / width) * width;
  const spans = Math.min(mostParts, Math.floor((shape.high - start) / width) + 1);
  const part = (value: number): number =>
    Number.isNaN(value) ? spans : Math.max(0, Math.min(spans - 1, Math.floor((value - start) / width)));
  const text = (value: number): string =>
    shape.isDate ? new Date(value * 86_400_000).toISOString().slice(0, 10) : String(Number(value.toPrecision(6)));
  const whole = shape.decimals === 0 && !shape.isDate && width > 1;
  const labels = Array.from({ length: spans }, (_, i) => {
    const from = start + i * width;
    return whole ? `${text(from)} to ${text(from + width - 1)}` : `from ${text(from)}`;
  });
  return { labels: [...labels, "missing"], before: Uint8Array.from(before, part), after: Uint8Array.from(after, part) };
}

function share(values: Uint8Array, wanted: number): number {
  let count = 0;
  for (const value of values) if (value === wanted) count += 1;
  return count / Math.max(1, values.length);
}

/** Half the sum of absolute differences of the shares of all combinations. */
function pairDistance(a: Parts, b: Parts): number {
  const shares = new Float64Array(256);
  const cell = (x: number, y: number): number => (x * 13 + y) % 256;
  for (let row = 0; row < a.before.length; row++) shares[cell(a.before[row], b.before[row])] += 1 / a.before.length;
  for (let row = 0; row < a.after.length; row++) shares[cell(a.after[row], b.after[row])] -= 1 / a.after.length;
  return shares.reduce((sum, one) => sum + Math.abs(one), 0) / 2;
}

const queriesEach = 100;

/** Counts of random combinations of parts, on the original and on the release. */
function queriesOf(parts: readonly Parts[], random: Random): UtilityReport["queries"] {
  const sizes = [1, 2, 3].filter((size) => size <= parts.length);
  return sizes.map((columns) => {
    const errors: number[] = [];
    for (let query = 0; query < queriesEach; query++) {
      const chosen = pickSome(parts.length, columns, random);
      // every query is built around a record, so that it asks for something that exists
      const around = random.below(parts[0].before.length);
      const asks = chosen.map((i) => ({ part: parts[i], value: parts[i].before[around] }));
      const [truth, found] = [counted(asks, "before"), counted(asks, "after")];
      errors.push(Math.abs(found - truth) / Math.max(truth, 1 / parts[0].before.length));
    }
    errors.sort((a, b) => a - b);
    return {
      columns,
      count: queriesEach,
      median: errors[queriesEach >> 1],
      p90: errors[Math.floor(queriesEach * 0.9)],
    };
  });
}

function counted(asks: readonly { readonly part: Parts; readonly value: number }[], side: "before" | "after"): number {
  const rows = asks[0].part[side].length;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (asks.every(({ part, value }) => part[side][row] === value)) count += 1;
  }
  return count / Math.max(1, rows);
}

function pickSome(from: number, count: number, random: Random): number[] {
  const all = Array.from({ length: from }, (_, i) => i);
  return Array.from({ length: count }, () => all.splice(random.below(all.length), 1)[0]);
}

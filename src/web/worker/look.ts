/** @file What the page looks at: windows of rows, one cohort, two attributes of a release. */
import type { Attribute } from "../../cohort/index.ts";
import { inOneSpelling } from "../../problem/index.ts";
import { type Column, columnIndex, labelAt, type Table, writtenCell, writtenText } from "../../table/index.ts";
import type { ProjectionAxis } from "../protocol.ts";
import { type Handler, type KeptRelease, keptOf, openedOf } from "./state.ts";

/** Rows that a window has at most. */
const mostRows = 500;

function textsOf(table: Table, row: number): string[] {
  return table.columns.map((_, column) => writtenCell(table, row, column));
}

function windowOf(table: Table, from: number, count: number): string[][] {
  const to = Math.min(table.rows, from + Math.min(count, mostRows));
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => textsOf(table, from + i));
}

/** A window of the table or of a release. */
export const rows: Handler<"rows"> = async (state, { of, key, from, count }) => {
  const table = of === "original" ? openedOf(state).read.table : keptOf(state, key!).release.table;
  return { rows: windowOf(table, from, count) };
};

/** Released rows beside the rows they came from. */
export const pairs: Handler<"pairs"> = async (state, { key, from, count, cohort }) => {
  const kept = keptOf(state, key);
  const { table, truth } = kept.release;
  const places =
    cohort === undefined
      ? Array.from({ length: Math.max(0, Math.min(table.rows, from + count) - from) }, (_, i) => from + i)
      : placesOf(kept, cohort, from, Math.min(count, mostRows));
  return {
    columns: table.columns.map(({ name }) => name),
    after: places.map((row) => textsOf(table, row)),
    before: places.map((row) => {
      const original = truth![row];
      return table.columns.map(({ name }) => {
        const column = kept.original.columns.findIndex((one) => one.name === name);
        return column < 0 ? "" : writtenCell(kept.original, original, column);
      });
    }),
  };
};

/** Where some of the records of a cohort stand in the release. */
function placesOf({ release, rows: byCohort }: KeptRelease, cohort: number, from: number, count: number): number[] {
  const places: number[] = [];
  const truth = release.truth!;
  let passed = 0;
  for (let row = 0; row < truth.length && places.length < count; row++) {
    if (byCohort.of[truth[row]] === cohort && passed++ >= from) places.push(row);
  }
  return places;
}

/** Values of a sensitive column that are named one by one. */
const mostValues = 12;

/** What a cohort holds. */
export const cohort: Handler<"cohort"> = async (state, { key, cohort: wanted }) => {
  const { release, original, rows: byCohort, result } = keptOf(state, key);
  const members = byCohort.rows.subarray(byCohort.starts[wanted], byCohort.starts[wanted + 1]);
  return {
    cohort: wanted,
    size: members.length,
    values: release.problem.attributes.map(({ name }, i) => {
      const { texts, textOf } = release.published[i];
      return { name, text: writtenText(columnOf(original, name), texts[textOf[wanted]] ?? "*") };
    }),
    sensitive: result.sensitive.map((name) => {
      const column = inOneSpelling(original.columns.find((one) => one.name === name)!, release.spec.spelling);
      const counts = new Map<number, number>();
      for (const row of members) counts.set(column.codes[row], (counts.get(column.codes[row]) ?? 0) + 1);
      const falling = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostValues);
      return {
        name,
        counts: falling.map(([code, count]) => [writtenText(column, labelAt(column.labels, code)), count] as const),
      };
    }),
  };
};

function columnOf(table: Table, name: string): Column {
  return table.columns[columnIndex(table, name)];
}

/** The cohort of a row of the original. */
export const cohortOfRow: Handler<"cohortOfRow"> = async (state, { key, row }) => {
  const { of } = keptOf(state, key).rows;
  return { cohort: of[row] ?? -1 };
};

/** Dots drawn of a release. */
const mostDots = 8000;

/** Boxes drawn of a release. */
const mostBoxes = 2000;

/** Two attributes of a release, others held at a value where one is named. */
export const projection: Handler<"projection"> = async (state, { key, x, y, slice, selected }) => {
  const { release, original, rows: byCohort, result } = keptOf(state, key);
  const { problem, recoding } = release;
  const axes = [problem.attributes[x], problem.attributes[y]].map((attribute) =>
    scaleOf(attribute, columnOf(original, attribute.name)),
  );
  const [across, up] = [axes[0], axes[1]];
  const held =
    slice === undefined
      ? undefined
      : { attribute: slice.attribute, rank: rankAt(problem.attributes[slice.attribute], slice.at) };
  const chosen: number[] = [];
  for (let one = 0; one < recoding.cohorts; one++) {
    if (result.marks[one] === 4) continue;
    const low = recoding.low[held?.attribute ?? 0]?.[one] ?? 0;
    const high = recoding.high[held?.attribute ?? 0]?.[one] ?? 0;
    if (held === undefined || (low <= held.rank && held.rank <= high)) chosen.push(one);
  }
  const step = Math.max(1, Math.ceil(chosen.length / mostBoxes));
  const drawn = chosen.filter((one, i) => i % step === 0 || one === selected);
  const boxes = new Float32Array(4 * drawn.length);
  drawn.forEach((one, i) => {
    boxes.set(
      [
        across.start(recoding.low[x][one]),
        up.start(recoding.low[y][one]),
        across.end(recoding.high[x][one]),
        up.end(recoding.high[y][one]),
      ],
      4 * i,
    );
  });
  const isHeld = (tuple: number): boolean => held === undefined || problem.ranks[held.attribute][tuple] === held.rank;
  const stride = Math.max(1, Math.ceil(problem.rows / mostDots));
  const dots: number[] = [];
  const dotCohorts: number[] = [];
  let records = 0;
  for (let row = 0; row < problem.rows; row += 1) {
    const tuple = problem.tupleOf[row];
    if (!isHeld(tuple)) continue;
    records += 1;
    if (held === undefined && row % stride !== 0) continue;
    if (dotCohorts.length >= mostDots) continue;
    dots.push(across.middle(problem.ranks[x][tuple], row), up.middle(problem.ranks[y][tuple], row * 7 + 3));
    dotCohorts.push(byCohort.of[row]);
  }
  return {
    x: across.axis,
    y: up.axis,
    boxes,
    cohorts: Uint32Array.from(drawn),
    all: chosen.length,
    dots: Float32Array.from(dots),
    dotCohorts: Uint32Array.from(dotCohorts),
    records,
    slice: held === undefined ? undefined : sliceText(original, problem.attributes[held.attribute], held.rank),
  };
};

function sliceText(original: Table, { name, labels }: Attribute, rank: number): string {
  return labels[rank] === undefined ? "missing" : writtenText(columnOf(original, name), labels[rank]);
}

function rankAt(attribute: Attribute, share: number): number {
  return Math.max(0, Math.min(attribute.size - 1, Math.floor(share * attribute.size)));
}

type Scale = {
  readonly axis: ProjectionAxis;
  readonly start: (rank: number) => number;
  readonly end: (rank: number) => number;
  readonly middle: (rank: number, salt: number) => number;
};

/** Numbers and days by where they lie, names side by side; what is missing has a band of its own behind them. */
function scaleOf(attribute: Attribute, column: Column): Scale {
  const { positions, size, missing, labels, name } = attribute;
  const present = missing >= 0 ? size - 1 : size;
  const byPlace = attribute.kind !== "category" && attribute.tree === undefined && attribute.range > 0 && present > 1;
  const room = missing >= 0 ? 0.94 : 1;
  const unit = byPlace ? attribute.range / Math.max(1, present - 1) : 1;
  const least = byPlace ? positions[0] : 0;
  const whole = byPlace ? attribute.range + unit : Math.max(1, present);
  const place = (rank: number): number => (byPlace ? positions[rank] - least : rank);
  const start = (rank: number): number => (rank === missing ? 0.96 : (room * place(rank)) / whole);
  const end = (rank: number): number => (rank === missing ? 1 : (room * (place(rank) + unit)) / whole);
  const wanted = Math.min(present, byPlace ? 6 : 10);
  const ticks = Array.from({ length: wanted }, (_, i) => {
    const rank = wanted === 1 ? 0 : Math.round((i * (present - 1)) / (wanted - 1));
    return { at: (start(rank) + end(rank)) / 2, label: writtenText(column, labels[rank]) };
  });
  return {
    axis: { name, ticks },
    start,
    end,
    // dots of one value are strewn over it, so that many do not look like one; the same way every time
    middle: (rank, salt) =>
      start(rank) + (end(rank) - start(rank)) * (0.15 + (0.7 * ((salt * 2654435761) % 1024)) / 1024),
  };
}

/**
 * @file What the columns of a source hold: the values of each with how often they occur, laid on the same axes as in
 * memory. The order of codes is decided here and never by an engine. A numeric column with more values than are worth
 * fetching keeps them in the store, ranked there by their numbers.
 */
import { type AlgorithmSpec, cutAxis, type FarAxis, type LongAxis } from "../algorithms/index.ts";
import { append, KohortError } from "../base/index.ts";
import { type Attribute, type Axis, boundsText, rankTotals } from "../cohort/index.ts";
import { axisFor, axisWithin, type RunOptions, sensitiveAxisFor } from "../problem/index.ts";
import type { Spec } from "../spec/index.ts";
import {
  type Column,
  labelsFrom,
  type MissingMarks,
  marksFor,
  missingCodes,
  newCodes,
  type ReadOptions,
  readingOf,
  type Spelling,
  tellingMarks,
  withKind,
} from "../table/index.ts";
import { needsQuotes } from "./line.ts";
import { isOutOfReach, numberPattern, shareDoubles } from "./shared-doubles.ts";
import type { Row, Source, Store } from "./store.ts";

/** A column that is coded in the store. */
export type Field = {
  readonly name: string;
  /** Its place among the source's columns. */
  readonly column: number;
  readonly axis: FarAxis;
  /** The whole axis, unless it is too long to be known here. */
  readonly attribute: Attribute | undefined;
  /** How often each rank occurs; for sensitive columns. */
  readonly totals: Float64Array;
  /** The table that has the code of each text. */
  readonly codes: string;
  /** For numbers and days the table that has the label of each code. */
  readonly ends: string | undefined;
  /** Its values as they are written, unless they stayed in the store. */
  readonly written: Column | undefined;
};

/** A source and how many rows and values it has. */
export type Profile = {
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly values: number; readonly quoted: boolean }[];
};

/** Values of a column past which its numbers stay in the store, and past which other columns are refused. */
export type Limits = { readonly longest: number; readonly most: number };

/** The limits unless others are stated. */
export const standardLimits: Limits = { longest: 100_000, most: 4_000_000 };

/** The source without records that have a missing value, if those are left out, and how many those are. */
export async function withoutMissing(
  store: Store,
  source: Source,
  { dropMissing, missing }: { readonly dropMissing: boolean; readonly missing: MissingMarks },
): Promise<{ readonly source: Source; readonly leftOut: number }> {
  const asked = source.names.flatMap((name, i) => {
    const marks = marksFor(missing, name);
    if (marks.length === 0) return [];
    return `${store.dialect.asText(`x${i}`)} NOT IN (${marks.map(store.dialect.literal).join(", ")})`;
  });
  if (!dropMissing || asked.length === 0) return { source, leftOut: 0 };
  const kept = asked.join(" AND ");
  const [found] = await store.query(
    `SELECT CAST(sum(CASE WHEN ${kept} THEN 0 ELSE 1 END) AS BIGINT) AS n FROM (${source.select}) s`,
  );
  return {
    source: { ...source, select: `SELECT * FROM (${source.select}) w WHERE ${kept}` },
    leftOut: Number(found.n),
  };
}

/** Columns looked at in one query: each that is read at once takes some MB of memory from whoever reads Parquet. */
const columnsAtOnce = 24;

/** Counts the rows, and about how many values each column has and whether some need quotes in CSV. */
export async function profileOf(store: Store, source: Source): Promise<Profile> {
  const places = source.names.map((_, place) => place);
  let rows = 0;
  const columns: Profile["columns"][number][] = [];
  for (let from = 0; from < places.length; from += columnsAtOnce) {
    const some = await profileSome(store, source, places.slice(from, from + columnsAtOnce));
    rows = some.rows;
    append(columns, some.columns);
  }
  return { rows, columns };
}

async function profileSome(store: Store, source: Source, places: readonly number[]): Promise<Profile> {
  const { dialect } = store;
  const texts = places.map((place) => dialect.asText(`x${place}`));
  const isQuoted = (text: string): string =>
    `max(CASE WHEN ${needsQuotes(text, source.dialect, dialect)} THEN 1 ELSE 0 END)`;
  const counts = [
    ...places.map((place) => `approx_count_distinct(x${place}) AS v${place}`),
    `${isQuoted(`concat(${texts.join(", ")})`)} AS f`,
  ];
  const [found] = await store.query(`SELECT ${["count(*) AS n", ...counts].join(", ")} FROM (${source.select}) s`);
  const flags = places.map((place, i) => `${isQuoted(texts[i])} AS f${place}`);
  const [quoted] =
    Number(found.f) === 1 ? await store.query(`SELECT ${flags.join(", ")} FROM (${source.select}) s`) : [{}];
  const rows = Number(found.n);
  return {
    rows,
    columns: places.map((place) => ({
      name: source.names[place],
      values: Math.min(rows, Number(found[`v${place}`])),
      quoted: Number(quoted[`f${place}`] ?? 0) === 1,
    })),
  };
}

/** What is needed to code a column. */
export type FieldRequest = {
  readonly attributes: Spec["attributes"];
  /** The method that will see the column, where one will. */
  readonly algorithm?: AlgorithmSpec;
  /** What stands for "not known". */
  readonly marks: MissingMarks;
  readonly options: RunOptions;
  readonly limits: Limits;
  /** A word that its tables begin with. */
  readonly prefix: string;
  /** For sensitive columns, whether values that differ only in spelling share a code. */
  readonly spelling?: Spelling;
  /** Its values, where they were fetched with those of other columns. */
  readonly known?: Column;
  /** How numbers and days are written, where that is stated. */
  readonly reading?: Pick<ReadOptions, "decimal" | "dates">;
};

/** Lays a column on its axis and puts the codes of its values into the store. */
export async function codeField(
  store: Store,
  source: Source,
  { rows, columns }: Profile,
  place: number,
  request: FieldRequest,
): Promise<Field> {
  const { attributes, limits, prefix, options, spelling } = request;
  const name = source.names[place];
  const stated = attributes[name];
  const { values } = columns[place];
  if (mayBeLong(stated, values, limits)) {
    const long = await codeLong(store, source, place, request);
    if (long !== undefined) return long;
  }
  if (values > 1.1 * limits.most) {
    throw new KohortError("input", `column "${name}" has about ${values} values in ${rows} rows`, {
      hint: `at most ${limits.most} can be coded unless they are numbers; leave the column insensitive or group its values first`,
    });
  }
  const found = request.known ?? (await dictionaries(store, source, [place], request.marks)).get(place)!;
  const column = withCheckedKind(found, stated?.kind, request.reading ?? {});
  refuseCommas(store.name, column);
  const whole =
    spelling === undefined
      ? axisFor(column, place, attributes, options)
      : sensitiveAxisFor(column, place, attributes, { ...options, spelling });
  const axis = request.algorithm === undefined ? whole : axisWithin(whole, request.algorithm);
  const { attribute } = axis;
  const codes = `${prefix}_codes`;
  await store.load(codes, { label: "TEXT", code: "INT" }, codeRows(axis));
  const hasEnds = attribute.kind !== "category" && attribute.tree === undefined && stated?.snap === undefined;
  const ends = hasEnds ? `${prefix}_ends` : undefined;
  if (ends !== undefined) {
    await store.load(
      ends,
      { code: "INT", label: "TEXT", alone: "TEXT", position: "TEXT" },
      attribute.labels.map((label, rank) => [
        rank,
        label,
        boundsText(attribute, rank, rank, "range", undefined),
        rank === attribute.missing ? null : String(attribute.positions[rank]),
      ]),
    );
  }
  return {
    name,
    column: place,
    axis: cutAxis(attribute),
    attribute,
    totals: rankTotals(axis),
    codes,
    ends,
    written: column,
  };
}

/** The columns whose values are known here, as they are written. */
export function writtenColumns(fields: readonly Field[]): Column[] {
  return fields.flatMap(({ written }) => (written === undefined ? [] : [written]));
}

/** Whether a column's values may stay in the store: numbers that nothing but their order is asked of. */
export function mayBeLong(stated: Spec["attributes"][string] | undefined, values: number, limits: Limits): boolean {
  if (values <= limits.longest || stated?.role !== "quasi-identifying") return false;
  return stated.hierarchy === undefined && stated.snap === undefined && (stated.kind ?? "number") === "number";
}

function codeRows({ rankOf, source }: Axis): (readonly [string, number])[] {
  const labels = source.labels;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return Array.from(rankOf, (rank, code) => [
    decoder.decode(labels.bytes.subarray(labels.offsets[code], labels.offsets[code + 1])),
    rank,
  ]);
}

/** The values of columns, each once, with how often it occurs; one query for all. */
export async function dictionaries(
  store: Store,
  source: Source,
  places: readonly number[],
  marks: MissingMarks,
): Promise<Map<number, Column>> {
  if (places.length === 0) return new Map();
  const fields = places.map((place) => ({ field: place, values: [store.dialect.asText(`x${place}`)] }));
  const grouped = store.dialect.byField(`(${source.select}) s`, fields, ["label"], "count(*) AS n");
  const rows = await store.query(`SELECT field, label, n FROM (${grouped}) d ORDER BY field, label`);
  return new Map(
    places.map((place) => [
      place,
      columnOf(
        source.names[place],
        rows.filter(({ field }) => Number(field) === place),
        marksFor(marks, source.names[place]),
      ),
    ]),
  );
}

/** Columns of nothing but the values that often mean "not known", as far as they occur, and what tells them from answers. */
export async function likelyMissingIn(
  store: Store,
  source: Source,
  places: readonly number[],
  marks: MissingMarks,
): Promise<Column[]> {
  if (places.length === 0) return [];
  const wanted = tellingMarks.map(store.dialect.literal).join(", ");
  const parts = places.map((place) => {
    const text = store.dialect.asText(`x${place}`);
    return `SELECT ${place} AS field, ${text} AS label, count(*) AS n FROM (${source.select}) s WHERE ${text} IN (${wanted}) GROUP BY ${text}`;
  });
  const rows = await store.query(`SELECT field, label, n FROM (${parts.join(" UNION ALL ")}) m ORDER BY field, label`);
  return places.map((place) =>
    columnOf(
      source.names[place],
      rows.filter(({ field }) => Number(field) === place),
      marksFor(marks, source.names[place]),
    ),
  );
}

function columnOf(name: string, found: readonly Row[], marks: readonly string[]): Column {
  const labels = labelsFrom(found.map(({ label }) => String(label)));
  const codes = newCodes(found.length, found.length);
  for (let code = 0; code < codes.length; code++) codes[code] = code;
  return {
    name,
    kind: "category",
    codes,
    labels,
    missing: missingCodes(labels, marks),
    counts: Float64Array.from(found, ({ n }) => Number(n)),
  };
}

/** The column with its kind; its codes are no rows, so an error must not name one. */
function withCheckedKind(
  column: Column,
  asked: Column["kind"] | undefined,
  reading: NonNullable<FieldRequest["reading"]>,
): Column {
  try {
    return withKind(column, asked, readingOf(column.name, reading));
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    throw new KohortError(error.code, error.message.replace(/: row \d+ has /, ": it has "), { hint: error.hint });
  }
}

/** Refuses a column of numbers with decimal commas: in the store its values are texts with commas. */
function refuseCommas(name: Store["name"], column: Column): void {
  if (column.decimal === undefined) return;
  throw new KohortError("input", `column "${column.name}" has decimal commas, which the ${name} engine does not read`, {
    hint: 'use `engine: "memory"`, write the numbers with points, or read the column as a category',
  });
}

const leadingZeros = "^ *[+-]?0[0-9]";

/** Ranks the numbers of a column in the store; undefined if they are no numbers. */
async function codeLong(
  store: Store,
  source: Source,
  place: number,
  { attributes, marks: missing, prefix }: FieldRequest,
): Promise<Field | undefined> {
  const { dialect } = store;
  const stated = attributes[source.names[place]];
  const marks = marksFor(missing, source.names[place]).map(dialect.literal).join(", ");
  const isMissing = marks === "" ? "false" : `label IN (${marks})`;
  const wrong = [
    `NOT ${dialect.matches("label", numberPattern)}`,
    isOutOfReach(store),
    ...(stated?.kind === "number" ? [] : [dialect.matches("label", leadingZeros)]),
  ].join(" OR ");
  const labels = `${prefix}_labels`;
  const codes = `${prefix}_codes`;
  const ends = `${prefix}_ends`;
  const text = dialect.asText(`x${place}`);
  await store.run(dialect.create(labels, `SELECT DISTINCT ${text} AS label FROM (${source.select}) s`));
  const [faults] = await store.query(`SELECT count(*) AS n FROM ${labels} WHERE NOT (${isMissing}) AND (${wrong})`);
  if (Number(faults.n) > 0 || (await shareDoubles(store, labels, isMissing))) {
    await store.drop(labels);
    return undefined;
  }
  const number = `CASE WHEN ${isMissing} THEN NULL ELSE CAST(trim(label) AS DOUBLE) + 0.0 END`;
  const ranked = `SELECT label, number, CAST(dense_rank() OVER (ORDER BY number ASC NULLS LAST) - 1 AS INT) AS code FROM (SELECT label, ${number} AS number FROM ${labels}) l`;
  await store.run(dialect.create(codes, ranked));
  await store.run(
    dialect.create(
      ends,
      `SELECT code, any_value(number) AS position, min_by(label, named) AS label, min_by(label, named) AS alone FROM (SELECT *, lpad(CAST(length(label) AS ${dialect.text}), 6, '0') || label AS named FROM ${codes}) c GROUP BY code`,
    ),
  );
  await store.drop(labels);
  const [range] = await store.query(
    `SELECT max(code) + 1 AS size, min(position) AS low, max(position) AS high, max(CASE WHEN position IS NULL THEN code ELSE -1 END) AS missing FROM ${ends}`,
  );
  return {
    name: source.names[place],
    column: place,
    axis: longAxis(range, stated?.weight ?? 1),
    attribute: undefined,
    totals: new Float64Array(0),
    codes,
    ends,
    written: undefined,
  };
}

function longAxis({ size, low, high, missing }: Row, weight: number): LongAxis {
  return { long: true, size: Number(size), missing: Number(missing), range: Number(high) - Number(low), weight };
}

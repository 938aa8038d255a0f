/** @file From cut tuples to published values: every leaf's box, what each box is written as, and the released rows. */
import { isLong } from "../algorithms/index.ts";
import { KohortError } from "../base/index.ts";
import { any, boundsText } from "../cohort/index.ts";
import type { Host } from "../engine/index.ts";
import { nothingLost, publishedLoss, type TextShare, textReader } from "../quality/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { type Top, type Tuples, tupleColumns } from "./levels.ts";
import { packedKeys } from "./packed.ts";
import type { Field } from "./profile.ts";
import { leavesPerNode, type ShardJob } from "./shard.ts";
import type { Row, Source, Store, WriteRequest } from "./store.ts";

/** Tuples with their leaves, as a relation. */
export type LeafTuples = { readonly relation: string };

/** Lets workers finish the nodes that were left for them, and checks that what came back is what went out. */
export async function finishNodes(
  store: Store,
  tuples: Tuples,
  top: Top,
  job: ShardJob,
  host: Host,
): Promise<LeafTuples> {
  const columns = tupleColumns(tuples);
  const closed = top.nodes.filter(({ isLeaf }) => isLeaf).map(({ node }) => node);
  const relations: string[] = [];
  if (closed.length < top.nodes.length) {
    const long = tuples.quasi.flatMap(({ axis, ends }, i) => (isLong(axis) ? [{ i, ends: ends! }] : []));
    const positions = long.map(({ i }) => `e${i}.position AS p${i}`);
    const joins = long.map(({ i, ends }) => ` JOIN ${ends} e${i} ON e${i}.code = t.c${i}`).join("");
    const where = closed.length === 0 ? "" : ` WHERE t.node NOT IN (${closed.join(", ")})`;
    const sent = ["t.node", ...columns.map((name) => `t.${name}`), ...positions];
    const table = `${tuples.table}_leaves`;
    await store.cutShards(
      {
        job,
        select: `SELECT ${sent.join(", ")} FROM ${top.table} t${joins}${where}`,
        columns: ["node", ...columns, ...long.map(({ i }) => `p${i}`)],
        table,
        nodes: top.nodes.length - closed.length,
      },
      host,
    );
    relations.push(`SELECT ${columns.join(", ")}, leaf FROM ${table}`);
  }
  if (closed.length > 0) {
    relations.push(
      `SELECT ${columns.join(", ")}, CAST(node AS BIGINT) * ${leavesPerNode} AS leaf FROM ${top.table} WHERE node IN (${closed.join(", ")})`,
    );
  }
  const relation = `(${relations.join(" UNION ALL ")})`;
  await checkNodes(store, relation, columns, top);
  return { relation };
}

/** As many records must come back from every node as went out, and nothing may have been lost in a conversion. */
async function checkNodes(store: Store, relation: string, columns: readonly string[], top: Top): Promise<void> {
  const lost = [...columns, "leaf"].map((name) => `${name} IS NULL`).join(" OR ");
  const rows = await store.query(
    `SELECT ${store.dialect.divide("leaf", String(leavesPerNode))} AS node, CAST(sum(n) AS BIGINT) AS records, CAST(sum(CASE WHEN ${lost} THEN 1 ELSE 0 END) AS BIGINT) AS lost FROM ${relation} t GROUP BY 1`,
  );
  const found = new Map(rows.map((row) => [row.node === null ? -1 : Number(row.node), row]));
  const broken = rows.find((row) => row.node === null || Number(row.lost) > 0);
  const wrong = top.nodes.find(({ node, records }) => Number(found.get(node)?.records ?? 0) !== records);
  if (broken === undefined && wrong === undefined && found.size === top.nodes.length) return;
  const where = wrong === undefined ? undefined : `node ${wrong.node}: ${wrong.records} records went out`;
  throw new KohortError("audit", "a worker gave back something else than it was given", {
    hint: "nothing was published; a conversion failed or a worker is broken, run it again",
    where: broken === undefined ? where : "a value came back as NULL",
  });
}

/** What was lost, and how it is written. */
export type LeafFigures = {
  /** NCP of each quasi-identifier. */
  readonly ncp: readonly number[];
  /** The same with a hierarchy's nodes counted from 0, where there is one. */
  readonly loss: readonly number[] | undefined;
  /** Per quasi-identifier whether some of its texts need quotes in CSV. */
  readonly quoted: readonly boolean[];
};

/** The table of what each leaf is published as. */
export const recodedTable = "recoded";

/** Makes the boxes of the leaves and what they are published as. */
export async function publishLeaves(
  store: Store,
  tuples: Tuples,
  { relation }: LeafTuples,
  spec: FullSpec,
  quotes: (text: string) => string,
): Promise<LeafFigures> {
  const { quasi, records } = tuples;
  const bounds = quasi.flatMap((_, i) => [`min(c${i}) AS l${i}`, `max(c${i}) AS h${i}`]);
  await store.run(
    store.dialect.create(
      "leaves",
      `SELECT leaf, CAST(sum(n) AS BIGINT) AS records, ${bounds.join(", ")} FROM ${relation} t GROUP BY leaf`,
    ),
  );
  const published: PublishedText[] = [];
  const lost = await endsLost(store, quasi);
  const pairs = await pairsOf(store, quasi);
  for (const [i, field] of quasi.entries()) {
    published.push(
      field.ends === undefined
        ? await publishPairs(store, field, i, spec, pairs.get(i)!, records)
        : publishEnds(field, i, lost.get(i)! / records),
    );
  }
  await store.run(
    store.dialect.create(
      recodedTable,
      `SELECT b.leaf, ${published.map(({ text }, i) => `${text} AS t${i}`).join(", ")} FROM leaves b${published.map(({ join }) => join).join("")}`,
    ),
  );
  const flags = quasi.map((_, i) => `max(CASE WHEN ${quotes(`t${i}`)} THEN 1 ELSE 0 END) AS f${i}`);
  const [found] = await store.query(`SELECT ${flags.join(", ")} FROM ${recodedTable}`);
  const hasTree = quasi.some(({ attribute }) => attribute?.tree !== undefined);
  return {
    ncp: published.map(({ ncp }) => ncp),
    quoted: quasi.map((_, i) => Number(found[`f${i}`]) === 1),
    loss: hasTree ? published.map(({ loss }) => loss) : undefined,
  };
}

/** How a quasi-identifier's text is found for a leaf `b`, and what it loses. */
type PublishedText = { readonly text: string; readonly join: string; readonly ncp: number; readonly loss: number };

function endsJoin({ ends }: Field, i: number): string {
  return ` JOIN ${ends} a${i} ON a${i}.code = b.l${i} JOIN ${ends} z${i} ON z${i}.code = b.h${i}`;
}

/** What numbers and days lose, each summed over the records; one query for all of them. */
async function endsLost(store: Store, quasi: readonly Field[]): Promise<Map<number, number>> {
  const ends = quasi.flatMap((field, i) => (field.ends === undefined ? [] : [{ field, i }]));
  if (ends.length === 0) return new Map();
  const sums = ends.map(({ field: { axis }, i }) => {
    const span = `(CAST(z${i}.position AS DOUBLE) - CAST(a${i}.position AS DOUBLE)) / CAST('${axis.range}' AS DOUBLE)`;
    const share = `CASE WHEN b.l${i} = b.h${i} THEN 0e0 WHEN b.h${i} = ${axis.missing} THEN 1e0 ELSE ${axis.range === 0 ? "0e0" : span} END`;
    return `sum(b.records * ${share}) AS lost${i}`;
  });
  const joins = ends.map(({ field, i }) => endsJoin(field, i)).join("");
  const [found] = await store.query(`SELECT ${sums.join(", ")} FROM leaves b${joins}`);
  return new Map(ends.map(({ i }) => [i, Number(found[`lost${i}`])]));
}

/** Numbers and days: the labels of both ends. */
function publishEnds(field: Field, i: number, ncp: number): PublishedText {
  const text = `CASE WHEN b.l${i} = b.h${i} THEN a${i}.alone WHEN b.h${i} = ${field.axis.missing} THEN '${any}' ELSE concat('[', a${i}.label, '..', z${i}.label, ']') END`;
  return { text, join: endsJoin(field, i), ncp, loss: ncp };
}

/** The pairs of ends that occur, with their records, of everything that is no plain number or day; one query. */
async function pairsOf(store: Store, quasi: readonly Field[]): Promise<Map<number, Row[]>> {
  const places = quasi.flatMap((field, i) => (field.ends === undefined ? [i] : []));
  if (places.length === 0) return new Map();
  const fields = places.map((i) => ({ field: i, values: [`l${i}`, `h${i}`] }));
  const sums = "CAST(sum(records) AS BIGINT) AS records";
  const rows = await store.query(
    `SELECT * FROM (${store.dialect.byField("leaves", fields, ["low", "high"], sums)}) p ORDER BY field, low, high`,
  );
  return new Map(places.map((i) => [i, rows.filter(({ field }) => Number(field) === i)]));
}

/** Names, hierarchies and snapped ranges: what each pair of ends is written as is decided here. */
async function publishPairs(
  store: Store,
  field: Field,
  i: number,
  spec: FullSpec,
  pairs: readonly Row[],
  records: number,
): Promise<PublishedText> {
  const attribute = field.attribute!;
  const snap = spec.attributes[field.name]?.snap;
  const read = textReader(attribute);
  const cells: [TextShare, number][] = [];
  const rows = pairs.map((pair) => {
    const [low, high] = [Number(pair.low), Number(pair.high)];
    const text = boundsText(attribute, low, high, "range", snap);
    const reading = read(text);
    cells.push([reading?.kind === "share" ? reading.share : nothingLost, Number(pair.records)]);
    return [low, high, text] as const;
  });
  const table = `texts${i}`;
  await store.load(table, { low: "INT", high: "INT", text: "TEXT" }, rows);
  const join = ` JOIN ${table} p${i} ON p${i}.low = b.l${i} AND p${i}.high = b.h${i}`;
  const { ncp, loss } = publishedLoss([{ weight: 1, cells }], { records, leftOut: 0 });
  return { text: `p${i}.text`, join, ncp, loss };
}

/** Rows of the source with what is kept of them and their codes: `c0`, … for quasi-identifiers, `s0`, … for sensitive columns. */
export function codedRows(
  store: Store,
  source: Source,
  { quasi, sensitive }: Pick<Tuples, "quasi" | "sensitive">,
  kept: readonly string[],
): string {
  const fields = [
    ...quasi.map((field, i) => ({ field, code: `c${i}` })),
    ...sensitive.map((field, i) => ({ field, code: `s${i}` })),
  ];
  const codes = fields.map(({ code }) => `d${code}.code AS ${code}`);
  const joins = fields.map(
    ({ field, code }) =>
      ` JOIN ${field.codes} d${code} ON d${code}.label = ${store.dialect.asText(`x.x${field.column}`)}`,
  );
  return `SELECT ${[...kept, ...codes].join(", ")} FROM (${source.select}) x${joins.join("")}`;
}

/** Rows of the source with some of their own columns, their codes `c0`, … and their leaf. */
export function leafedRows(
  store: Store,
  source: Source,
  tuples: Tuples,
  { relation }: LeafTuples,
  own: readonly { readonly value: string; readonly name: string }[],
): string {
  const keysOf = (from: string) => packedKeys(tuples, from).map((key, i) => `${key} AS key${i}`);
  const same = keysOf("").map((_, i) => `t.key${i} = r.key${i}`);
  const names = [...own.map(({ name }) => name), ...tuples.quasi.map((_, i) => `c${i}`)];
  const kept = own.map(({ value, name }) => `${value} AS ${name}`);
  const rows = `SELECT ${[...names, ...keysOf("q")].join(", ")} FROM (${codedRows(store, source, tuples, kept)}) q`;
  const leafed = `SELECT ${["u.leaf", ...keysOf("u")].join(", ")} FROM ${relation} u`;
  return `SELECT ${[...names.map((name) => `r.${name}`), "t.leaf"].join(", ")} FROM (${rows}) r JOIN (${leafed}) t ON ${same.join(" AND ")}`;
}

/** The released rows: quasi-identifiers as their leaf is published, everything else as it was; columns `o0`, … */
export function releasedRows(
  store: Store,
  source: Source,
  tuples: Tuples,
  { relation }: LeafTuples,
  released: readonly number[],
): WriteRequest["select"] {
  const textOf = new Map(tuples.quasi.map(({ column }, i) => [column, `l.t${i}`]));
  const columns = released.map((column, i) => `${textOf.get(column) ?? `r.x${column}`} AS o${i}`);
  const kept = released.flatMap((column, i) => (textOf.has(column) ? [] : [{ column, i }]));
  const keysOf = (from: string) => packedKeys(tuples, from).map((key, i) => `${key} AS key${i}`);
  const same = keysOf("").map((_, i) => `t.key${i} = r.key${i}`);
  return (form) => {
    const own = kept.map(({ column, i }) => `${form(i, `x.x${column}`)} AS x${column}`);
    const coded = codedRows(store, source, tuples, own);
    const rows = `SELECT ${[...kept.map(({ column }) => `x${column}`), ...keysOf("q")].join(", ")} FROM (${coded}) q`;
    const leafed = `SELECT ${["u.leaf", ...keysOf("u")].join(", ")} FROM ${relation} u`;
    return `SELECT ${columns.join(", ")} FROM (${rows}) r JOIN (${leafed}) t ON ${same.join(" AND ")} JOIN ${recodedTable} l ON l.leaf = t.leaf`;
  };
}

/**
 * @file Mondrian level by level over tuples that lie in a store. At each level the decision at every open node says
 * which counts it needs, one query adds them all up, and when all decisions are made one statement moves every tuple
 * to its child. A node that fits a worker is left for it; one that cannot be cut is a leaf.
 */
import {
  decideCut,
  type FarBench,
  type FarCut,
  type FarNode,
  isLong,
  type NodeCounts,
  restOf,
} from "../algorithms/index.ts";
import type { Host } from "../engine/index.ts";
import type { Field } from "./profile.ts";
import type { Row, Store } from "./store.ts";

/** The tuples of a source in a store: a rank per field, and how many records share them. */
export type Tuples = {
  readonly table: string;
  readonly tuples: number;
  readonly records: number;
  readonly quasi: readonly Field[];
  readonly sensitive: readonly Field[];
};

/** A node of the upper tree that is done with: a leaf, or left for a worker. */
export type TopNode = { readonly node: number; readonly records: number; readonly isLeaf: boolean };

/** The upper tree: where the tuples with their nodes are, and what was done. */
export type Top = {
  readonly table: string;
  readonly nodes: readonly TopNode[];
  readonly levels: number;
  /** How many times counts were asked for. */
  readonly rounds: number;
  /** How many counts came back in all. */
  readonly counted: number;
};

type OpenNode = FarNode & { readonly node: number; readonly tuples: number };

/** Cuts until every node fits a worker. */
export async function cutLevels(
  store: Store,
  tuples: Tuples,
  bench: FarBench,
  { fits, host }: { readonly fits: number; readonly host: Host },
): Promise<Top> {
  const done: TopNode[] = [];
  let table = tuples.table;
  let known = new Map([[0, tuples.sensitive.map(({ totals }) => totals)]]);
  let next = 1;
  let [levels, rounds, counted] = [0, 0, 0];
  for (let from = 0; known.size > 0; ) {
    const open: OpenNode[] = [];
    for (const node of await boundsOf(store, table, from, tuples, known)) {
      if (node.tuples <= fits) done.push({ node: node.node, records: node.records, isLeaf: false });
      else open.push(node);
    }
    if (open.length === 0) break;
    host.signal?.throwIfAborted();
    const share = done.reduce((sum, { records }) => sum + records, 0);
    const note = `level ${levels + 1}: ${open.length} open ${open.length === 1 ? "node" : "nodes"}`;
    host.onProgress?.({ kind: "progress", stage: "search", done: share, total: tuples.records, note });
    const decided = await decideAll(store, table, open, tuples, bench);
    rounds += decided.rounds;
    counted += decided.counted;
    known = new Map();
    from = next;
    const cuts: { readonly node: number; readonly child: number; readonly cut: FarCut }[] = [];
    open.forEach(({ node, records, histograms }, index) => {
      const cut = decided.cuts[index];
      if (cut === undefined) {
        done.push({ node, records, isLeaf: true });
        return;
      }
      cuts.push({ node, child: next, cut });
      known.set(next, [...cut.left]);
      known.set(next + 1, restOf(histograms, cut.left));
      next += 2;
    });
    if (cuts.length === 0) break;
    levels++;
    table = await moveTuples(store, table, `${tuples.table}_level${levels}`, cuts, tuples);
  }
  return { table, nodes: done, levels, rounds, counted };
}

/** The columns of tuples: codes, sensitive codes, weight. */
export function tupleColumns({ quasi, sensitive }: Pick<Tuples, "quasi" | "sensitive">): string[] {
  return [...quasi.map((_, i) => `c${i}`), ...sensitive.map((_, i) => `s${i}`), "n"];
}

/** How many tuples and records the nodes from a number on have, and between which ranks they lie. */
async function boundsOf(
  store: Store,
  table: string,
  from: number,
  { quasi }: Tuples,
  known: ReadonlyMap<number, readonly Float64Array[]>,
): Promise<OpenNode[]> {
  const bounds = quasi.flatMap(({ axis }, i) => {
    const ends = [`min(c${i}) AS l${i}`, `max(c${i}) AS h${i}`];
    return isLong(axis) ? [...ends, `max(CASE WHEN c${i} = ${axis.missing} THEN -1 ELSE c${i} END) AS k${i}`] : ends;
  });
  const select = `SELECT node, count(*) AS tuples, CAST(sum(n) AS BIGINT) AS records, ${bounds.join(", ")} FROM ${table} WHERE node >= ${from} GROUP BY node`;
  const long = quasi.flatMap(({ axis, ends }, i) => (isLong(axis) ? [{ i, ends: ends! }] : []));
  const positions = long.map(({ i }) => `, a${i}.position AS p${i}, b${i}.position AS q${i}`).join("");
  const joins = long.map(
    ({ i, ends }) => ` LEFT JOIN ${ends} a${i} ON a${i}.code = b.l${i} LEFT JOIN ${ends} b${i} ON b${i}.code = b.k${i}`,
  );
  const rows = await store.query(`SELECT b.*${positions} FROM (${select}) b${joins.join("")} ORDER BY node`);
  return rows.map((row) => {
    const node = Number(row.node);
    return {
      node,
      tuples: Number(row.tuples),
      records: Number(row.records),
      low: quasi.map((_, i) => Number(row[`l${i}`])),
      high: quasi.map((_, i) => Number(row[`h${i}`])),
      ends: quasi.map(({ axis }, i) => (isLong(axis) ? [Number(row[`p${i}`]), Number(row[`q${i}`])] : undefined)),
      histograms: known.get(node)!,
    };
  });
}

type LevelDecision = {
  readonly cuts: readonly (FarCut | undefined)[];
  readonly rounds: number;
  readonly counted: number;
};

/** Makes the decisions of all open nodes side by side: each round one query answers what all of them ask. */
async function decideAll(
  store: Store,
  table: string,
  open: readonly OpenNode[],
  tuples: Tuples,
  bench: FarBench,
): Promise<LevelDecision> {
  const deciding = open.map((node) => decideCut(node, bench));
  const steps = deciding.map((decision) => decision.next());
  const cuts = new Array<FarCut | undefined>(open.length);
  let [rounds, counted] = [0, 0];
  for (;;) {
    const asking = steps.flatMap((step, index) => (step.done === true ? [] : [{ index, ask: step.value }]));
    if (asking.length === 0) break;
    rounds++;
    const asks = asking.map(({ index, ask }) => ({ node: open[index].node, ...ask }));
    const told = await countRuns(store, table, asks, tuples);
    counted += told.rows;
    for (const [nth, { index }] of asking.entries()) steps[index] = deciding[index].next(told.answers[nth]);
  }
  steps.forEach((step, index) => {
    cuts[index] = step.done === true ? step.value : undefined;
  });
  return { cuts, rounds, counted };
}

type NodeAsk = {
  readonly node: number;
  readonly attribute: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
};

/** Adds up what is asked for, in one query, or one per sensitive column. */
async function countRuns(
  store: Store,
  table: string,
  asks: readonly NodeAsk[],
  { quasi, sensitive }: Tuples,
): Promise<{ readonly answers: readonly NodeCounts[]; readonly rows: number }> {
  const values = asks.map((ask) => `(${[ask.node, ask.attribute, ask.low, ask.high, ask.width].join(", ")})`);
  const chosen = `CASE a.attribute ${quasi.map((_, i) => `WHEN ${i} THEN t.c${i}`).join(" ")} END`;
  const secrets = sensitive.map((_, i) => `, t.s${i}`).join("");
  const asked = `SELECT t.node, t.n${secrets}, ${chosen} AS c, a.low, a.high, a.width FROM ${table} t JOIN (SELECT * FROM (VALUES ${values.join(", ")}) AS v(node, attribute, low, high, width)) a ON t.node = a.node`;
  const run = store.dialect.divide("(c - low)", "width");
  const select = (more: string): string =>
    `SELECT node, run${more === "" ? "" : `, ${more} AS value`}, CAST(sum(n) AS BIGINT) AS n FROM (SELECT *, ${run} AS run FROM (${asked}) q WHERE c BETWEEN low AND high) r GROUP BY node, run${more === "" ? "" : `, ${more}`}`;
  const found: Row[][] = [];
  if (sensitive.length === 0) found.push(await store.query(select("")));
  for (const nth of sensitive.keys()) found.push(await store.query(select(`s${nth}`)));
  const place = new Map(asks.map(({ node }, index) => [node, index]));
  const counts = asks.map(({ low, high, width }) => new Float64Array(Math.floor((high - low) / width) + 1));
  for (const row of found[0]) counts[place.get(Number(row.node))!][Number(row.run)] += Number(row.n);
  const perValue = asks.map(() =>
    sensitive.map(() => ({ run: [] as number[], value: [] as number[], count: [] as number[] })),
  );
  if (sensitive.length > 0) {
    found.forEach((rows, nth) => {
      for (const row of rows) {
        const own = perValue[place.get(Number(row.node))!][nth];
        own.run.push(Number(row.run));
        own.value.push(Number(row.value));
        own.count.push(Number(row.n));
      }
    });
  }
  return {
    answers: asks.map((_, index) => ({ counts: counts[index], values: perValue[index] })),
    rows: found.reduce((sum, rows) => sum + rows.length, 0),
  };
}

/** Gives every tuple of a node that was cut the number of its child. */
async function moveTuples(
  store: Store,
  from: string,
  to: string,
  cuts: readonly { readonly node: number; readonly child: number; readonly cut: FarCut }[],
  tuples: Tuples,
): Promise<string> {
  const values = cuts.map(({ node, child, cut }) => `(${node}, ${cut.attribute}, ${cut.rank}, ${child})`);
  const chosen = `CASE a.attribute ${tuples.quasi.map((_, i) => `WHEN ${i} THEN t.c${i}`).join(" ")} END`;
  const columns = tupleColumns(tuples).map((name) => `t.${name}`);
  await store.run(
    store.dialect.create(
      to,
      `SELECT CASE WHEN a.node IS NULL THEN t.node WHEN ${chosen} <= a.cut THEN a.child ELSE a.child + 1 END AS node, ${columns.join(", ")} FROM ${from} t LEFT JOIN (SELECT * FROM (VALUES ${values.join(", ")}) AS v(node, attribute, cut, child)) a ON t.node = a.node`,
    ),
  );
  await store.drop(from);
  return to;
}

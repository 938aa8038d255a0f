/** @file How many combinations of values there are before and after; equal numbers are one value however they are written. */
import type { Audit } from "../audit/index.ts";
import { codedRows, recodedTable } from "./leaves.ts";
import type { Tuples } from "./levels.ts";
import type { Field } from "./profile.ts";
import type { Source, Store } from "./store.ts";

/** How many combinations of quasi-identifiers there were; values that a minimum level makes one code count apart. */
export async function distinctTuples(store: Store, source: Source, all: Tuples): Promise<number> {
  const { quasi, sensitive, tuples, table } = all;
  const twins = quasi.map(twinsOf);
  const isText = quasi.map(({ attribute }, i) => attribute?.floor !== undefined || twins[i].size > 0);
  if (isText.includes(true)) {
    const own = quasi.flatMap(({ column }, i) =>
      isText[i] ? [`${inOneText(store, store.dialect.asText(`x.x${column}`), twins[i])} AS v${i}`] : [],
    );
    const values = quasi.map((_, i) => (isText[i] ? `v${i}` : `c${i}`)).join(", ");
    return count(store, `SELECT DISTINCT ${values} FROM (${codedRows(store, source, all, own)}) r`);
  }
  if (sensitive.length === 0) return tuples;
  return count(store, `SELECT DISTINCT ${quasi.map((_, i) => `c${i}`).join(", ")} FROM ${table}`);
}

/** How many are published. */
export async function distinctPublished(store: Store, { quasi }: Tuples, release: Audit["release"]): Promise<number> {
  const twins = quasi.map(twinsOf);
  if (twins.every(({ size }) => size === 0)) return release.cohorts;
  const values = twins.map((own, i) => `${inOneText(store, `t${i}`, own)} AS v${i}`);
  const found = await count(store, `SELECT DISTINCT ${values.join(", ")} FROM ${recodedTable}`);
  return found - (release.suppressed > 0 ? 1 : 0);
}

async function count(store: Store, select: string): Promise<number> {
  const [found] = await store.query(`SELECT count(*) AS n FROM (${select}) d`);
  return Number(found.n);
}

/** The texts of numbers under a hierarchy that another text means as well, with that one. */
function twinsOf({ attribute }: Field): ReadonlyMap<string, string> {
  const twins = new Map<string, string>();
  if (attribute?.kind !== "number" || attribute.tree === undefined) return twins;
  const first = new Map<number, string>();
  for (const label of attribute.tree.tree.leaves) {
    const number = Number(label);
    const known = first.get(number);
    if (known === undefined) first.set(number, label);
    else twins.set(label, known);
  }
  return twins;
}

/** A text as an expression, with each number written in one way. */
function inOneText({ dialect }: Store, text: string, twins: ReadonlyMap<string, string>): string {
  if (twins.size === 0) return text;
  const cases = [...twins].map(([own, other]) => `WHEN ${dialect.literal(own)} THEN ${dialect.literal(other)}`);
  return `CASE ${text} ${cases.join(" ")} ELSE ${text} END`;
}

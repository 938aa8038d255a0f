/** @file Whose rows lie in a store. Releases there count rows, so they are refused where rows are not people. */
import { KohortError } from "../../base/index.ts";
import { choosePerson, mayNumber, type Repetition } from "../../run/index.ts";
import { columnsWith, type Spec } from "../../spec/index.ts";
import { type MissingMarks, marksFor } from "../../table/index.ts";
import type { Source, Store } from "./store.ts";

/** Refuses a table in which somebody has several rows or a row lacks an identifier; returns what is to be warned of. */
export async function refusePeople(
  store: Store,
  source: Source,
  spec: Spec,
  missing: MissingMarks,
): Promise<readonly string[]> {
  const [stated] = columnsWith(spec, "person");
  const names = source.names.filter((name) => (stated === undefined ? mayNumber(name, spec) : name === stated));
  const counted: (Repetition & { readonly all: number })[] = [];
  for (const name of names) counted.push(await repetitionIn(store, source, name, marksFor(missing, name)));
  const { column, warnings } = choosePerson(spec, () => counted);
  const own = counted.find(({ name }) => name === column);
  if (own === undefined || own.values === own.all) return warnings;
  throw new KohortError(
    "spec",
    `the ${store.name} engine counts rows, and by column "${own.name}" ${own.all} rows belong to ${own.values} people`,
    { hint: "use --engine memory, which counts people, or count rows with --person none" },
  );
}

/** How often values of a column occur, in all and without those that are missing. */
async function repetitionIn(
  store: Store,
  source: Source,
  name: string,
  missing: readonly string[],
): Promise<Repetition & { readonly all: number }> {
  const { dialect } = store;
  const text = dialect.asText(`x${source.names.indexOf(name)}`);
  const known =
    missing.length === 0
      ? text
      : `CASE WHEN ${text} IN (${missing.map(dialect.literal).join(", ")}) THEN NULL ELSE ${text} END`;
  const [found] = await store.query(
    `SELECT count(*) AS n, count(who) AS known, count(DISTINCT who) AS people FROM (SELECT ${known} AS who FROM (${source.select}) s) w`,
  );
  return { name, all: Number(found!.n), rows: Number(found!.known), values: Number(found!.people) };
}

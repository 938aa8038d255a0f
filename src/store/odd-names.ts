import type { OddName } from "../audit/index.ts";
import { figureNamed } from "../table/index.ts";
import type { Source, Store } from "./store.ts";

/** The names of a source's columns that look like values, as they are found in memory. */
export async function oddNamesInStore(store: Store, source: Source): Promise<OddName[]> {
  const { asText, literal } = store.dialect;
  const sums = source.names.map(
    (name, place) => `max(CASE WHEN ${asText(`x.x${place}`)} = ${literal(name)} THEN 1 ELSE 0 END) AS h${place}`,
  );
  const [row] = await store.query(`SELECT ${sums.join(", ")} FROM (${source.select}) x`);
  return source.names.flatMap((name, place): OddName[] => {
    const like = figureNamed(name) ?? (Number(row[`h${place}`] ?? 0) > 0 ? "value" : undefined);
    return like === undefined ? [] : [{ name, like }];
  });
}

/** @file From rows to tuples: the columns that matter are coded, and rows with equal codes are folded into one. */
import { algorithmOf, isLong } from "../algorithms/index.ts";
import { KohortError } from "../base/index.ts";
import { hierarchyFiles } from "../engine/index.ts";
import { sensitiveNamesOf } from "../problem/index.ts";
import { columnsWith, type FullSpec } from "../spec/index.ts";
import type { Spelling } from "../table/index.ts";
import type { StoreRequest } from "./anonymize-in-store.ts";
import { codedRows } from "./leaves.ts";
import type { Tuples } from "./levels.ts";
import { packedKeys, unpacked } from "./packed.ts";
import { codeField, dictionaries, type Field, mayBeLong, type Profile, standardLimits } from "./profile.ts";
import type { Source, Store } from "./store.ts";

/** The coded columns: quasi-identifiers, the sensitive ones that goals look at, and all sensitive ones. */
export type Fields = {
  readonly quasi: readonly Field[];
  readonly sensitive: readonly Field[];
  readonly shown: readonly Field[];
};

/** Codes the columns that a spec gives a role. */
export async function codeFields(
  store: Store,
  source: Source,
  profile: Profile,
  spec: FullSpec,
  request: Pick<StoreRequest, "folder" | "limits">,
): Promise<Fields> {
  const options = { files: hierarchyFiles(spec, request.folder) };
  const limits = { ...standardLimits, ...request.limits };
  const quasiNames = columnsWith(spec, "quasi-identifying");
  const all = columnsWith(spec, "sensitive");
  const short = source.names.flatMap((name, place) => {
    const { values } = profile.columns[place];
    const isWanted = quasiNames.includes(name) || all.includes(name);
    return isWanted && values <= limits.most && !mayBeLong(spec.attributes[name], values, limits) ? [place] : [];
  });
  const known = await dictionaries(store, source, short, spec.input.missing);
  const code = async (names: readonly string[], prefix: string, spelling?: Spelling): Promise<Field[]> => {
    const found: Field[] = [];
    for (const [place, name] of source.names.entries()) {
      if (!names.includes(name)) continue;
      const own = {
        attributes: spec.attributes,
        algorithm: spec.algorithm,
        marks: spec.input.missing,
        reading: {
          decimal: spec.input.decimal,
          dates: spec.input.dates,
        },
        options,
        limits,
        prefix: `${prefix}${found.length}`,
        spelling,
        known: known.has(place) ? known.get(place)! : undefined,
      };
      found.push(await codeField(store, source, profile, place, own));
    }
    return found;
  };
  const quasi = await code(quasiNames, "quasi");
  const shown = await code(all, "sensitive", spec.spelling);
  const counted = sensitiveNamesOf(spec.privacy, all);
  const long = quasi.find(({ axis }) => isLong(axis));
  const score = algorithmOf(spec.algorithm).far?.(spec.algorithm).score;
  if (long !== undefined && (score === "entropy" || score === "negative-entropy")) {
    throw new KohortError("spec", `the score ${score} needs all values of "${long.name}", which has too many`, {
      hint: "leave score out, or group the values first",
    });
  }
  return { quasi, sensitive: counted.map((name) => shown.find((field) => field.name === name)!), shown };
}

/** Folds the rows into weighted tuples, in the store. */
export async function foldRows(
  store: Store,
  source: Source,
  { quasi, sensitive }: Fields,
  rows: number,
): Promise<Tuples> {
  const table = "tuples";
  const codes = { quasi, sensitive };
  const keys = packedKeys(codes, "r");
  const names = keys.map((_, i) => `key${i}`).join(", ");
  const packed = `SELECT ${keys.map((key, i) => `${key} AS key${i}`).join(", ")} FROM (${codedRows(store, source, codes, [])}) r`;
  await store.run(
    store.dialect.create(
      table,
      `SELECT 0 AS node, ${unpacked(codes, store.dialect).join(", ")}, n FROM (SELECT ${names}, count(*) AS n FROM (${packed}) p GROUP BY ${names}) g`,
    ),
  );
  const [found] = await store.query(`SELECT count(*) AS tuples, CAST(sum(n) AS BIGINT) AS records FROM ${table}`);
  const records = Number(found.records);
  if (records !== rows) {
    throw new KohortError("input", `${rows} rows were read, but ${records} are in the tuples`, {
      hint: "the input changed while it was read; run it again",
    });
  }
  return { table, tuples: Number(found.tuples), records, quasi, sensitive };
}

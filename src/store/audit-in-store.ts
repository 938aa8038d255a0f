/** @file Measures data that stays where it lies. */

import { type Audit, type AuditOptions, auditWarnings, ownerSpec, refuseWithoutInput } from "../audit/index.ts";
import { KohortError } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import type { TableCounts } from "../privacy/index.ts";
import { sensitiveNamesOf } from "../problem/index.ts";
import { marksFor } from "../table/index.ts";
import { withoutBlank } from "./blank.ts";
import { sensitiveCountsOf } from "./counts.ts";
import { measureRelation } from "./measure.ts";
import { oddNamesInStore } from "./odd-names.ts";
import { measurePeople, peopleIn } from "./people.ts";
import {
  codeField,
  type Field,
  likelyMissingIn,
  profileOf,
  standardLimits,
  withoutMissing,
  writtenColumns,
} from "./profile.ts";
import { refuseAddress, refuseGoals, refuseNames, refusePrepared } from "./refuse.ts";
import { isParquet, type SourceAddress } from "./source.ts";
import type { Store } from "./store.ts";

/** What to audit in a store. */
export type StoreAuditRequest = {
  readonly address: SourceAddress;
  /** What to measure, once the columns are known. */
  readonly optionsOf: (names: readonly string[]) => AuditOptions;
  /** Leaves records out that have a missing value. */
  readonly dropMissing?: boolean;
};

/** Measures a table in a store as it stands. */
export async function auditInStore(
  store: Store,
  request: StoreAuditRequest,
  host: Host = {},
): Promise<{ readonly audit: Audit; readonly columns: number }> {
  host.onProgress?.({ kind: "progress", stage: "audit", done: 0, total: 0 });
  refuseAddress(store.name, request.address);
  const whole = await store.open(request.address);
  refuseNames(store.name, whole.names, { inFiles: isParquet(request.address) });
  const options = request.optionsOf(whole.names);
  const { privacy = [], sensitive = [], attributes = {}, missing = [""] } = options;
  refuseGoals(store.name, privacy);
  refusePrepared(store.name, attributes);
  if (options.original !== undefined || options.population !== undefined) {
    throw new KohortError("usage", `the ${store.name} engine measures the table alone`, {
      hint: 'leave `original` and `population` out, or use `engine: "memory"`',
    });
  }
  refuseWithoutInput(options);
  const kept = await withoutMissing(store, whole, { dropMissing: request.dropMissing ?? false, missing });
  const { names } = kept.source;
  const { relation: rows, blank } = await withoutBlank(
    store,
    `(${kept.source.select})`,
    names.map((_, i) => `x${i}`),
  );
  const source = { ...kept.source, select: `SELECT * FROM ${rows} k` };
  const profile = await profileOf(store, source);
  if (profile.rows === 0) throw new KohortError("input", "the table has no rows");
  const columns = names.map((name, i) => `x${i} AS ${store.dialect.identifier(name)}`).join(", ");
  const relation = `(SELECT ${columns} FROM (${source.select}) s)`;
  const odd = await oddNamesInStore(store, source);
  const { column, taken, warnings: owner } = await peopleIn(store, source, ownerSpec(options, names), missing);
  const { quasiIdentifiers, fraction } = options;
  const asked = { relation, quasiIdentifiers, goals: privacy, blank, fraction };
  if (column !== undefined) {
    const person = { column, taken, missing: marksFor(missing, column) };
    const audit = await measurePeople(store, { ...asked, person });
    const warnings = auditWarnings(options, { names, odd, owner, spelled: [], measured: [] });
    return { audit: { ...audit, warnings }, columns: names.length };
  }
  const fields: Field[] = [];
  for (const name of sensitive) {
    const column = {
      attributes,
      marks: missing,
      options: options.files === undefined ? {} : { files: options.files },
      limits: standardLimits,
      prefix: `sensitive${fields.length}`,
      spelling: options.spelling ?? "folded",
    };
    fields.push(await codeField(store, source, profile, source.names.indexOf(name), column));
  }
  const counted = sensitiveNamesOf(privacy, sensitive);
  const looked = counted.map((name) => fields.find((field) => field.name === name)!);
  const counts: TableCounts = sensitiveCountsOf(looked, profile.rows).counts;
  const { audit } = await measureRelation(store, { ...asked, sensitive: fields, counts });
  const measuredNames = [...quasiIdentifiers, ...sensitive];
  const places = names.flatMap((name, place) => (measuredNames.includes(name) ? [place] : []));
  const measured = await likelyMissingIn(store, source, places, missing);
  const unchecked = quasiIdentifiers.filter((name) => attributes[name]?.levels !== undefined);
  return {
    audit: {
      ...audit,
      warnings: auditWarnings(options, { names, odd, owner, spelled: writtenColumns(fields), measured }),
      uncheckedLevels: unchecked.length === 0 ? undefined : unchecked,
    },
    columns: names.length,
  };
}

/** @file Measures data that stays where it lies. */

import {
  type Audit,
  type AuditOptions,
  absentWarnings,
  headerWarnings,
  identifyingWarnings,
  missingWarnings,
  refuseWithoutInput,
} from "../audit/index.ts";
import { KohortError } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import type { TableCounts } from "../privacy/index.ts";
import { sensitiveNamesOf } from "../problem/index.ts";
import type { Spec } from "../spec/index.ts";
import { marksFor } from "../table/index.ts";
import { withoutBlank } from "./blank.ts";
import { sensitiveCountsOf } from "./counts.ts";
import { measureRelation } from "./measure.ts";
import { oddNamesInStore } from "./odd-names.ts";
import { measurePeople, peopleIn } from "./people.ts";
import { codeField, type Field, likelyMissingIn, profileOf, standardLimits, withoutMissing } from "./profile.ts";
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
  const { source, blank } = await withoutBlank(store, kept.source);
  const profile = await profileOf(store, source);
  if (profile.rows === 0) throw new KohortError("input", "the table has no rows");
  const columns = source.names.map((name, i) => `x${i} AS ${store.dialect.identifier(name)}`).join(", ");
  const relation = `(SELECT ${columns} FROM (${source.select}) s)`;
  const named = [
    ...headerWarnings(await oddNamesInStore(store, source)).map(({ sentence }) => sentence),
    ...identifyingWarnings(source.names, attributes),
  ];
  const { column, taken, warnings: said } = await peopleIn(store, source, whoseSpec(options, source.names), missing);
  const warnings = [...said, ...absentWarnings(source.names, options)];
  if (column !== undefined) {
    const person = { column, taken, missing: marksFor(missing, column) };
    const { quasiIdentifiers, fraction } = options;
    const asked = { relation, quasiIdentifiers, goals: privacy, person, blank };
    const audit = await measurePeople(store, fraction === undefined ? asked : { ...asked, fraction });
    return { audit: { ...audit, warnings: [...named, ...audit.warnings] }, columns: source.names.length };
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
  const { audit } = await measureRelation(store, {
    relation,
    quasiIdentifiers: options.quasiIdentifiers,
    sensitive: fields,
    goals: privacy,
    counts,
    spelling: options.spelling ?? "folded",
    blank,
    fraction: options.fraction,
  });
  const measuredNames = [...options.quasiIdentifiers, ...sensitive];
  const places = source.names.flatMap((name, place) => (measuredNames.includes(name) ? [place] : []));
  const likely = await likelyMissingIn(store, source, places, missing);
  const told = [...warnings, ...named, ...audit.warnings, ...missingWarnings(likely, missing)];
  const unchecked = options.quasiIdentifiers.filter((name) => attributes[name]?.levels !== undefined);
  return {
    audit: { ...audit, warnings: told, ...(unchecked.length === 0 ? {} : { uncheckedLevels: unchecked }) },
    columns: source.names.length,
  };
}

/** What is said of whose rows they are; where rows are counted, a column that names people only warns. */
function whoseSpec({ attributes: all = {}, countRows = false }: AuditOptions, names: readonly string[]): Spec {
  const attributes = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  if (!countRows) return { version: 1, attributes, privacy: [] };
  const named = Object.entries(attributes).map(([name, attribute]) => [
    name,
    attribute.role === "person" ? { ...attribute, role: "identifying" as const } : attribute,
  ]);
  return { version: 1, attributes: Object.fromEntries(named), privacy: [], person: "none" };
}

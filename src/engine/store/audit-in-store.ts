/** @file Measures data that stays where it lies. */
import { KohortError } from "../../base/index.ts";
import type { TableCounts } from "../../privacy/index.ts";
import {
  type Audit,
  type AuditOptions,
  identifyingWarnings,
  missingWarnings,
  refuseWithoutInput,
  sensitiveNamesOf,
} from "../../run/index.ts";
import type { Host } from "../host.ts";
import { withoutBlank } from "./blank.ts";
import { sensitiveCountsOf } from "./counts.ts";
import { measureRelation } from "./measure.ts";
import { refusePeople } from "./people.ts";
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
      hint: "leave --original and --population out, or use --engine memory",
    });
  }
  refuseWithoutInput(options);
  const kept = await withoutMissing(store, whole, { dropMissing: request.dropMissing ?? false, missing });
  const { source, blank } = await withoutBlank(store, kept.source);
  const profile = await profileOf(store, source);
  if (profile.rows === 0) throw new KohortError("input", "the table has no rows");
  if (options.countRows !== true) await refusePeople(store, source, { version: 1, attributes, privacy: [] }, missing);
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
  const aliased = source.names.map((name, i) => `x${i} AS ${store.dialect.identifier(name)}`).join(", ");
  const { audit } = await measureRelation(store, {
    relation: `(SELECT ${aliased} FROM (${source.select}) s)`,
    quasiIdentifiers: options.quasiIdentifiers,
    sensitive: fields,
    goals: privacy,
    counts,
    spelling: options.spelling ?? "folded",
    blank,
    ...(options.fraction === undefined ? {} : { fraction: options.fraction }),
  });
  const named = [...options.quasiIdentifiers, ...sensitive];
  const places = source.names.flatMap((name, place) => (named.includes(name) ? [place] : []));
  const likely = await likelyMissingIn(store, source, places, missing);
  const warnings = [
    ...identifyingWarnings(source.names, attributes),
    ...audit.warnings,
    ...missingWarnings(likely, missing),
  ];
  return { audit: { ...audit, warnings }, columns: source.names.length };
}

/** @file Makes a release of data that stays where it lies: profile, tuples, levels, shards, write, audit, publish. */
import { isLong, judgeOf } from "../../algorithms/index.ts";
import { KohortError } from "../../base/index.ts";
import type { TableCounts } from "../../privacy/index.ts";
import {
  type Audit,
  type Disclosure,
  droppedColumns,
  leastSize,
  type Quality,
  refuseInfeasible,
  sensitiveNamesOf,
  warningsOf,
} from "../../run/index.ts";
import { checkSpec, columnsWith, type FullSpec, type Spec } from "../../spec/index.ts";
import { hasFault } from "../fault.ts";
import { hierarchyFiles } from "../files.ts";
import type { Host } from "../host.ts";
import { type Stages, stopwatch } from "../stopwatch.ts";
import { sensitiveCountsOf } from "./counts.ts";
import { codedRows, finishNodes, type LeafFigures, publishLeaves, releasedRows } from "./leaves.ts";
import { cutLevels, type Tuples, tupleColumns } from "./levels.ts";
import { needsQuotes } from "./line.ts";
import { measureRelation } from "./measure.ts";
import {
  codeField,
  dictionaries,
  type Field,
  type Limits,
  mayBeLong,
  type Profile,
  profileOf,
  standardLimits,
} from "./profile.ts";
import { refuseJudgedTogether, storeSpec } from "./refuse.ts";
import type { ShardJob } from "./shard.ts";
import type { SourceAddress } from "./source.ts";
import type { Source, Store, StoreFormat } from "./store.ts";

/** What to anonymize in a store, by what spec, and where the release goes. */
export type StoreRequest = {
  readonly address: SourceAddress;
  /** The spec, once the columns are known. */
  readonly specOf: (names: readonly string[]) => Spec;
  /** Where files that the spec names are looked for. */
  readonly folder: string;
  readonly output: string;
  readonly format: StoreFormat;
  readonly force?: boolean;
  /** Writes nothing that stays. */
  readonly reportOnly?: boolean;
  /** In how many parts the tuples are cut at least before workers finish them. */
  readonly shards?: number;
  readonly limits?: Partial<Limits>;
  /** How many runs of ranks are counted at once. */
  readonly runs?: number;
};

/** A release that was written in a store and audited from its bytes. */
export type StoreOutcome = {
  readonly spec: FullSpec;
  readonly rows: number;
  readonly cohorts: { readonly count: number; readonly smallest: number; readonly largest: number };
  readonly quality: Quality;
  readonly disclosure: readonly Disclosure[];
  readonly audit: Audit;
  readonly input: { readonly rows: number; readonly leftOut: number; readonly columns: number };
  readonly sha256: string;
  readonly bytes: number;
  readonly time: Stages;
  readonly cpu: Stages;
  readonly search: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** Runs of ranks that are counted at once unless stated. */
const standardRuns = 1024;

/** Makes a release in a store: written where nobody looks, audited from its bytes, and only then put in its place. */
export async function anonymizeInStore(store: Store, request: StoreRequest, given: Host = {}): Promise<StoreOutcome> {
  const watch = stopwatch();
  const host = watched(given, watch.mark);
  let current = "read";
  const enter = (stage: string): void => {
    watch.mark(current);
    current = stage;
    host.signal?.throwIfAborted();
    host.onProgress?.({ kind: "progress", stage, done: 0, total: 0 });
  };
  enter("read");
  const whole = await store.open(request.address);
  const spec = storeSpec(store.name, request.specOf(whole.names));
  checkSpec(spec, whole.names);
  const { source, leftOut } = await withoutMissing(store, whole, spec);
  const profile = await profileOf(store, source);
  if (profile.rows === 0) throw new KohortError("input", "the table has no rows");
  const fields = await codeFields(store, source, profile, spec, request);
  const { counts, problem } = sensitiveCountsOf(fields.sensitive, profile.rows);
  refuseJudgedTogether(store.name, spec, counts);
  refuseInfeasible(problem, spec.privacy);
  enter("fold");
  const tuples = await foldRows(store, source, fields, profile.rows);
  enter("search");
  const job = jobOf(spec, fields, counts, store, tuples);
  const fits = Math.min(
    job.atMost,
    request.shards === undefined ? job.atMost : Math.ceil(tuples.tuples / request.shards),
  );
  const bench = {
    axes: job.axes,
    judge: judgeOf(job.requirement),
    score: job.score,
    runs: request.runs ?? standardRuns,
  };
  const top = await cutLevels(store, tuples, bench, { fits, host });
  const leafed = await finishNodes(store, tuples, top, job, host);
  enter("apply");
  const written = /\.(tsv|tab)$/i.test(request.output) ? { ...source.dialect, delimiter: "\t" } : source.dialect;
  const figures = await publishLeaves(store, tuples, leafed, spec, (text) => needsQuotes(text, written, store.dialect));
  enter("write");
  const dropped = droppedColumns({ columns: source.names.map((name) => ({ name })) }, spec);
  const released = profile.columns.filter((_, column) => !dropped.has(column));
  const recoded = new Map(fields.quasi.map(({ name }, i) => [name, figures.quoted[i]!]));
  const isTabbed = written !== source.dialect;
  const draft = await store.write(
    {
      select: releasedRows(store, source, tuples, leafed, dropped),
      names: released.map(({ name }) => name),
      quoted: released.map(({ name, quoted }) => isTabbed || (recoded.get(name) ?? quoted)),
      dialect: source.dialect,
      written,
      output: request.output,
      format: request.format,
    },
    host,
  );
  try {
    enter("audit");
    const measured = await measureRelation(store, {
      relation: draft.relation,
      quasiIdentifiers: fields.quasi.map(({ name }) => name),
      sensitive: fields.shown,
      goals: spec.privacy,
      counts,
    });
    refuseBroken(measured.audit, profile.rows);
    const sha256 = await draft.sha256();
    const quality = await qualityOf(store, { ...tuples, table: top.table }, figures, spec, measured.audit);
    watch.mark("audit");
    const { release } = measured.audit;
    const outcome: StoreOutcome = {
      spec,
      rows: release.rows,
      cohorts: { count: release.cohorts, smallest: release.smallest, largest: release.largest },
      quality,
      disclosure: measured.disclosure,
      audit: measured.audit,
      input: { rows: profile.rows + leftOut, leftOut, columns: source.names.length },
      sha256,
      bytes: draft.bytes,
      time: watch.wall(),
      cpu: watch.cpu(),
      search: {
        engine: {
          name: store.name,
          tuples: tuples.tuples,
          levels: top.levels,
          rounds: top.rounds,
          counts: top.counted,
          shards: top.nodes.filter(({ isLeaf }) => !isLeaf).length,
          ...store.facts(),
        },
      },
      warnings: warningsOf(profile, fields.quasi.map(shownAttribute), spec),
    };
    if (request.reportOnly === true) await draft.discard();
    else await draft.publish(request.force ?? false);
    return outcome;
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

function watched(given: Host, mark: (stage: string) => void): Host {
  return {
    ...given,
    onProgress: (progress) => {
      mark(progress.stage);
      given.onProgress?.(progress);
    },
  };
}

/** The source without records that have a missing value, if the spec leaves them out, and how many those are. */
async function withoutMissing(
  store: Store,
  source: Source,
  { input }: FullSpec,
): Promise<{ readonly source: Source; readonly leftOut: number }> {
  if (!input.dropMissing || input.missing.length === 0) return { source, leftOut: 0 };
  const marks = input.missing.map(store.dialect.literal).join(", ");
  const kept = source.names.map((_, i) => `${store.dialect.asText(`x${i}`)} NOT IN (${marks})`).join(" AND ");
  const [found] = await store.query(
    `SELECT CAST(sum(CASE WHEN ${kept} THEN 0 ELSE 1 END) AS BIGINT) AS n FROM (${source.select}) s`,
  );
  return {
    source: { ...source, select: `SELECT * FROM (${source.select}) w WHERE ${kept}` },
    leftOut: Number(found!.n),
  };
}

/** The coded columns: quasi-identifiers, the sensitive ones that goals look at, and all sensitive ones. */
type Fields = {
  readonly quasi: readonly Field[];
  readonly sensitive: readonly Field[];
  readonly shown: readonly Field[];
};

async function codeFields(
  store: Store,
  source: Source,
  profile: Profile,
  spec: FullSpec,
  request: StoreRequest,
): Promise<Fields> {
  const options = { files: hierarchyFiles(spec, request.folder) };
  const limits = { ...standardLimits, ...request.limits };
  const quasiNames = columnsWith(spec, "quasi-identifying");
  const all = columnsWith(spec, "sensitive");
  const short = source.names.flatMap((name, place) => {
    const { values } = profile.columns[place]!;
    const isWanted = quasiNames.includes(name) || all.includes(name);
    return isWanted && values <= limits.most && !mayBeLong(spec.attributes[name], values, limits) ? [place] : [];
  });
  const known = await dictionaries(store, source, short, spec.input.missing);
  const code = async (names: readonly string[], prefix: string): Promise<Field[]> => {
    const found: Field[] = [];
    for (const [place, name] of source.names.entries()) {
      if (!names.includes(name)) continue;
      const own = {
        attributes: spec.attributes,
        marks: spec.input.missing,
        options,
        limits,
        prefix: `${prefix}${found.length}`,
        ...(known.has(place) ? { known: known.get(place)! } : {}),
      };
      found.push(await codeField(store, source, profile, place, own));
    }
    return found;
  };
  const quasi = await code(quasiNames, "quasi");
  const shown = await code(all, "sensitive");
  const counted = sensitiveNamesOf(spec.privacy, all);
  const long = quasi.find(({ axis }) => isLong(axis));
  const score = spec.algorithm.name === "mondrian" ? spec.algorithm.score : undefined;
  if (long !== undefined && (score === "entropy" || score === "negative-entropy")) {
    throw new KohortError("spec", `the score ${score} needs all values of "${long.name}", which has too many`, {
      hint: "leave score out, or group the values first",
    });
  }
  return { quasi, sensitive: counted.map((name) => shown.find((field) => field.name === name)!), shown };
}

/** Folds the rows into weighted tuples, in the store. */
async function foldRows(store: Store, source: Source, { quasi, sensitive }: Fields, rows: number): Promise<Tuples> {
  const table = "tuples";
  const columns = tupleColumns({ quasi, sensitive }).slice(0, -1);
  await store.run(
    store.dialect.create(
      table,
      `SELECT 0 AS node, ${columns.join(", ")}, count(*) AS n FROM (${codedRows(store, source, { quasi, sensitive })}) r GROUP BY ${columns.join(", ")}`,
    ),
  );
  const [found] = await store.query(`SELECT count(*) AS tuples, CAST(sum(n) AS BIGINT) AS records FROM ${table}`);
  const records = Number(found!.records);
  if (records !== rows) {
    throw new KohortError("input", `${rows} rows were read, but ${records} are in the tuples`, {
      hint: "the input changed while it was read; run it again",
    });
  }
  return { table, tuples: Number(found!.tuples), records, quasi, sensitive };
}

function jobOf(
  spec: FullSpec,
  { quasi, sensitive }: Fields,
  counts: TableCounts,
  store: Store,
  tuples: Tuples,
): ShardJob {
  const score = spec.algorithm.name === "mondrian" ? (spec.algorithm.score ?? "normalised-span") : "normalised-span";
  const fault = (["kernel-exit", "kernel-null", "kernel-room"] as const).find(hasFault);
  return {
    axes: quasi.map(({ axis }) => axis),
    sensitive: sensitive.length,
    requirement: { goals: spec.privacy, table: counts },
    score,
    atMost: store.shardTuples(quasi.length + sensitive.length, tuples.tuples),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Refuses a release that is not what was made. */
function refuseBroken(audit: Audit, rows: number): void {
  const hint = "the release was not published; what was written is not what was made, check the disk and run it again";
  if (audit.release.rows !== rows) {
    throw new KohortError("audit", `the written release has ${audit.release.rows} rows, the input ${rows}`, { hint });
  }
  const failed = audit.privacy.find((verdict) => !verdict.holds);
  if (failed === undefined) return;
  throw new KohortError(
    "audit",
    `the written release does not hold ${failed.model}: asked ${failed.asked}, measured ${failed.measured}`,
    { hint },
  );
}

async function qualityOf(
  store: Store,
  tuples: Tuples,
  { ncp, loss }: LeafFigures,
  spec: FullSpec,
  { release }: Audit,
): Promise<Quality> {
  const weights = tuples.quasi.map(({ axis }) => Math.max(0, axis.weight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const weighted = (shares: readonly number[]): number =>
    total === 0 ? 0 : shares.reduce((sum, share, i) => sum + share * weights[i]!, 0) / total;
  const averageCohort = tuples.records / release.cohorts;
  return {
    ncp: weighted(ncp),
    ...(loss === undefined ? {} : { loss: weighted(loss) }),
    discernibility: release.squares,
    averageCohort,
    cAvg: averageCohort / leastSize(spec),
    distinctLost: (await distinctTuples(store, tuples)) - release.cohorts,
    attributes: Object.fromEntries(tuples.quasi.map(({ name }, i) => [name, ncp[i]!])),
  };
}

/** How many combinations of quasi-identifiers there were. */
async function distinctTuples(store: Store, { quasi, sensitive, tuples, table }: Tuples): Promise<number> {
  if (sensitive.length === 0) return tuples;
  const columns = quasi.map((_, i) => `c${i}`).join(", ");
  const [found] = await store.query(`SELECT count(*) AS n FROM (SELECT DISTINCT ${columns} FROM ${table}) d`);
  return Number(found!.n);
}

function shownAttribute({ name, attribute, axis }: Field) {
  return attribute ?? { name, kind: "number" as const, size: axis.size };
}

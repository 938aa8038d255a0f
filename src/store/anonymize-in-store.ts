/** @file Makes a release of data that stays where it lies: profile, tuples, levels, shards, write, audit, publish. */
import { judgeOf } from "../algorithms/index.ts";
import {
  type AttributeDisclosure,
  type Audit,
  leastSize,
  missingWarnings,
  type PrivacyWarning,
  type Telling,
  warningsOf,
} from "../audit/index.ts";
import { append, KohortError } from "../base/index.ts";
import { any } from "../cohort/index.ts";
import { type Draft, type Host, publishAll, type Stages, stopwatch } from "../engine/index.ts";
import type { TableCounts } from "../privacy/index.ts";
import { droppedColumns, refuseInfeasible, spellingWarnings } from "../problem/index.ts";
import { weightedLoss } from "../quality/index.ts";
import { type Quality, qualityOf, refuseUnheld } from "../release/index.ts";
import {
  checkSpec,
  type FullSpec,
  type Spec,
  type UnpublishedColumn,
  unpublishedColumns,
  withEveryRole,
} from "../spec/index.ts";
import { withoutBlank } from "./blank.ts";
import { outsideLevelsIn } from "./check-levels.ts";
import { sensitiveCountsOf } from "./counts.ts";
import { distinctPublished, distinctTuples } from "./distinct.ts";
import { codeFields, type Fields, foldRows } from "./fields.ts";
import { finishNodes, type LeafFigures, publishLeaves, recodedTable, releasedRows } from "./leaves.ts";
import { cutLevels, type Tuples } from "./levels.ts";
import { needsQuotes } from "./line.ts";
import { measureRelation } from "./measure.ts";
import { refusePeople } from "./people.ts";
import { type Field, type Limits, type Profile, profileOf, withoutMissing, writtenColumns } from "./profile.ts";
import { refuseAddress, refuseJudgedTogether, refuseNames, storeSpec } from "./refuse.ts";
import type { ShardJob } from "./shard.ts";
import { isParquet, type SourceAddress } from "./source.ts";
import type { Source, Store, StoreFormat, WriteColumn } from "./store.ts";
import { tellingInStore } from "./telling-in-store.ts";

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
  /** Writes drafts of what else goes out with the release; they are published with it, or none of them is. */
  readonly beside?: (outcome: StoreOutcome) => Promise<readonly Draft[]>;
};

/** A release that was written in a store and audited from its bytes. */
export type StoreOutcome = {
  readonly spec: FullSpec;
  readonly rows: number;
  readonly cohorts: { readonly count: number; readonly smallest: number; readonly largest: number };
  readonly quality: Quality;
  readonly disclosure: readonly AttributeDisclosure[];
  readonly audit: Audit;
  readonly input: { readonly rows: number; readonly leftOut: number; readonly columns: number };
  readonly sha256: string;
  readonly bytes: number;
  readonly time: Stages;
  readonly cpu: Stages;
  readonly search: Readonly<Record<string, unknown>>;
  /** What the published columns tell that no goal speaks of. */
  readonly told: Telling;
  readonly privacyWarnings: readonly PrivacyWarning[];
  /** The columns of the input that are not published. */
  readonly unpublished: readonly UnpublishedColumn[];
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
  refuseAddress(store.name, request.address);
  const whole = await store.open(request.address);
  refuseNames(store.name, whole.names, { inFiles: isParquet(request.address) || request.format === "parquet" });
  const stated = storeSpec(store.name, request.specOf(whole.names));
  checkSpec(stated, whole.names);
  const spec = withEveryRole(stated, whole.names);
  const { source, leftOut } = await withoutMissing(store, whole, spec.input);
  const profile = await profileOf(store, source);
  if (profile.rows === 0) throw new KohortError("input", "the table has no rows");
  const repeated = await refusePeople(store, source, spec, spec.input.missing);
  const fields = await codeFields(store, source, profile, spec, request);
  const { counts, problem } = sensitiveCountsOf(fields.sensitive, profile.rows);
  refuseJudgedTogether(store.name, spec, counts);
  refuseInfeasible(problem, spec);
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
  enter("check");
  const dropped = droppedColumns({ columns: source.names.map((name) => ({ name })) }, spec);
  const released = source.names.flatMap((_, column) => (dropped.has(column) ? [] : [column]));
  const checked = await tellingInStore(store, { source, profile, tuples, leafed, released, spec, people: repeated });
  enter("write");
  const isTabbed = written !== source.dialect;
  const draft = await store.write(
    {
      select: releasedRows(store, source, tuples, leafed, released),
      columns: released.map((column) => writtenColumn(column, { source, profile, tuples, figures, isTabbed })),
      rows: profile.rows,
      dialect: source.dialect,
      written,
      output: request.output,
      format: request.format,
    },
    host,
  );
  const beside: Draft[] = [];
  try {
    enter("audit");
    const names = released.map((column) => source.names[column]);
    const measured = await measureRelation(store, {
      ...(await judgedRelation(store, draft.relation, names, fields)),
      quasiIdentifiers: fields.quasi.map(({ name }) => name),
      sensitive: fields.shown,
      goals: spec.privacy,
      counts,
    });
    const outside = await outsideLevelsIn(store, draft.relation, fields.quasi, spec);
    refuseUnheld({ ...measured.audit, outside }, { table: profile });
    const sha256 = await draft.sha256();
    const quality = await storeQuality(store, source, { ...tuples, table: top.table }, figures, spec, measured.audit);
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
      ...checked,
      unpublished: unpublishedColumns(source.names, spec),
      warnings: [
        ...checked.privacyWarnings.map(({ sentence }) => sentence),
        ...warningsOf(profile, fields.quasi.map(shownAttribute), spec),
        ...spellingWarnings(writtenColumns(fields.shown), spec.spelling),
        ...missingWarnings(writtenColumns([...fields.quasi, ...fields.shown]), spec.input.missing),
      ],
    };
    const force = request.force ?? false;
    append(beside, (await request.beside?.(outcome)) ?? []);
    await publishAll(
      beside.map((other) => ({ draft: other, force })),
      () => (request.reportOnly === true ? draft.discard() : draft.publish(force)),
    );
    return outcome;
  } catch (error) {
    for (const other of beside) other.discard();
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

function jobOf(
  spec: FullSpec,
  { quasi, sensitive }: Fields,
  counts: TableCounts,
  store: Store,
  tuples: Tuples,
): ShardJob {
  const score = spec.algorithm.name === "mondrian" ? (spec.algorithm.score ?? "normalised-span") : "normalised-span";
  return {
    axes: quasi.map(({ axis }) => axis),
    sensitive: sensitive.length,
    requirement: { goals: spec.privacy, table: counts },
    score,
    atMost: store.shardTuples(quasi.length + sensitive.length, tuples.tuples),
  };
}

type Written = {
  readonly source: Source;
  readonly profile: Profile;
  readonly tuples: Tuples;
  readonly figures: LeafFigures;
  readonly isTabbed: boolean;
};

/** A column of the source as it is released. */
function writtenColumn(place: number, { source, profile, tuples, figures, isTabbed }: Written): WriteColumn {
  const { name, values, quoted } = profile.columns[place];
  const nth = tuples.quasi.findIndex(({ column }) => column === place);
  if (nth < 0) {
    const from = { relation: `(${source.select}) s`, column: `x${place}`, isRecoded: false };
    return { name, quoted: isTabbed || quoted, from, values };
  }
  const from = { relation: recodedTable, column: `t${nth}`, isRecoded: true };
  return { name, quoted: isTabbed || figures.quoted[nth], from, values: undefined };
}

/** The records of a release that are judged: all, but for those that carry nothing where some may. */
async function judgedRelation(
  store: Store,
  relation: string,
  names: readonly string[],
  { quasi, shown }: Fields,
): Promise<{ readonly relation: string; readonly blank: number }> {
  const stars = quasi.map((_, i) => `t${i} = ${store.dialect.literal(any)}`).join(" AND ");
  const [starred] = await store.query(`SELECT count(*) AS n FROM ${recodedTable} WHERE ${stars}`);
  if (Number(starred.n) === 0) return { relation, blank: 0 };
  const found = await withoutBlank(store, relation, names.map(store.dialect.identifier));
  if (found.blank === 0 || shown.length === 0) return found;
  throw new KohortError("infeasible", `the ${store.name} engine cannot judge records with * in every cell`, {
    hint: `a sensitive column has the value "${any}" itself; write it otherwise, or use \`engine: "memory"\``,
  });
}

async function storeQuality(
  store: Store,
  source: Source,
  tuples: Tuples,
  { ncp, loss }: LeafFigures,
  spec: FullSpec,
  { release }: Audit,
): Promise<Quality> {
  const { quasi, records } = tuples;
  return qualityOf({
    lost: weightedLoss(quasi.map(({ axis: { weight } }, i) => ({ weight, ncp: ncp[i], loss: loss?.[i] ?? ncp[i] }))),
    names: quasi.map(({ name }) => name),
    hasTree: loss !== undefined,
    sizes: new Float64Array(0),
    matched: { squares: release.squares, average: (records - release.suppressed) / release.cohorts },
    k: leastSize(spec),
    records,
    leftOut: release.suppressed,
    distinct: {
      before: await distinctTuples(store, source, tuples),
      after: await distinctPublished(store, tuples, release),
    },
  });
}

function shownAttribute({ name, attribute, axis }: Field) {
  return attribute ?? { name, kind: "number" as const, size: axis.size };
}

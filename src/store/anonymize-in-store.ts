/** @file Makes a release of data that stays where it lies: profile, tuples, levels, shards, write, audit, publish. */
import { algorithmOf, judgeOf } from "../algorithms/index.ts";
import {
  type AttributeDisclosure,
  type Audit,
  leastSize,
  missingWarnings,
  type PrivacyWarning,
  type Telling,
  warningsOf,
} from "../audit/index.ts";
import { drive, KohortError, type Task, wait } from "../base/index.ts";
import { any } from "../cohort/index.ts";
import {
  commitDrafts,
  draftSide,
  type FileCompanion,
  type Host,
  type SideDraft,
  type Stages,
  watched,
} from "../engine/index.ts";
import type { TableCounts } from "../privacy/index.ts";
import { droppedColumns, refuseInfeasible, spellingWarnings } from "../problem/index.ts";
import { type Publication, publish, type Sink } from "../publish/index.ts";
import { weightedLoss } from "../quality/index.ts";
import { type Quality, qualityOf } from "../release/index.ts";
import {
  checkSpec,
  type FullSpec,
  type Spec,
  type UnpublishedColumn,
  unpublishedColumns,
  withEveryRole,
} from "../spec/index.ts";
import type { WriteDialect } from "../table/index.ts";
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
import { isParquet, isRemote, type SourceAddress } from "./source.ts";
import type { Source, Store, StoreDraft, StoreFormat, WriteColumn } from "./store.ts";
import { tellingInStore } from "./telling-in-store.ts";

/** What to anonymize in a store, by what spec, and where the release goes. */
export type StoreRequest = {
  readonly address: SourceAddress;
  /** The valid spec, once the columns are known. */
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
  /** What else goes out with the release. */
  readonly companions?: readonly FileCompanion<StoreOutcome>[];
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

/** Publishes a release of what a store has: written where nobody looks, audited from its bytes, and only then put in its place. */
export async function anonymizeInStore(
  store: Store,
  request: StoreRequest,
  given: Host = {},
): Promise<Publication<StoreOutcome>> {
  const { host, watch } = watched(given);
  let current = "read";
  const enter: Enter = (stage) => {
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
  let disclosure: readonly AttributeDisclosure[] = [];
  const sink: Sink<StoreRelease, StoreDraft, SideDraft> = {
    *write(made) {
      enter("write");
      return yield* wait(writeRelation(store, made, request, host));
    },
    *audit(made, draft) {
      enter("audit");
      const measured = yield* wait(auditRelation(store, made, draft));
      disclosure = measured.disclosure;
      return measured.audit;
    },
    draft: (file) => draftSide(file, host),
    commit: (draft, beside) => {
      const { force = false, reportOnly, output } = request;
      const stays = {
        target: isRemote(output) ? undefined : output,
        publish: (mode?: number) => draft.publish(force, mode),
      };
      return wait(commitDrafts(beside, force, reportOnly === true ? { publish: draft.discard } : stays));
    },
    discard: (draft) => wait(draft.discard()),
  };
  const task = publish({
    spec,
    columns: whole.names,
    make: () => wait(makeRelation(store, whole, spec, request, host, enter)),
    sink,
    *conclude({ made, written: draft, audit }): Task<StoreOutcome> {
      const sha256 = yield* wait(draft.sha256());
      const quality = yield* wait(storeQuality(store, made, audit));
      watch.mark("audit");
      const { profile, leftOut, fields, checked, source, top, tuples } = made;
      const { release } = audit;
      return {
        spec,
        rows: release.rows,
        cohorts: { count: release.cohorts, smallest: release.smallest, largest: release.largest },
        quality,
        disclosure,
        audit,
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
    },
    companions: request.companions,
    onStage: watch.mark,
  });
  return drive(task, { signal: host.signal });
}

type Enter = (stage: string) => void;

/** A release that lies in tables of a store, and what is known of it. */
type StoreRelease = {
  readonly table: { readonly rows: number };
  readonly spec: FullSpec;
  readonly source: Source;
  readonly leftOut: number;
  readonly profile: Profile;
  readonly fields: Fields;
  readonly counts: TableCounts;
  readonly tuples: Tuples;
  readonly top: Awaited<ReturnType<typeof cutLevels>>;
  readonly leafed: Awaited<ReturnType<typeof finishNodes>>;
  readonly figures: LeafFigures;
  /** The columns of the source that are published. */
  readonly released: readonly number[];
  readonly dialect: WriteDialect;
  readonly checked: Awaited<ReturnType<typeof tellingInStore>>;
};

/** Counts, cuts and recodes: the rows are then known by the leaves that their tuples are in. */
async function makeRelation(
  store: Store,
  whole: Source,
  spec: FullSpec,
  request: StoreRequest,
  host: Host,
  enter: Enter,
): Promise<StoreRelease> {
  const { source, leftOut } = await withoutMissing(store, whole, spec.input);
  const profile = await profileOf(store, source);
  if (profile.rows === 0) throw new KohortError("input", "the table has no rows");
  const people = await refusePeople(store, source, spec, spec.input.missing);
  const fields = await codeFields(store, source, profile, spec, request);
  const { counts, problem } = sensitiveCountsOf(fields.sensitive, profile.rows);
  refuseJudgedTogether(store.name, spec, counts);
  refuseInfeasible(problem, spec);
  enter("fold");
  const tuples = await foldRows(store, source, fields, profile.rows);
  enter("search");
  const job = jobOf(spec, fields, counts, store, tuples);
  const { shards, runs = standardRuns } = request;
  const fits = Math.min(job.atMost, shards === undefined ? job.atMost : Math.ceil(tuples.tuples / shards));
  const bench = { axes: job.axes, judge: judgeOf(job.requirement), score: job.score, runs };
  const top = await cutLevels(store, tuples, bench, { fits, host });
  const leafed = await finishNodes(store, tuples, top, job, host);
  enter("apply");
  const dialect = /\.(tsv|tab)$/i.test(request.output) ? { ...source.dialect, delimiter: "\t" } : source.dialect;
  const figures = await publishLeaves(store, tuples, leafed, spec, (text) => needsQuotes(text, dialect, store.dialect));
  enter("check");
  const dropped = droppedColumns({ columns: source.names.map((name) => ({ name })) }, spec);
  const released = source.names.flatMap((_, column) => (dropped.has(column) ? [] : [column]));
  const checked = await tellingInStore(store, { source, profile, tuples, leafed, released, spec, people });
  const table = { rows: profile.rows };
  return {
    table,
    spec,
    source,
    leftOut,
    profile,
    fields,
    counts,
    tuples,
    top,
    leafed,
    figures,
    released,
    dialect,
    checked,
  };
}

function writeRelation(store: Store, made: StoreRelease, request: StoreRequest, host: Host): Promise<StoreDraft> {
  const { source, tuples, leafed, released, dialect } = made;
  return store.write(
    {
      select: releasedRows(store, source, tuples, leafed, released),
      columns: released.map((column) => writtenColumn(column, made)),
      rows: made.table.rows,
      dialect: source.dialect,
      written: dialect,
      output: request.output,
      format: request.format,
    },
    host,
  );
}

/** Measures a release from what was written. */
async function auditRelation(
  store: Store,
  { source, released, fields, spec, counts }: StoreRelease,
  draft: StoreDraft,
) {
  const names = released.map((column) => source.names[column]);
  const measured = await measureRelation(store, {
    ...(await judgedRelation(store, draft.relation, names, fields)),
    quasiIdentifiers: fields.quasi.map(({ name }) => name),
    sensitive: fields.shown,
    goals: spec.privacy,
    counts,
  });
  const outside = await outsideLevelsIn(store, draft.relation, fields.quasi, spec);
  return { ...measured, audit: { ...measured.audit, outside } };
}

function jobOf(
  spec: FullSpec,
  { quasi, sensitive }: Fields,
  counts: TableCounts,
  store: Store,
  tuples: Tuples,
): ShardJob {
  const { score } = algorithmOf(spec.algorithm).far!(spec.algorithm);
  return {
    axes: quasi.map(({ axis }) => axis),
    sensitive: sensitive.length,
    requirement: { goals: spec.privacy, table: counts },
    score,
    atMost: store.shardTuples(quasi.length + sensitive.length, tuples.tuples),
  };
}

/** A column of the source as it is released. */
function writtenColumn(place: number, { source, profile, tuples, figures, dialect }: StoreRelease): WriteColumn {
  const isTabbed = dialect !== source.dialect;
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

async function storeQuality(store: Store, made: StoreRelease, { release }: Audit): Promise<Quality> {
  const { source, figures, spec } = made;
  const { ncp, loss } = figures;
  const tuples = { ...made.tuples, table: made.top.table };
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

/**
 * @file What the page knows. The spec is the one value that matters: every control changes it through `edit`, undo is
 * the value before, and results are kept by table and spec, so that going back shows the old result at once.
 */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Topic } from "../explain/index.ts";
import type { Spec } from "../spec/index.ts";
import type { Catalogue, CurrentRisk, Fault, OpenTable, Result, Step } from "./protocol.ts";

/** Work that is under way. */
export type Job = {
  readonly title: string;
  /** Milliseconds on the page's clock. */
  readonly started: number;
  readonly step?: Step;
  readonly cancel: () => void;
};

/** Something to say: an error with its place and hint, or what became of a run. */
export type Notice = { readonly kind: "error" | "cancelled" | "done"; readonly text: string; readonly fault?: Fault };

/** Everything the page shows; only `edit`, `undo`, `redo` and `begin` change the spec. */
export type Store = {
  readonly spec: ReadonlySignal<Spec | undefined>;
  readonly past: ReadonlySignal<readonly Spec[]>;
  readonly future: ReadonlySignal<readonly Spec[]>;
  readonly table: Signal<OpenTable | undefined>;
  readonly results: ReadonlySignal<ReadonlyMap<string, Result>>;
  readonly job: Signal<Job | undefined>;
  readonly notice: Signal<Notice | undefined>;
  readonly now: Signal<CurrentRisk | undefined>;
  readonly catalogue: Signal<Catalogue | undefined>;
  /** What every method and figure means. */
  readonly topics: Signal<readonly Topic[]>;
  /** Under which the result of this table and spec is kept. */
  readonly key: ReadonlySignal<string | undefined>;
  /** The result of exactly this table and spec, where there is one. */
  readonly current: ReadonlySignal<Result | undefined>;
  /** What is shown: the current result, or the last one that was, until there is another. */
  readonly shown: ReadonlySignal<Result | undefined>;
  /** Whether what is shown was made of a sample of the rows, with the settings as they are. */
  readonly isTrial: ReadonlySignal<boolean>;
  /** Whether settings changed since what is shown. */
  readonly stale: ReadonlySignal<boolean>;
  begin(spec: Spec): void;
  edit(change: (spec: Spec) => Spec): void;
  undo(): void;
  redo(): void;
  keep(result: Result): void;
  forget(): void;
};

/** Steps back that are remembered. */
const mostPast = 200;

/** Results that are kept. */
const mostResults = 24;

/** The name under which the result of a table and a spec is kept. */
export function keyOf(table: string, { $schema: _, ...spec }: Spec): string {
  return `${table} ${JSON.stringify(spec)}`;
}

/** The name under which the result of a sample is kept, beside that of the whole table. */
export function trialKeyOf(key: string, rows: number): string {
  return `${key} sample ${rows}`;
}

/** A page that knows nothing yet. */
export function createStore(): Store {
  const spec = signal<Spec | undefined>(undefined);
  const past = signal<readonly Spec[]>([]);
  const future = signal<readonly Spec[]>([]);
  const table = signal<OpenTable | undefined>(undefined);
  const results = signal<ReadonlyMap<string, Result>>(new Map());
  const last = signal<string | undefined>(undefined);
  const key = computed(() =>
    table.value === undefined || spec.value === undefined ? undefined : keyOf(table.value.id, spec.value),
  );
  const current = computed(() => (key.value === undefined ? undefined : results.value.get(key.value)));
  const latest = computed(() => (last.value === undefined ? undefined : results.value.get(last.value)));
  const isTrial = computed(() => {
    const { trialRows, key: name } = latest.value ?? {};
    return key.value !== undefined && trialRows !== undefined && name === trialKeyOf(key.value, trialRows);
  });
  const shown = computed(() => (isTrial.value ? latest.value : (current.value ?? latest.value)));
  const stale = computed(() => shown.value !== undefined && shown.value !== current.value && !isTrial.value);
  const move = (to: Spec): void => {
    if (current.value !== undefined) last.value = current.value.key;
    spec.value = to;
    if (current.value !== undefined) last.value = current.value.key;
  };
  return {
    spec,
    past,
    future,
    table,
    results,
    job: signal(undefined),
    notice: signal(undefined),
    now: signal(undefined),
    catalogue: signal(undefined),
    topics: signal([]),
    key,
    current,
    shown,
    isTrial,
    stale,
    begin: (first) => {
      past.value = [];
      future.value = [];
      last.value = undefined;
      spec.value = first;
    },
    edit: (change) => {
      const before = spec.value;
      if (before === undefined) return;
      const after = change(before);
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      past.value = [...past.value, before].slice(-mostPast);
      future.value = [];
      move(after);
    },
    undo: () => {
      const before = past.value.at(-1);
      if (before === undefined || spec.value === undefined) return;
      future.value = [spec.value, ...future.value];
      past.value = past.value.slice(0, -1);
      move(before);
    },
    redo: () => {
      const [next, ...rest] = future.value;
      if (next === undefined || spec.value === undefined) return;
      past.value = [...past.value, spec.value];
      future.value = rest;
      move(next);
    },
    keep: (result) => {
      const entries = [...results.value].filter(([name]) => name !== result.key);
      results.value = new Map([...entries.slice(1 - mostResults), [result.key, result]]);
      last.value = result.key;
    },
    forget: () => {
      results.value = new Map();
      last.value = undefined;
    },
  };
}

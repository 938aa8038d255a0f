import type { Audit } from "../../audit/index.ts";
import { KohortError, type Progress, type Task } from "../../base/index.ts";
import type { Release } from "../../release/index.ts";
import type { Spec } from "../../spec/index.ts";
import type { ReadResult, Table } from "../../table/index.ts";
import type { Synthesis } from "../../utility/index.ts";
import type { Api, Part, QuestionName, Result } from "../protocol.ts";
import type { CohortRows } from "./cohort-rows.ts";

/** A release that was made, written and audited; its bytes are what is downloaded. */
export type KeptRelease = {
  readonly release: Release;
  /** The table as it was read, and as it was searched: less what was left out, its values coded. */
  readonly input: Table;
  readonly original: Table;
  readonly bytes: Uint8Array;
  /** The release as anybody reads it, once somebody asks what it tells. */
  reread?: Table;
  readonly audit: Audit;
  readonly result: Result;
  readonly rows: CohortRows;
};

/** A table that is open, and what it was read from. */
export type SourceTable = {
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
  readonly format: string;
  readonly read: ReadResult;
};

/** What the worker holds. */
export type State = {
  opened?: SourceTable;
  readonly files: Map<string, Uint8Array>;
  /** The secret under which identifying columns are replaced; never sent back, never written. */
  key?: Uint8Array;
  readonly releases: Map<string, KeptRelease>;
  synthetic?: { readonly key: string; readonly made: Synthesis };
};

/** How a question is worked on: long work in slices, parts on the way. */
export type Tools = {
  readonly drive: <T>(task: Task<T>, onProgress?: (progress: Progress) => void) => Promise<T>;
  readonly part: (part: Part) => void;
};

/** Answers one kind of question. */
export type Handler<K extends QuestionName> = (
  state: State,
  ask: Api[K]["ask"],
  tools: Tools,
) => Promise<Api[K]["answer"]>;

/** A worker that holds nothing yet. */
export function newState(): State {
  return { files: new Map(), releases: new Map() };
}

/** The table that is open. */
export function openedOf(state: State): SourceTable {
  if (state.opened === undefined) {
    throw new KohortError("usage", "no table is open", { hint: "open a file or the sample first" });
  }
  return state.opened;
}

/** What the studio knows as a release, or an error that asks to run it again. */
export function keptOf(state: State, key: string): KeptRelease {
  const kept = state.releases.get(key);
  if (kept === undefined) throw new KohortError("usage", "this result is no longer held", { hint: "run it again" });
  state.releases.delete(key);
  state.releases.set(key, kept);
  return kept;
}

/** Cells of releases that are held at once; older ones go first. */
const mostCells = 60_000_000;

/** Keeps a release, and lets go of those that were not looked at for longest. */
export function keep(state: State, key: string, kept: KeptRelease): void {
  state.releases.delete(key);
  state.releases.set(key, kept);
  const cells = ({ release: { table } }: KeptRelease): number => table.rows * table.columns.length;
  let sum = [...state.releases.values()].reduce((all, one) => all + cells(one), 0);
  for (const [old, one] of state.releases) {
    if (sum <= mostCells || old === key) break;
    state.releases.delete(old);
    sum -= cells(one);
  }
}

/** The spec without where its schema lies, which means nothing here. */
export function plainSpec({ $schema: _, ...spec }: Spec): Spec {
  return spec;
}

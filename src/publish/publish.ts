/**
 * @file The one way by which a release is published, whoever asks and wherever the data lies: what goes beside it is
 * refused before the search where it cannot be made; the release is made and written where nobody looks, read back and
 * audited; then everything takes its place, or nothing does. Command line, library, studio and engines differ in their
 * sinks alone.
 */
import type { Audit } from "../audit/index.ts";
import type { Task } from "../base/index.ts";
import { refuseUnheld } from "../release/index.ts";
import type { Spec } from "../spec/index.ts";

/** A file that goes out with a release. */
export type SideFile = {
  readonly path: string;
  readonly blocks: Iterable<Uint8Array>;
  /** Its permissions; those of other files by default. */
  readonly mode?: number;
  /** Whether it takes the place of what stands there without being asked, and goes first, as a ledger does. */
  readonly replaces?: boolean;
  /** What its owner should know of it. */
  readonly note?: string;
};

/** Something that goes out with a release: what it needs is asked before the search, and it is published with it or not at all. */
export type Companion<Outcome> = {
  /** Refuses a spec or columns of which it cannot be made, before the search. */
  readonly check?: (spec: Spec, columns: readonly string[]) => void;
  readonly make: (outcome: Outcome) => Task<readonly SideFile[]>;
};

/** A side file that is written but not yet in its place. */
export type Draft = { readonly discard: () => void };

/** Where a release goes: a file, bytes, or a relation of an engine. What is written there is no release until it is committed. */
export type Sink<Made, Written, Side extends Draft = Draft> = {
  readonly write: (made: Made) => Task<Written>;
  /** Reads back what was written, and measures it. */
  readonly audit: (made: Made, written: Written) => Task<Audit>;
  /** Writes what goes beside the release, to the disk. */
  readonly draft: (file: SideFile) => Task<Side>;
  /** Puts everything in its place, the release last, or nothing. */
  readonly commit: (written: Written, beside: readonly Side[]) => Task<void>;
  readonly discard: (written: Written) => Task<void>;
};

/** A release that was read back and holds what was asked. */
export type Verdict<Made, Written> = { readonly made: Made; readonly written: Written; readonly audit: Audit };

/** What was published: what was concluded, and the files that went out beside the release. */
export type Publication<Outcome> = Outcome & { readonly beside: readonly Pick<SideFile, "path" | "note">[] };

/** What is to be published: the spec is valid, and fits the columns. */
export type Plan<Made, Written, Side extends Draft, Outcome> = {
  readonly spec: Spec;
  readonly columns: readonly string[];
  /** Searches, and makes the release. */
  readonly make: () => Task<Made>;
  readonly sink: Sink<Made, Written, Side>;
  /** What the verdict means to whoever asked; refuses what must not go out for another reason than the audit. */
  readonly conclude: (verdict: Verdict<Made, Written>) => Task<Outcome>;
  readonly companions?: readonly Companion<Outcome>[];
  /** Hears which stage has just ended. */
  readonly onStage?: (stage: "order" | "write" | "audit") => void;
};

/** Makes, writes, reads back and audits a release, and publishes it with all that goes beside it, or nothing. */
export function* publish<
  Made extends { readonly table: { readonly rows: number } },
  Written,
  Side extends Draft,
  Outcome,
>(plan: Plan<Made, Written, Side, Outcome>): Task<Publication<Outcome>> {
  const { sink, companions = [], onStage } = plan;
  for (const companion of companions) companion.check?.(plan.spec, plan.columns);
  const made = yield* plan.make();
  onStage?.("order");
  const written = yield* sink.write(made);
  onStage?.("write");
  const drafts: Side[] = [];
  const beside: SideFile[] = [];
  let isCommitted = false;
  try {
    const audit = yield* sink.audit(made, written);
    refuseUnheld(audit, made);
    onStage?.("audit");
    const outcome = yield* plan.conclude({ made, written, audit });
    for (const companion of companions) {
      for (const file of yield* companion.make(outcome)) {
        drafts.push(yield* sink.draft(file));
        beside.push(file);
      }
    }
    yield* sink.commit(written, drafts);
    isCommitted = true;
    return { ...outcome, beside: beside.map(({ path, note }) => ({ path, note })) };
  } finally {
    if (!isCommitted) {
      for (const draft of drafts) draft.discard();
      yield* sink.discard(written);
    }
  }
}

/**
 * @file The worker without its host: questions come in, steps, parts and answers go out. Long work is driven in slices,
 * so that Cancel, Pause and other questions are heard between two of them.
 */
import { drive, KohortError, type Progress } from "../../base/index.ts";
import { keyFrom } from "../../identifiers/index.ts";
import { parseSpec } from "../../spec/index.ts";
import type { Fault, FromWorker, QuestionName, ToWorker } from "../protocol.ts";
import { catalogueOf } from "./catalogue.ts";
import { download } from "./download.ts";
import { cohort, cohortOfRow, pairs, projection, rows } from "./look.ts";
import { attacks, combinations, hierarchy, now, risk, story, sweep } from "./measure.ts";
import { open, sample } from "./open.ts";
import { estimate, run, version } from "./run.ts";
import { type Handler, newState, type Tools } from "./state.ts";
import { synthetic } from "./synthetic.ts";
import { utility } from "./utility.ts";

const handlers: { readonly [K in QuestionName]: Handler<K> } = {
  catalogue: async () => catalogueOf(version),
  open,
  sample,
  parseSpec: async (_state, { text, name }) => parseSpec(text, name).spec,
  addFile: async (state, { path, blob }) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const before = state.files.get(path);
    state.files.set(path, bytes);
    const isReplaced =
      before !== undefined && (before.length !== bytes.length || before.some((byte, i) => byte !== bytes[i]));
    // what was made with another file of this name is no longer what its spec says
    if (isReplaced) state.releases.clear();
    return { isReplaced };
  },
  setKey: async (state, { text }) => {
    state.key = keyFrom(new TextEncoder().encode(text), "this page");
    state.releases.clear();
    return { isSet: true };
  },
  rows,
  pairs,
  now,
  combinations,
  hierarchy,
  run,
  estimate,
  projection,
  cohort,
  cohortOfRow,
  frontier: sweep,
  risk,
  attacks,
  story,
  utility,
  synthesize: synthetic,
  download,
};

type RunningTask = {
  readonly cancel: AbortController;
  readonly settle: AbortController;
  paused?: Promise<void>;
  goOn?: () => void;
};

/** What a session needs of its host. */
export type SessionHost = {
  readonly post: (message: FromWorker) => void;
  /** Lets other messages through. */
  readonly giveWay?: () => Promise<void>;
};

/** Milliseconds between two steps that the page hears of. */
const pace = 60;

/** Opens a session; hand every message of the page to what it returns. */
export function openSession({ post, giveWay }: SessionHost): (message: ToWorker) => Promise<void> {
  const state = newState();
  const running = new Map<number, RunningTask>();
  const rest = giveWay ?? (() => new Promise<void>((resolve) => setTimeout(resolve, 0)));

  const toolsFor = (id: number, one: RunningTask): Tools => {
    let told = 0;
    const tell = ({ stage, done, total, note, canSettle }: Progress): void => {
      const at = performance.now();
      if (at - told < pace) return;
      told = at;
      post({
        id,
        step: {
          stage,
          done,
          total,
          note,
          canSettle: canSettle === true ? canSettle : undefined,
        },
      });
    };
    return {
      part: (part) => post({ id, part }),
      drive: (task, onProgress) =>
        drive(task, {
          signal: one.cancel.signal,
          settle: one.settle.signal,
          onProgress: (progress) => {
            onProgress?.(progress);
            tell(progress);
          },
          giveWay: async () => {
            await rest();
            await one.paused;
          },
        }),
    };
  };

  const stop = (id: number, how: "cancel" | "settle" | "pause" | "go-on"): void => {
    const one = running.get(id);
    if (one === undefined) return;
    if (how === "pause") {
      one.paused ??= new Promise((resolve) => {
        one.goOn = resolve;
      });
      return;
    }
    if (how === "cancel") one.cancel.abort(new KohortError("cancelled", "the run was cancelled"));
    if (how === "settle") one.settle.abort();
    one.goOn?.();
    delete one.paused;
  };

  return async (message) => {
    if ("stop" in message) {
      stop(message.id, message.stop);
      return;
    }
    const { id, ask } = message;
    const one: RunningTask = { cancel: new AbortController(), settle: new AbortController() };
    running.set(id, one);
    try {
      const handler = handlers[ask] as (state: unknown, ask: unknown, tools: Tools) => Promise<unknown>;
      post({ id, answer: await handler(state, message.with, toolsFor(id, one)) });
    } catch (thrown) {
      post({ id, fault: faultOf(thrown) });
    } finally {
      running.delete(id);
    }
  };
}

function faultOf(thrown: unknown): Fault {
  if (thrown instanceof KohortError) {
    const { code, message, advice: hint, where, fixes } = thrown;
    return { code, message, hint, where, fixes };
  }
  return { code: "bug", message: thrown instanceof Error ? thrown.message : String(thrown) };
}

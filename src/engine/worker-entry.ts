/** @file What a worker thread does: runs the works it is asked for by name, one after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { type ErrorCode, type Fix, KohortError, type Progress, type Task } from "../base/index.ts";
import { works } from "../run/index.ts";
import { engineWorks } from "./works.ts";

/** A request to run a work. */
export type Order = { readonly name: string; readonly input: unknown };

/** A KohortError as it crosses from a worker. */
export type PlainError = {
  readonly kohort: true;
  readonly code: ErrorCode;
  readonly lines: readonly string[];
  readonly hint: string | undefined;
  readonly topic: string | undefined;
  readonly where: string | undefined;
  readonly fixes: readonly Fix[];
};

/** What a worker says. */
export type Answer =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "failed"; readonly error: unknown };

/** Milliseconds between two reports of progress. */
const pace = 100;

const byName = new Map([...works, ...engineWorks].map((work) => [work.name, work]));

/** Set to 1 by the pool when searches should settle for the best they have. */
const settled = workerData as Int32Array;

function runToEnd(task: Task<unknown>): unknown {
  const started = performance.now();
  let said = started;
  let step = task.next();
  while (!step.done) {
    if (step.value.kind === "parallel") {
      // a thread has no threads of its own: what it asks for runs in place
      step = task.next(step.value.jobs.map((job) => runToEnd(job.work.run(job.input as never))));
      continue;
    }
    if (step.value.kind === "waiting") throw new Error("a thread does not wait");
    if (performance.now() - said > pace) {
      said = performance.now();
      parentPort!.postMessage({ kind: "progress", progress: step.value } satisfies Answer);
    }
    step = task.next({ seconds: (performance.now() - started) / 1000, settle: Atomics.load(settled, 0) === 1 });
  }
  return step.value;
}

parentPort?.on("message", async ({ name, input }: Order) => {
  try {
    const work = byName.get(name);
    if (work === undefined) throw new Error(`there is no work named ${name}`);
    await work.ready?.();
    const output = runToEnd(work.run(input as never));
    parentPort!.postMessage({ kind: "done", output } satisfies Answer, work.transfer?.(output) ?? []);
  } catch (error) {
    parentPort!.postMessage({ kind: "failed", error: plainError(error) } satisfies Answer);
  }
});

/** An error as data: a structured clone would lose what our own kind of error carries. */
function plainError(error: unknown): unknown {
  if (!(error instanceof KohortError)) return error;
  const { code, lines, advice, topic, where, fixes } = error;
  return { kohort: true, code, lines, hint: advice, topic, where, fixes } satisfies PlainError;
}

/**
 * @file Worker threads for the jobs that tasks ask for. The thread that asks works along, in slices, so a pool of n
 * threads has n − 1 workers: one less to start and to warm up. Started when first needed, ended with the pool.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type DriveOptions, drive, type Job, KohortError, type Parallel, type Progress } from "../base/index.ts";
import type { Answer, Order, PlainError } from "./worker-entry.ts";

/** Threads that run jobs; a pool of one thread lets the driver do them in place. */
export type Pool = {
  readonly threads: number;
  /** Runs one job on a worker. */
  // biome-ignore lint/suspicious/noExplicitAny: jobs of different works
  readonly run: (job: Job<any, any>, onProgress?: (progress: Progress) => void) => Promise<unknown>;
  /** Runs jobs for a driver; undefined when there is one thread. */
  readonly runJobs: DriveOptions["runJobs"];
  /** Runs works that stand apart, on one thread even when there is no other; undefined where no worker is built. */
  readonly runApart: DriveOptions["runApart"];
  /** Asks everything that runs, now and later, to settle for the best it has. */
  readonly settle: () => void;
  readonly close: () => Promise<void>;
};

type PendingWork = {
  readonly order: Order;
  readonly transfer: ArrayBuffer[];
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** The worker's file: beside this one, as it was built or bundled. */
function workerFile(): URL | undefined {
  return [new URL("./worker.js", import.meta.url), new URL("./worker-entry.js", import.meta.url)].find((url) =>
    existsSync(fileURLToPath(url)),
  );
}

/** Opens a pool of `threads` threads; where the worker's file is not built, one of one thread. */
export function openPool(threads: number): Pool {
  const file = workerFile();
  const settled = new Int32Array(new SharedArrayBuffer(4));
  const idle: Worker[] = [];
  const busy = new Map<Worker, PendingWork>();
  const queue: PendingWork[] = [];
  let started = 0;
  // works that stand apart need a worker even where the asking thread is the only one
  const workers = Math.max(1, threads - 1);

  const start = (url: URL): Worker => {
    const worker = new Worker(url, { workerData: settled });
    started++;
    worker.on("message", (answer: Answer) => {
      const waiting = busy.get(worker)!;
      if (answer.kind === "progress") {
        waiting.onProgress?.(answer.progress);
        return;
      }
      busy.delete(worker);
      idle.push(worker);
      next();
      if (answer.kind === "done") waiting.resolve(answer.output);
      else waiting.reject(revived(answer.error));
    });
    worker.on("error", (error) => {
      busy.get(worker)?.reject(error);
      busy.delete(worker);
      started--;
      next();
    });
    return worker;
  };
  const next = (): void => {
    while (queue.length > 0 && (idle.length > 0 || started < workers)) {
      const worker = idle.pop() ?? start(file!);
      const waiting = queue.shift()!;
      busy.set(worker, waiting);
      worker.postMessage(waiting.order, waiting.transfer);
    }
  };
  const run: Pool["run"] = (job, onProgress) =>
    new Promise((resolve, reject) => {
      const order: Order = { name: job.work.name, input: job.input };
      queue.push({ order, transfer: job.transfer ?? [], onProgress, resolve, reject });
      next();
    });
  const runOn = async (
    request: Parallel,
    options: DriveOptions,
    workers: number,
    helps: boolean,
  ): Promise<unknown[]> => {
    const { jobs, stage } = request;
    const outputs = new Array<unknown>(jobs.length);
    const shares = new Float64Array(jobs.length);
    let taken = 0;
    const takeJobs = async (runOne: (index: number, told: (progress: Progress) => void) => Promise<unknown>) => {
      for (let index = taken++; index < jobs.length; index = taken++) {
        outputs[index] = await runOne(index, (progress) => {
          shares[index] = progress.total > 0 ? progress.done / progress.total : 0;
          options.onProgress?.({ ...progress, stage, done: sum(shares), total: shares.length });
        });
        shares[index] = 1;
      }
    };
    const others = Array.from({ length: Math.min(workers, jobs.length) }, () =>
      takeJobs((index, told) => run(jobs[index], told)),
    );
    const here = !helps
      ? undefined
      : takeJobs((index, told) => {
          const { work, input } = jobs[index];
          return drive(work.run(input), { ...options, onProgress: told });
        });
    await Promise.all([...others, here]);
    return outputs;
  };
  const runJobs: Pool["runJobs"] = (request, options) => runOn(request, options, threads - 1, true);
  const runApart: Pool["runApart"] = (request, options) => runOn(request, options, threads, false);
  const close = async (): Promise<void> => {
    queue.length = 0;
    await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
  };
  const settle = (): void => {
    Atomics.store(settled, 0, 1);
  };
  if (file === undefined) {
    return { threads: 1, run, runJobs: undefined, runApart: undefined, settle, close: async () => {} };
  }
  return { threads, run, runJobs: threads > 1 ? runJobs : undefined, runApart, settle, close };
}

function sum(shares: Float64Array): number {
  let total = 0;
  for (const share of shares) total += share;
  return total;
}

/** An error that crossed from a worker, as the error it was. */
function revived(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("kohort" in error)) return error;
  const { code, lines, ...more } = error as PlainError;
  return new KohortError(code, lines, more);
}

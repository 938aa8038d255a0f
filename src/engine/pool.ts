/** @file Worker threads for the jobs that tasks ask for. Started when first needed, ended with the pool. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { DriveOptions, Job, Progress } from "../base/index.ts";
import type { Answer, Order } from "./worker-entry.ts";

/** Threads that run jobs; a pool of one thread runs nothing and lets the driver do it in place. */
export type Pool = {
  readonly threads: number;
  /** Runs one job on a free thread. */
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

type Waiting = {
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
  const busy = new Map<Worker, Waiting>();
  const queue: Waiting[] = [];
  let started = 0;

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
      else waiting.reject(answer.error);
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
    while (queue.length > 0 && (idle.length > 0 || started < threads)) {
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
  const runJobs: Pool["runJobs"] = async (request, onProgress) => {
    const shares = new Float64Array(request.jobs.length);
    return Promise.all(
      request.jobs.map((job, index) =>
        run(job, (progress) => {
          shares[index] = progress.total > 0 ? progress.done / progress.total : 0;
          onProgress({ ...progress, stage: request.stage, done: sum(shares), total: shares.length });
        }).then((output) => {
          shares[index] = 1;
          return output;
        }),
      ),
    );
  };
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
  return { threads, run, runJobs: threads > 1 ? runJobs : undefined, runApart: runJobs, settle, close };
}

function sum(shares: Float64Array): number {
  let total = 0;
  for (const share of shares) total += share;
  return total;
}

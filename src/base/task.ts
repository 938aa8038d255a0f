/**
 * @file Long work as generators. A task yields what it is doing, or asks for jobs to be run side by side, and returns
 * its result. Who drives it decides the rest: at once, with a progress bar, in slices that leave room for Cancel, or
 * with the jobs on threads. Tasks know no clock; they yield often (a few milliseconds of work) and cheaply.
 */

/** Where a task stands: `done` of `total` in the stage named. */
export type Progress = {
  readonly kind: "progress";
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly note?: string;
};

/** A pure function that a worker can find by name; its input and output must survive a structured clone. */
export type Work<Input, Output> = {
  readonly name: string;
  readonly run: (input: Input) => Task<Output>;
  /** Buffers of an output that a worker hands over instead of copying. */
  readonly transfer?: (output: Output) => ArrayBuffer[];
};

/** One call of a work. */
export type Job<Input = never, Output = unknown> = {
  readonly work: Work<Input, Output>;
  readonly input: Input;
  /** Buffers of the input that the caller gives up. */
  readonly transfer?: ArrayBuffer[];
};

/** A request to run jobs side by side; the driver answers with their outputs in the same order. */
export type Parallel = {
  readonly kind: "parallel";
  readonly stage: string;
  // biome-ignore lint/suspicious/noExplicitAny: jobs of different works stand side by side
  readonly jobs: readonly Job<any, any>[];
};

/** Everything long is one of these. */
export type Task<T> = Generator<Progress | Parallel, T, unknown[] | undefined>;

/** Reports progress from inside a task: `yield* report("search", done, total)`. */
export function* report(stage: string, done: number, total: number, note?: string): Task<void> {
  yield note === undefined ? { kind: "progress", stage, done, total } : { kind: "progress", stage, done, total, note };
}

/** Runs the same work on several inputs side by side: `const parts = yield* parallel("read", work, inputs)`. */
export function* parallel<Input, Output>(
  stage: string,
  work: Work<Input, Output>,
  inputs: readonly Input[],
): Task<Output[]> {
  const answer = yield { kind: "parallel", stage, jobs: inputs.map((input) => ({ work, input })) };
  return answer as Output[];
}

/** Runs a task to its end at once, its jobs one after the other in place. */
export function finish<T>(task: Task<T>): T {
  let step = task.next();
  while (!step.done) {
    const request = step.value;
    step = task.next(
      request.kind === "parallel" ? request.jobs.map((job) => finish(job.work.run(job.input as never))) : undefined,
    );
  }
  return step.value;
}

/** What a driver may be given: a way to stop, someone to tell, and what runs jobs side by side. */
export type DriveOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Runs jobs on threads; without it they run in place, in slices like the rest. */
  readonly runJobs?: (request: Parallel, options: DriveOptions) => Promise<unknown[]>;
  /** Tells the time in milliseconds; the task itself never asks. */
  readonly now?: () => number;
  /** Gives way to whatever else wants to run. */
  readonly giveWay?: () => Promise<void>;
};

/** Milliseconds of work between two moments in which Cancel can be heard. */
const slice = 25;

/** Drives a task in slices, so that the page or the terminal stays awake; rejects with the signal's reason when stopped. */
export async function drive<T>(task: Task<T>, options: DriveOptions = {}): Promise<T> {
  const { signal, onProgress, runJobs } = options;
  const now = options.now ?? (() => performance.now());
  const giveWay = options.giveWay ?? (() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
  let started = now();
  try {
    let step = task.next();
    while (!step.done) {
      signal?.throwIfAborted();
      const request = step.value;
      let answer: unknown[] | undefined;
      if (request.kind === "progress") {
        onProgress?.(request);
      } else if (runJobs !== undefined) {
        answer = await runJobs(request, options);
        signal?.throwIfAborted();
        started = now();
      } else {
        answer = [];
        for (const job of request.jobs) answer.push(await drive(job.work.run(job.input as never), options));
        started = now();
      }
      if (now() - started > slice) {
        await giveWay();
        started = now();
      }
      step = task.next(answer);
    }
    return step.value;
  } finally {
    task.return(undefined as never);
  }
}

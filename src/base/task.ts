/**
 * @file Long work as generators. A task yields what it is doing, or asks for jobs to be run side by side, and returns
 * its result. Who drives it decides the rest: at once, with a progress bar, in slices that leave room for Cancel, or
 * with the jobs on threads. Tasks know no clock; they yield often (a few milliseconds of work) and cheaply.
 */

/** The best table a search has so far, where it is small enough to be looked at while the search goes on. */
export type BestTable = {
  /** What it costs; less is better. */
  readonly score: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** Where a task stands: `done` of `total` in the stage named. */
export type Progress = {
  readonly kind: "progress";
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly note?: string;
  /** What the note says, as numbers: the losses of a training. */
  readonly figures?: Readonly<Record<string, number>>;
  readonly table?: BestTable;
  /** There is a result already, and more time only makes it better: the task can be asked to settle for it. */
  readonly canSettle?: true;
};

/** What a driver answers to a report of progress. */
export type DriverAnswer = {
  /** Seconds since the task was started; a task given seconds counts with these and records how far it came. */
  readonly seconds: number;
  /** Whether the task should return the best it has. */
  readonly settle: boolean;
};

/** A pure function that a worker can find by name; its input and output must survive a structured clone. */
export type Work<Input, Output> = {
  readonly name: string;
  readonly run: (input: Input) => Task<Output>;
  /** Loads what `run` needs, once; whoever runs the work waits for it first. */
  readonly ready?: () => Promise<void>;
  /** True for a work that cannot give way: it belongs on a thread of its own, and is left behind when the task settles. */
  readonly apart?: true;
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

/**
 * A request to run jobs side by side; the driver answers with their outputs in the same order. The output of a work
 * that stands apart is undefined when the task was asked to settle before it ended.
 */
export type Parallel = {
  readonly kind: "parallel";
  readonly stage: string;
  // biome-ignore lint/suspicious/noExplicitAny: jobs of different works stand side by side
  readonly jobs: readonly Job<any, any>[];
};

/** Something that only time brings, such as bytes that reach a disk; whoever finishes a task at once cannot wait. */
export type Wait = { readonly kind: "waiting"; readonly promise: Promise<unknown> };

/** Everything long is one of these. */
export type Task<T> = Generator<Progress | Parallel | Wait, T, unknown[] | DriverAnswer | undefined>;

const atRest: DriverAnswer = { seconds: 0, settle: false };

/** Reports progress from inside a task: `yield* report("search", done, total)`; the answer says how it stands. */
export function* report(stage: string, done: number, total: number, note?: string): Task<DriverAnswer> {
  return standing(
    yield note === undefined
      ? { kind: "progress", stage, done, total }
      : { kind: "progress", stage, done, total, note },
  );
}

/** As `report`, from a task that has a result and could settle for it. */
export function* reportBest(
  stage: string,
  done: number,
  total: number,
  note: string,
  more: Pick<Progress, "table" | "figures"> = {},
): Task<DriverAnswer> {
  return standing(yield { kind: "progress", stage, done, total, note, canSettle: true, ...more });
}

function standing(answer: unknown[] | DriverAnswer | undefined): DriverAnswer {
  return answer === undefined || Array.isArray(answer) ? atRest : answer;
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

/** Waits inside a task: `const found = yield* wait(promise)`; what is rejected is thrown there. */
export function* wait<T>(promise: Promise<T>): Task<T> {
  const [value] = (yield { kind: "waiting", promise }) as [T];
  return value;
}

/** Runs a task to its end at once, its jobs one after the other in place. */
export function finish<T>(task: Task<T>): T {
  const started = performance.now();
  let step = task.next();
  while (!step.done) {
    const request = step.value;
    if (request.kind === "waiting") throw new Error("a task that waits must be driven");
    step = task.next(
      request.kind === "parallel"
        ? request.jobs.map((job) => finish(job.work.run(job.input as never)))
        : { seconds: (performance.now() - started) / 1000, settle: false },
    );
  }
  return step.value;
}

/** What can be done at once, or in steps by its `task`. */
export type Verb<Inputs extends unknown[], Result> = {
  (...inputs: Inputs): Result;
  task(...inputs: Inputs): Task<Result>;
};

/** A task as a verb. */
export function verb<Inputs extends unknown[], Result>(
  task: (...inputs: Inputs) => Task<Result>,
): Verb<Inputs, Result> {
  return Object.assign((...inputs: Inputs) => finish(task(...inputs)), { task });
}

type RunJobs = (request: Parallel, options: DriveOptions) => Promise<unknown[]>;

/** What a driver may be given: a way to stop, someone to tell, and what runs jobs side by side. */
export type DriveOptions = {
  readonly signal?: AbortSignal;
  /** Asks a task that can settle to return the best it has. */
  readonly settle?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Runs jobs on threads; without it they run in place, in slices like the rest. */
  readonly runJobs?: RunJobs;
  /** Runs works that stand apart on a thread, however few threads there are; without it they run as others do. */
  readonly runApart?: RunJobs;
  /** Tells the time in milliseconds; the task itself never asks. */
  readonly now?: () => number;
  /** Gives way to whatever else wants to run. */
  readonly giveWay?: () => Promise<void>;
};

/** Milliseconds of work between two moments in which Cancel can be heard. */
const slice = 25;

/** Drives a task in slices, so that the page or the terminal stays awake; rejects with the signal's reason when stopped. */
export async function drive<T>(task: Task<T>, options: DriveOptions = {}): Promise<T> {
  const { signal, settle, onProgress } = options;
  const now = options.now ?? (() => performance.now());
  const giveWay = options.giveWay ?? (() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
  const began = now();
  let started = began;
  try {
    let step = task.next();
    while (!step.done) {
      const request = step.value;
      if (request.kind === "waiting") {
        step = await afterWaiting(task, request);
        started = now();
        continue;
      }
      signal?.throwIfAborted();
      let answer: unknown[] | DriverAnswer;
      if (request.kind === "progress") {
        onProgress?.(request);
        answer = { seconds: (now() - began) / 1000, settle: settle?.aborted === true };
      } else {
        answer = await runRequest(request, options);
        signal?.throwIfAborted();
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
    // what a task undoes on its way out may take time as well
    let step = task.return(undefined as never);
    while (!step.done && step.value.kind === "waiting") step = await afterWaiting(task, step.value);
  }
}

async function afterWaiting<T>(task: Task<T>, { promise }: Wait): Promise<ReturnType<Task<T>["next"]>> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return task.throw(error);
  }
  return task.next([value]);
}

async function runRequest(request: Parallel, options: DriveOptions): Promise<unknown[]> {
  const { settle } = options;
  const apart = request.jobs.some((job) => job.work.apart === true);
  const run = apart ? (options.runApart ?? options.runJobs) : options.runJobs;
  if (run !== undefined) {
    const outputs = run(request, options);
    return apart && settle !== undefined ? unlessSettled(outputs, request, settle) : outputs;
  }
  const outputs: unknown[] = [];
  for (const job of request.jobs) {
    await job.work.ready?.();
    outputs.push(await drive(job.work.run(job.input as never), options));
  }
  return outputs;
}

/** The outputs, or as many undefined ones if the task is asked to settle first. */
function unlessSettled(outputs: Promise<unknown[]>, request: Parallel, settle: AbortSignal): Promise<unknown[]> {
  const none = request.jobs.map(() => undefined);
  if (settle.aborted) return Promise.resolve(none);
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(none);
    settle.addEventListener("abort", leave, { once: true });
    outputs.then(resolve, reject).finally(() => settle.removeEventListener("abort", leave));
  });
}

import type { Progress } from "../base/index.ts";
import type { Host } from "./host.ts";

/** Seconds spent in each stage of a run. */
export type Stages = Readonly<Record<string, number>>;

/** Measures how long each stage takes: what passed up to a mark belongs to the stage the mark names. */
export type Stopwatch = {
  readonly mark: (stage: string) => void;
  /** Seconds on the clock. */
  readonly wall: () => Stages;
  /** Seconds of processor time, over all threads of this process. */
  readonly cpu: () => Stages;
};

/** A host whose stages are timed as it hears of them. */
export function watched(given: Host): { readonly host: Host; readonly watch: Stopwatch } {
  const watch = stopwatch();
  const onProgress = (progress: Progress): void => {
    watch.mark(progress.stage);
    given.onProgress?.(progress);
  };
  return { host: { ...given, onProgress }, watch };
}

function stopwatch(): Stopwatch {
  const wall: Record<string, number> = {};
  const cpu: Record<string, number> = {};
  let lastWall = performance.now();
  let lastCpu = cpuSeconds();
  let lastStage = "";
  return {
    mark: (stage) => {
      const now = performance.now();
      wall[stage] = (wall[stage] ?? 0) + (now - lastWall) / 1000;
      lastWall = now;
      if (stage === lastStage) return;
      // asking for processor time costs more than a clock, so it is asked when the stage changes
      const used = cpuSeconds();
      if (lastStage !== "") cpu[lastStage] = (cpu[lastStage] ?? 0) + used - lastCpu;
      lastCpu = used;
      lastStage = stage;
    },
    wall: () => wall,
    cpu: () => ({ ...cpu, [lastStage]: (cpu[lastStage] ?? 0) + cpuSeconds() - lastCpu }),
  };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

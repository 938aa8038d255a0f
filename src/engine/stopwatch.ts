/** Seconds spent in each stage of a run. */
export type Stages = Readonly<Record<string, number>>;

/** Measures how long each stage takes: the time up to a mark belongs to the stage the mark names. */
export function stopwatch(): { readonly mark: (stage: string) => void; readonly stages: () => Stages } {
  const stages: Record<string, number> = {};
  let last = performance.now();
  return {
    mark: (stage) => {
      const now = performance.now();
      stages[stage] = (stages[stage] ?? 0) + (now - last) / 1000;
      last = now;
    },
    stages: () => stages,
  };
}

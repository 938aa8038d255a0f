/** @file A worker's job as text that every version of Node reads: JSON in which typed arrays and NaN keep what they are. */
import type { ShardJob } from "./shard.ts";

const kinds = { Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const;
type KindName = keyof typeof kinds;

/** Writes a job. */
export function jobText(job: ShardJob): string {
  return JSON.stringify(job, (_, value: unknown) => {
    const name = Object.keys(kinds).find((kind) => value instanceof kinds[kind as KindName]);
    return name === undefined ? value : { typed: name, numbers: Array.from(value as Float64Array) };
  });
}

/** Reads a job. */
export function jobFrom(text: string): ShardJob {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("typed" in value)) return value;
    const { typed, numbers } = value as { typed: KindName; numbers: (number | null)[] };
    return kinds[typed].from(numbers.map((number) => number ?? Number.NaN));
  }) as ShardJob;
}

import type { Levels } from "./grid.ts";
import { isAtLeast } from "./node-set.ts";
import { type Snapshot, weightOf } from "./snapshot.ts";

/** Snapshots kept for later roll-ups, within a budget of memory; the ones unused for longest go first. */
export type SnapshotStore = {
  /** The smallest snapshot that a node can be rolled up from. */
  readonly below: (levels: Levels) => Snapshot;
  readonly keep: (snapshot: Snapshot) => void;
};

/** Snapshots beyond this number cost more to look through than they save. */
const most = 512;

/** A store that always keeps the finest snapshot. */
export function newSnapshotStore(finest: Snapshot): SnapshotStore {
  const budget = Math.max(4_000_000, 6 * weightOf(finest));
  const kept: { snapshot: Snapshot; used: number }[] = [];
  let weight = 0;
  let clock = 0;
  return {
    below: (levels) => {
      let best: { snapshot: Snapshot; used: number } | undefined;
      for (const entry of kept) {
        if (
          (best === undefined || entry.snapshot.cohorts < best.snapshot.cohorts) &&
          isAtLeast(levels, entry.snapshot.levels)
        ) {
          best = entry;
        }
      }
      if (best === undefined) return finest;
      best.used = ++clock;
      return best.snapshot;
    },
    keep: (snapshot) => {
      if (snapshot.cohorts > 0.9 * finest.cohorts) return;
      kept.push({ snapshot, used: ++clock });
      weight += weightOf(snapshot);
      while (kept.length > 1 && (weight > budget || kept.length > most)) {
        let oldest = 0;
        for (let at = 1; at < kept.length; at++) if (kept[at].used < kept[oldest].used) oldest = at;
        weight -= weightOf(kept[oldest].snapshot);
        kept.splice(oldest, 1);
      }
    },
  };
}

import {
  bestCutWork,
  clusterWork,
  islandWork,
  latticeShareWork,
  shardWork,
  solverWork,
  subtreeWork,
} from "../algorithms/index.ts";
import type { Work } from "../base/index.ts";
import { foldWork } from "../cohort/index.ts";
import { orderWork } from "../problem/index.ts";
import { trainWork } from "../synthesis/index.ts";
import { frontierWork } from "../utility/index.ts";

/** Everything a thread may be asked to do, by name. */
// biome-ignore lint/suspicious/noExplicitAny: works of different types stand side by side
export const works: readonly Work<any, any>[] = [
  foldWork,
  subtreeWork,
  bestCutWork,
  clusterWork,
  shardWork,
  solverWork,
  islandWork,
  orderWork,
  frontierWork,
  latticeShareWork,
  trainWork,
];

export { meanOf, middleOf } from "./centre.ts";
export { closest, didYouMean, nearest } from "./closest.ts";
export { byCodePoint } from "./code-points.ts";
export { assert, type ErrorCode, type Fix, KohortError } from "./error.ts";
export { exp } from "./exponential.ts";
export { append, cheapest, largest, smallest } from "./extremes.ts";
export { few, fewLines } from "./few.ts";
export { formatCount, formatNumber, formatPoints, formatShare } from "./format.ts";
export { explained, type Help, help, toggle, wholeNumber } from "./help.ts";
export { jsonText } from "./json-text.ts";
export { log2 } from "./logarithm.ts";
export { oneLine, printable, printableLines } from "./printable.ts";
export { type Random, randomFrom, shuffle } from "./random.ts";
export { indices, numberIn, remember } from "./remember.ts";
export { columnSetting } from "./setting.ts";
export { cascadeSha256, hmacSha256, type KeyedHash, type KeyedNumbers, sha256 } from "./sha256.ts";
export { stated } from "./stated.ts";
export { sumOf } from "./sum.ts";
export {
  type BestTable,
  type DriveOptions,
  type DriverAnswer,
  drive,
  finish,
  type Job,
  type Parallel,
  type Progress,
  parallel,
  report,
  reportBest,
  type Task,
  type Verb,
  verb,
  type Work,
  wait,
} from "./task.ts";

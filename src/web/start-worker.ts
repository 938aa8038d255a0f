// in a chunk of its own, so that the page is there before the worker's text is
import Studio from "./worker/entry.ts?worker&inline";

/** Starts the worker from its text. */
export function startWorker(): Worker {
  return new Studio();
}

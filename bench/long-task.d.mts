import type { CDPSession } from "playwright-core";

/** The longest task of any page's thread while something is done, in milliseconds: by processor time, and by the clock. */
export function longestTask(
  line: CDPSession,
  deed: () => Promise<unknown>,
): Promise<{ readonly busy: number; readonly clock: number }>;

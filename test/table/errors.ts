import { expect } from "vitest";
import { KohortError } from "../../src/base/index.ts";

/** The error that a call ends with; the test fails if it ends well or with any other exception. */
export function errorOf(call: () => unknown): { code: string; message: string; where?: string; hint?: string } {
  try {
    call();
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    const { code, message, where, hint } = error;
    return { code, message, ...(where === undefined ? {} : { where }), ...(hint === undefined ? {} : { hint }) };
  }
  return expect.fail("no error");
}

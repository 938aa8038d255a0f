import { type Hierarchy, writeHierarchy } from "../../src/hierarchy/index.ts";

/** A hierarchy as the lines of its file, to be compared by eye. */
export function lines(hierarchy: Hierarchy): string[] {
  return writeHierarchy(hierarchy).trimEnd().split("\n");
}

/** The error's code, sentence and place that a call ends in. */
export function errorOf(call: () => unknown): { code: string; message: string; hint: string; where: string } {
  try {
    call();
  } catch (error) {
    return error as { code: string; message: string; hint: string; where: string };
  }
  throw new Error("the call was expected to fail");
}

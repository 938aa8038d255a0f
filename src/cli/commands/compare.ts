import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runCompare: RunCommand = async () => {
  throw new KohortError("usage", "compare is not there yet");
};

import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runHierarchy: RunCommand = async () => {
  throw new KohortError("usage", "hierarchy is not there yet");
};

import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runInspect: RunCommand = async () => {
  throw new KohortError("usage", "inspect is not there yet");
};

import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runCompletion: RunCommand = async () => {
  throw new KohortError("usage", "completion is not there yet");
};

import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runInit: RunCommand = async () => {
  throw new KohortError("usage", "init is not there yet");
};

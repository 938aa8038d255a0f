import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runDemo: RunCommand = async () => {
  throw new KohortError("usage", "demo is not there yet");
};

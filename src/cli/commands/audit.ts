import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runAudit: RunCommand = async () => {
  throw new KohortError("usage", "audit is not there yet");
};

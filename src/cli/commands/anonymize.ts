import { KohortError } from "../../base/index.ts";
import type { RunCommand } from "../context.ts";

export const runAnonymize: RunCommand = async () => {
  throw new KohortError("usage", "anonymize is not there yet");
};

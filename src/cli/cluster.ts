/** @file Which cluster to work on, with which programs: from flags and the environment, never from a spec. */
import { KohortError } from "../base/index.ts";
import { splitPair } from "../spec/index.ts";
import type { StoreEngine } from "../store/index.ts";
import { type CommandLine, textOf, valuesOf } from "./parse.ts";

const flags = ["master", "spark-node", "spark-setting"] as const;

/** What the flags say of Spark, and the environment where they say nothing; of other engines they say nothing. */
export function clusterOf(
  parsed: CommandLine,
  engine: StoreEngine["name"],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Pick<StoreEngine, "master" | "node" | "settings"> {
  if (engine !== "spark") {
    const flag = flags.find((name) => parsed.values.has(name));
    if (flag === undefined) return {};
    throw new KohortError("usage", `the ${engine} engine has no --${flag}`, {
      hint: "leave it out, or use --engine spark",
    });
  }
  const said = (variable: string): string | undefined => environment[variable] || undefined;
  const master = textOf(parsed, "master") ?? said("KOHORT_SPARK_MASTER");
  const node = textOf(parsed, "spark-node") ?? said("KOHORT_SPARK_NODE");
  const lines = (said("KOHORT_SPARK_SETTINGS") ?? "").split("\n").filter((line) => line.trim() !== "");
  const settings = {
    ...settingsFrom(lines, "KOHORT_SPARK_SETTINGS"),
    ...settingsFrom(valuesOf(parsed, "spark-setting"), "--spark-setting"),
  };
  return {
    master,
    node,
    settings: Object.keys(settings).length === 0 ? undefined : settings,
  };
}

function settingsFrom(texts: readonly string[], where: string): Record<string, string> {
  return Object.fromEntries(texts.map((text) => splitPair(text.trim(), where)));
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { mondrian } from "../../algorithms/index.ts";
import { jsonText, KohortError } from "../../base/index.ts";
import { type Draft, hierarchyFiles } from "../../engine/index.ts";
import { canDrawCohorts, cohortsFigure, discernibilityFigure } from "../../report/index.ts";
import type { Spec } from "../../spec/index.ts";
import { type Stage, type Stages, stages } from "../../utility/index.ts";
import { csvText } from "../companions.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatNumber, formatTable, printable } from "../format.ts";
import { type CommandLine, hasFlag, textOf, valuesOf } from "../parse.ts";
import { draftText, ownerOnly, publishTogether, refuseExisting, withSession } from "../session.ts";
import { headerOf, openSpec } from "../spec-source.ts";
import { packageVersion } from "../version.ts";

/** One set of quasi-identifiers and what its stages came to. */
type Case = { readonly name: string; readonly found: Stages };

/** Meets k alone, then each other requirement together with it, each time from the whole table. */
export const runStages: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const folder = textOf(parsed, "output");
  const sets = valuesOf(parsed, "case").length > 0 ? valuesOf(parsed, "case") : valuesOf(parsed, "quasi");
  if (sets.length === 0) {
    throw new KohortError("usage", "no case is stated", {
      hint: "name quasi-identifiers: --case age,sex --case age,zip",
    });
  }
  const cases = await withSession(context, async (session) => {
    const read = await session.read(parsed.words[0]);
    const found: Case[] = [];
    for (const quasi of sets) {
      const source = await openSpec(withQuasi(parsed, quasi));
      const spec = source.specFor(headerOf(read));
      if (!Object.values(spec.attributes).some(({ role }) => role === "sensitive")) {
        throw new KohortError("usage", "stages need a sensitive column", { hint: "name one with --sensitive" });
      }
      const options = { files: hierarchyFiles(spec, source.folder), threads: session.pool.threads };
      found.push({
        name: nameOf(spec),
        found: await session.drive(stages.task(read.table, withMethod(spec), options)),
      });
    }
    return found;
  });
  for (const warning of new Set(cases.flatMap(privacySentences))) terminal.warn(printable(warning));
  if (folder !== undefined) await writeAll(folder, cases, context);
  const document = { kohort: packageVersion(), cases: cases.map(documentOf) };
  terminal.print(hasFlag(parsed, "json") ? jsonText(document) : described(cases));
  return 0;
};

/** What the releases of a case are warned of as to people's privacy. */
function privacySentences({ found }: Case): string[] {
  return found.stages.flatMap(({ release }) => release.privacyWarnings.map(({ sentence }) => sentence));
}

function withQuasi(parsed: CommandLine, quasi: string): CommandLine {
  return { ...parsed, values: new Map([...parsed.values, ["quasi", [quasi]]]) };
}

/** The method of the paper whose stages these are, unless another one is asked for. */
function withMethod(spec: Spec): Spec {
  return spec.algorithm === undefined ? { ...spec, algorithm: mondrian({ variant: "paper" }) } : spec;
}

function nameOf({ attributes }: Spec): string {
  return Object.keys(attributes)
    .filter((name) => attributes[name].role === "quasi-identifying")
    .join(", ");
}

/** What is said of one stage. */
function figuresOf({ name, release, classes }: Stage): Record<string, string | number | undefined> {
  const { cohorts, quality } = release;
  return {
    stage: name,
    classes: cohorts.count,
    rows: classes.rows,
    distinctLost: quality.distinctLost,
    discernibility: quality.discernibility,
    cAvg: quality.cAvg,
    smallest: cohorts.smallest,
    largest: cohorts.largest,
    ncp: quality.ncp,
  };
}

function documentOf({ name, found }: Case): Record<string, unknown> {
  return { quasiIdentifiers: name.split(", "), distinct: found.distinct, stages: found.stages.map(figuresOf) };
}

function described(cases: readonly Case[]): string {
  const right = { align: "right" } as const;
  const columns = [
    { title: "case" },
    { title: "stage" },
    { title: "classes", ...right },
    { title: "rows", ...right },
    { title: "distinct lost", ...right },
    { title: "DM", ...right },
    { title: "C_avg", ...right },
    { title: "sizes", ...right },
    { title: "NCP", ...right },
  ];
  const rows = cases.flatMap(({ name, found }) =>
    found.stages.map((stage, i) => {
      const { cohorts, quality } = stage.release;
      return [
        i === 0 ? `${name} (${formatNumber(found.distinct)} distinct)` : "",
        stage.name,
        formatNumber(cohorts.count),
        formatNumber(stage.classes.rows),
        formatNumber(quality.distinctLost),
        formatNumber(quality.discernibility),
        quality.cAvg === undefined ? "–" : formatNumber(quality.cAvg, 4),
        `${formatNumber(cohorts.smallest)}..${formatNumber(cohorts.largest)}`,
        `${formatNumber(100 * quality.ncp)} %`,
      ];
    }),
  );
  return `${formatTable(columns, rows)}\n`;
}

/** The classes of every stage, a drawing per case, and the chart over all of them. */
async function writeAll(folder: string, cases: readonly Case[], context: Context): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = cases.flatMap(({ name, found }, i): [string, string][] => {
    const start = `${i + 1}-${name.replace(/[^\w-]+/g, "-")}`;
    const tables = found.stages.map((stage): [string, string] => [
      `${start}-${stage.name}.csv`,
      csvText(stage.classes),
    ]);
    if (!canDrawCohorts(found.stages[0].release)) return tables;
    return [...tables, [`${start}.svg`, cohortsFigure(found.stages)]];
  });
  files.push(["discernibility.svg", discernibilityFigure(cases)]);
  for (const [file] of files) refuseExisting(join(folder, file), context);
  const drafts: Draft[] = [];
  try {
    for (const [file, text] of files) drafts.push(await draftText(join(folder, file), text, context, ownerOnly));
  } catch (thrown) {
    for (const draft of drafts) draft.discard();
    throw thrown;
  }
  await publishTogether(drafts, context);
  context.terminal.say(
    `wrote ${files.length} files to ${folder}, which are for you alone: they tell more than a release does`,
  );
}

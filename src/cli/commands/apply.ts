import { dirname } from "node:path";
import { jsonText, KohortError } from "../../base/index.ts";
import { type ApplyOutcome, applyFile, bytesAt, type ReadRequest, readKey, readRecipeKey } from "../../engine/index.ts";
import {
  driftSentences,
  movedColumns,
  parseRecipe,
  parseRecipeKey,
  type Recipe,
  shortfallSentence,
  withheldColumns,
} from "../../recipe/index.ts";
import { columnsWith, type WarningUse } from "../../spec/index.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatCount, formatNumber, formatTable, printable } from "../format.ts";
import { readRequestOf } from "../input.ts";
import { type CommandLine, hasFlag, textOf } from "../parse.ts";
import { preview } from "../preview.ts";
import { refuseExisting, refuseForm, refuseParquet, safeCellsFor, withSession } from "../session.ts";
import { copyToStdout, isToStdout, outputFile } from "../streams.ts";
import { cohortPeople, toldFacts, unpublishedFact } from "../summary.ts";

/** Recodes another table as a recipe says, and tells how it drifted. */
export const runApply: RunCommand = async (context) => {
  const { parsed } = context;
  const [recipePath, dataPath] = parsed.words as [string, string];
  const output = outputFile(parsed);
  if (hasFlag(parsed, "json") && output === undefined) {
    throw new KohortError("usage", "--json needs -o for the data", { hint: "name a file for the release with -o" });
  }
  refuseForm(output);
  refuseParquet(output);
  if (output !== undefined) refuseExisting(output, context);
  const key = readKey(textOf(parsed, "key-file"), process.env.KOHORT_KEY);
  const warnings = textOf(parsed, "warnings") as WarningUse | undefined;
  const recipe = parseRecipe((await bytesAt(recipePath)).toString(), recipePath);
  const keyPath = textOf(parsed, "recipe-key");
  const recipeKey = keyPath === undefined ? undefined : parseRecipeKey(readRecipeKey(keyPath), keyPath, recipe);
  return withSession(context, async ({ pool, host }) => {
    const outcome = await applyFile(
      {
        recipe,
        recipeKey,
        folder: dirname(recipePath),
        input: requestOf(dataPath, parsed, recipe),
        output,
        force: hasFlag(parsed, "force"),
        suppressFailing: hasFlag(parsed, "suppress-failing"),
        keepSuppressed: hasFlag(parsed, "keep-suppressed"),
        safeCells: safeCellsFor(output, parsed),
        warnings,
        key,
      },
      pool,
      host,
    );
    context.terminal.settle();
    try {
      await deliver(outcome, context, output);
    } finally {
      outcome.draft?.discard();
    }
    return 0;
  });
};

/** The table is read as the recipe's was: the same marks for what is missing, the same kinds. */
function requestOf(path: string, parsed: CommandLine, { spec, attributes }: Recipe): ReadRequest {
  const { delimiter: _, format: _format, ...input } = spec.input ?? {};
  const request = readRequestOf(path, parsed, { ...spec, input });
  const kinds = Object.fromEntries(attributes.map(({ name, kind }) => [name, kind]));
  return { ...request, options: { ...request.options, kinds: { ...request.options.kinds, ...kinds } } };
}

async function deliver(
  { applied, audit, sha256, cpu, draft }: ApplyOutcome,
  context: Context,
  output?: string,
): Promise<void> {
  const { terminal, parsed } = context;
  const { drift, suppressed, unpublished, cohorts, spec } = applied;
  const isPreview = draft !== undefined && terminal.isInteractive && !isToStdout(parsed);
  if (isPreview) {
    terminal.print(`${preview(applied.table, 10, terminal.columns)}\n`);
    if (applied.table.rows > 10) terminal.say(`… ${formatCount(applied.table.rows - 10, "more row")}\n`);
  } else if (draft !== undefined) {
    await copyToStdout(draft, terminal);
  }
  if (hasFlag(parsed, "json")) {
    const document = {
      release: { ...audit.release, sha256, suppressed },
      privacy: audit.privacy,
      drift,
      unpublished,
      told: applied.told,
      privacyWarnings: applied.privacyWarnings,
      quasiIdentifiers: columnsWith(spec, "quasi-identifying"),
    };
    terminal.print(jsonText(document));
  }
  const verdicts = audit.privacy.map(({ model, asked, measured }) => [
    model,
    `asked ${formatNumber(asked ?? 0, 4)}, measured ${formatNumber(measured, 4)} on the written bytes: holds`,
  ]);
  const facts = [
    ...verdicts,
    ...(audit.release.people === undefined
      ? []
      : [["people", `${formatNumber(audit.release.people.total)} in ${formatCount(audit.release.rows, "row")}`]]),
    ["cohorts", `${formatNumber(cohorts)}${cohortPeople(audit.release.people)}`],
    ["suppressed", formatCount(suppressed, "record")],
    ...unpublishedFact(unpublished, " (unknown to the recipe)"),
    ...toldFacts({ told: applied.told, cpu }),
    ["written", output ?? (isPreview ? "nothing yet; write it with -o FILE" : "stdout")],
    ["sha256", sha256],
  ];
  terminal.say(formatTable([{ title: "" }, { title: "" }], facts));
  for (const sentence of driftSentences(drift)) terminal.warn(printable(sentence));
  if (drift.failing > 0) {
    const left = formatCount(drift.failing, "record");
    terminal.warn(printable(`left out ${left}: ${shortfallSentence(drift)}`));
  }
  const withheld = withheldColumns(drift);
  if (withheld.length > 0) {
    const columns = printable(withheld.join(", "));
    terminal.warn(
      `published as * because the recipe alone does not tell more: ${columns}; its key does, see --recipe-key`,
    );
  }
  const moved = movedColumns(drift);
  if (moved.length > 0)
    terminal.warn(
      printable(`labels are not spread as they were: ${moved.join(", ")}; make a new release if that lasts`),
    );
  for (const warning of applied.warnings) terminal.warn(printable(warning));
}

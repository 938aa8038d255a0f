import { candidateListing } from "../../algorithms/index.ts";
import { isSecretCertificate } from "../../audit/index.ts";
import { jsonText, KohortError } from "../../base/index.ts";
import { type AnonymizeOutcome, anonymizeFile, type Composition, formatOf, readKey } from "../../engine/index.ts";
import type { Publication } from "../../publish/index.ts";
import { anonymizeReport, releasePage } from "../../report/index.ts";
import type { Spec } from "../../spec/index.ts";
import { columnIndex } from "../../table/index.ts";
import { extraCompanions, reportCompanion, sayBeside } from "../companions.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatCount, formatNumber, printable } from "../format.ts";
import { anonymizeStored, engineOf } from "../in-store.ts";
import { canPeek, type Header, peekHeader, requestBy } from "../input.ts";
import { hasFlag, textOf } from "../parse.ts";
import { preview } from "../preview.ts";
import { commandText, hostName } from "../report-file.ts";
import { refuseForm, safeCellsFor, withSession } from "../session.ts";
import { headerOf, openRun, refuseWithoutRoles } from "../spec-source.ts";
import { copyToStdout, isToStdout, outputFile } from "../streams.ts";
import { allStages, choiceText, summary } from "../summary.ts";
import { packageVersion } from "../version.ts";

/** Makes a release that meets the spec, audited from its own bytes. */
export const runAnonymize: RunCommand = async (context) => {
  const { parsed } = context;
  const path = parsed.words[0];
  const output = outputFile(parsed);
  refuseOutputs(context, output);
  const companions = [...extraCompanions(context), ...reportCompanion(context, writtenReport)];
  const truth = textOf(parsed, "truth");
  const ledger = textOf(parsed, "ledger");
  const recipe = textOf(parsed, "recipe");
  const label = labelOf(context);
  const certificate = textOf(parsed, "certificate");
  refuseWithoutRoles(parsed, path);
  const key = readKey(textOf(parsed, "key-file"), process.env.KOHORT_KEY);
  const spec = await openRun(parsed, (parts) => peekFirst(path, parts, context, output));
  const engine = engineOf(parsed, spec.engine, path, output);
  if (engine.name !== "memory") return anonymizeStored(context, engine, spec, { path, output });
  const input = requestBy(path, spec.input, spec.spec, parsed);
  return withSession(context, async ({ pool, host }) => {
    const outcome = await anonymizeFile(
      {
        input,
        specOf: (found) => {
          if (label !== undefined) columnIndex(found.table, label, "--label");
          return spec.specFor(headerOf(found));
        },
        folder: spec.folder,
        output,
        force: hasFlag(parsed, "force"),
        reportOnly: hasFlag(parsed, "report-only"),
        truth,
        ledger: ledger === undefined ? undefined : { path: ledger, refuse: textOf(parsed, "compose") === "safe" },
        keepSuppressed: hasFlag(parsed, "keep-suppressed"),
        safeCells: safeCellsFor(output, parsed),
        key,
        recipe,
        certificate: certificate === undefined ? undefined : { path: certificate, version: packageVersion() },
        examine: hasFlag(parsed, "report") ? (label === undefined ? {} : { label }) : undefined,
        companions,
      },
      pool,
      host,
    );
    // with -o - what belongs to the release is in its place already, and the release itself is on its way
    if (outcome.draft === undefined || isToStdout(parsed)) context.interrupt.commit();
    context.terminal.settle();
    try {
      await deliver(outcome, context, output);
    } finally {
      outcome.draft?.discard();
    }
    return 0;
  });
};

/** The header of a table that is read into memory; an engine looks for itself. */
function peekFirst(
  path: string,
  { input = {}, engine }: Pick<Spec, "input" | "engine">,
  { parsed }: Context,
  output: string | undefined,
): Header | undefined {
  if (engineOf(parsed, engine, path, output).name !== "memory" || !canPeek(input)) return undefined;
  return peekHeader({ path, format: input.format ?? formatOf(path), options: { delimiter: input.delimiter } });
}

/** Everything that can be wrong with where results go, before any work starts. */
function refuseOutputs(context: Context, output: string | undefined): void {
  const { parsed } = context;
  const isReportOnly = hasFlag(parsed, "report-only");
  if (hasFlag(parsed, "json") && output === undefined && !isReportOnly) {
    throw new KohortError("usage", "--json needs -o for the data", {
      hint: "name a file for the release with -o, or use --report-only to write none",
    });
  }
  refuseCompanions(context, output);
  if (output === undefined || isReportOnly) return;
  refuseForm(output);
}

/** The column that classifiers are to learn for the report. */
function labelOf({ parsed }: Context): string | undefined {
  const label = textOf(parsed, "label");
  if (label === undefined || hasFlag(parsed, "report")) return label;
  throw new KohortError("usage", "--label needs --report", { hint: "classifiers are compared in the report" });
}

/** A truth and a ledger belong to a release that stays. */
function refuseCompanions({ parsed }: Context, output: string | undefined): void {
  if (hasFlag(parsed, "compose") && !hasFlag(parsed, "ledger")) {
    throw new KohortError("usage", "--compose needs --ledger", { hint: "name the ledger of earlier releases" });
  }
  if (output !== undefined || isToStdout(parsed) || hasFlag(parsed, "report-only")) return;
  const name = ["truth", "ledger", "recipe", "certificate"].find((companion) => hasFlag(parsed, companion));
  if (name !== undefined) {
    throw new KohortError("usage", `--${name} needs -o for the release`, { hint: "name a file for it with -o" });
  }
}

function reportOf({ release, audit, input, sha256, time, cpu, examination, composition }: AnonymizeOutcome) {
  return {
    ...anonymizeReport(release, audit, {
      version: packageVersion(),
      host: hostName(),
      examination,
      input,
      sha256,
      time: allStages(time),
      cpu: allStages(cpu),
    }),
    composition,
  };
}

function writtenReport(outcome: AnonymizeOutcome, context: Context) {
  const { release, examination } = outcome;
  const document = reportOf(outcome);
  const page = () => releasePage({ report: document, release, examination, command: commandText(context) });
  return { document, page, isSecret: isSecretCertificate(release.spec.privacy, release.suppressed) };
}

async function deliver(
  outcome: Publication<AnonymizeOutcome>,
  context: Context,
  output: string | undefined,
): Promise<void> {
  const { parsed, terminal } = context;
  const { draft, release } = outcome;
  const report = reportOf(outcome);
  const isAlone = ({ path }: { readonly path: string }): boolean =>
    ["report", "class-table", "figure"].some((flag) => textOf(parsed, flag) === path);
  sayBeside(outcome.beside.filter(isAlone), context);
  let where = output ?? "stdout";
  if (hasFlag(parsed, "report-only")) {
    where = "no release (--report-only)";
  } else if (draft !== undefined && terminal.isInteractive && !isToStdout(parsed)) {
    where = "nothing yet; write it with -o FILE";
    terminal.print(`${preview(release.table, 10, terminal.columns)}\n`);
    if (release.table.rows > 10) terminal.say(`… ${formatCount(release.table.rows - 10, "more row")}\n`);
  } else if (draft !== undefined) {
    await copyToStdout(draft, terminal);
  }
  if (hasFlag(parsed, "json")) terminal.print(jsonText(report));
  const chosen = choiceText(report);
  if (chosen !== undefined) terminal.say(chosen);
  if (terminal.verbose && release.recoding.kind === "cell") terminal.say(`${candidateListing(release.problem)}\n\n`);
  if (context.interrupt.settle.aborted) terminal.say("stopped at Ctrl-C: this is the best so far\n");
  terminal.say(summary(report, where, terminal.paint));
  sayBeside(
    outcome.beside.filter((file) => !isAlone(file)),
    context,
  );
  for (const warning of release.warnings) terminal.warn(printable(warning));
  if (outcome.composition !== undefined) sayComposition(outcome.composition, context);
}

/** What the ledger has to say about this release and the earlier ones. */
function sayComposition(found: Composition, { terminal }: Context): void {
  const { earlier, compared, common, k, below, isolated, notShown } = found;
  if (earlier === 0) return;
  for (const why of notShown) terminal.warn(`not shown to be safe with earlier releases: ${printable(why)}`);
  if (compared === 0 || common === 0) return;
  const people = formatCount(common, "person", "people");
  if (below > 0) {
    const alone = isolated === 0 ? "" : `, ${formatNumber(isolated)} of them alone`;
    terminal.warn(
      `together with earlier releases this one leaves ${formatCount(below, "person", "people")} in groups of fewer than ${k}${alone}; ${people} are in both; see \`kohort explain intersection\``,
    );
  } else if (notShown.length === 0) {
    terminal.say(
      `together with earlier releases no group of fewer than ${k} people can be told apart; ${people} are in both`,
    );
  }
}

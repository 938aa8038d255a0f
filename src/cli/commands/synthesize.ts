import { readFileSync } from "node:fs";
import { refuseWarnings } from "../../audit/index.ts";
import { few, jsonText, KohortError } from "../../base/index.ts";
import { type Draft, formatOf, writeTable } from "../../engine/index.ts";
import { anyTable } from "../../privacy/index.ts";
import { digits, type SynthesisReport, synthesisPage, synthesisReport } from "../../report/index.ts";
import {
  columnFor,
  isNaming,
  joinList,
  type Rest,
  type Spec,
  splitList,
  splitPair,
  type WarningUse,
} from "../../spec/index.ts";
import { keepModel, parseModel, type SynthesizerName, settingsFrom } from "../../synthesis/index.ts";
import { columnIndex, labelCounts, type ReadResult, type Table, writeDialect } from "../../table/index.ts";
import {
  learnedColumns,
  namingColumns,
  type SynthesizeOptions,
  synthesisWarnings,
  synthesize,
} from "../../utility/index.ts";
import { compareOptions } from "../compare-options.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatCount, formatTable, printable, quoted } from "../format.ts";
import { type CommandLine, hasFlag, shareOf, textOf, valuesOf, wholeNumberOf } from "../parse.ts";
import { draftReport, provenanceOf, refuseReport, sayReport } from "../report-file.ts";
import {
  draftText,
  publishTogether,
  refuseExisting,
  refuseForm,
  refuseParquet,
  type Session,
  withSession,
} from "../session.ts";
import { headerOf, openSpec, type SpecSource } from "../spec-source.ts";
import { copyToStdout, isToStdout, outputFile } from "../streams.ts";
import { utilityText } from "../utility-table.ts";
import { packageVersion } from "../version.ts";

/** Trains a model, writes the rows it makes, and says what they are worth and what they give away. */
export const runSynthesize: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const output = outputFile(parsed);
  refuseOutputs(context, output);
  return withSession(context, async (session) => {
    const whole = await session.read(parsed.words[0]);
    const source = await openSpec(withoutSettings(parsed));
    refuseWithoutLabel(parsed, whole.table, source.base?.spec);
    const options = await optionsOf(context, session, { read: whole, source, header: headerOf(whole) });
    const read = { ...whole, table: learnedColumns(whole.table, options) };
    const named = await namedWarnings(read.table, options, session);
    for (const warning of named) terminal.warn(printable(warning));
    const found = await session.drive(synthesize.task(whole.table, options));
    terminal.settle();
    const { from } = options;
    const isJudged = from !== undefined && from.rows > read.table.rows - found.training.holdout;
    const warnings = [
      ...(isJudged ? ["the release holds rows that it is judged by, so figures for it are too good"] : []),
      ...synthesisWarnings(found),
    ];
    for (const warning of warnings) terminal.warn(printable(warning));
    refuseWarnings(
      (textOf(parsed, "warnings") as WarningUse | undefined) ?? source.base?.spec.warnings,
      [...named, ...synthesisWarnings(found)].map((sentence) => ({ kind: "synthetic", columns: [], sentence })),
    );
    const draft = await draftRows(found.table, read, output, session);
    const facts = { version: packageVersion(), sha256: draft.sha256, warnings: [...named, ...warnings] };
    const report = synthesisReport(found, facts);
    let drafts = output === undefined ? [] : [draft];
    try {
      const save = textOf(parsed, "save");
      if (save !== undefined) drafts.unshift(await draftText(save, keepModel(found.model), context));
      drafts = [...(await draftReport(context, report, () => synthesisPage(report, provenanceOf(context)))), ...drafts];
    } catch (thrown) {
      for (const one of [...drafts, draft]) one.discard();
      throw thrown;
    }
    // the rows last: they are there only if all that belongs to them is
    try {
      await publishTogether(drafts, context);
      if (output === undefined) await copyToStdout(draft, terminal);
    } finally {
      if (output === undefined) draft.discard();
    }
    sayReport(context);
    if (hasFlag(parsed, "json")) terminal.print(jsonText(report));
    else terminal.say(described(report, output ?? "stdout"));
    return 0;
  });
};

function refuseOutputs(context: Context, output: string | undefined): void {
  const { parsed } = context;
  if (output === undefined && !isToStdout(parsed)) {
    throw new KohortError("usage", "synthetic rows need a file", {
      hint: "name it with -o synthetic.csv; -o - is stdout",
    });
  }
  refuseForm(output);
  refuseParquet(output);
  refuseExisting(output, context);
  refuseExisting(textOf(parsed, "save"), context);
  refuseReport(context);
}

/** Refuses to begin without a label; columns of a few names are proposed, and else how to read one as names. */
function refuseWithoutLabel(parsed: CommandLine, { columns }: Table, spec: Spec | undefined): void {
  if (textOf(parsed, "label") !== undefined) return;
  const learned = columns.filter(({ name }) => {
    const role = spec?.attributes[name]?.role;
    return !isNaming(role) && role !== "unpublished";
  });
  const short = learned.filter((column) => {
    const values = labelCounts(column).filter((count) => count > 0).length;
    return values > 1 && values <= mostClasses;
  });
  const classes = short.filter(({ kind }) => kind === "category").map(({ name }) => name);
  const [number] = short;
  const example =
    classes.length > 0
      ? `, such as ${few(classes)}`
      : number === undefined
        ? ""
        : `, such as --label ${quoted(number.name)} --kind ${quoted(`${number.name}=category`)}`;
  throw new KohortError("usage", "no label is stated", {
    hint: `name the column that classifiers predict with --label${example}`,
  });
}

/** Values past which a column is not proposed as what classifiers predict. */
const mostClasses = 20;

/** What to say of columns that seem to name people and that nobody spoke of. */
async function namedWarnings(
  table: Table,
  { from, label, attributes = {} }: SynthesizeOptions,
  session: Session,
): Promise<string[]> {
  const learned = new Set((from ?? table).columns.map(({ name }) => name));
  const names = (await session.drive(namingColumns(table))).filter(
    (name) => learned.has(name) && name !== label && !Object.hasOwn(attributes, name),
  );
  if (names.length === 0) return [];
  const which = names.map((name) => `"${name}"`).join(", ");
  return [
    `${names.length === 1 ? "column" : "columns"} ${which} may name people, and made rows will carry real values of ${names.length === 1 ? "it" : "them"}; leave ${names.length === 1 ? "it" : "them"} out with --identifying ${quoted(joinList(names))}`,
  ];
}

/** What a model is trained on. */
type Input = { readonly read: ReadResult; readonly source: SpecSource; readonly header: ReturnType<typeof headerOf> };

/** Flags that give columns roles, or say something of columns that have one. */
const aboutColumns = ["quasi", "sensitive", "identifying", "insensitive", "unpublished", "person", "hierarchy"];

async function optionsOf(context: Context, session: Session, input: Input): Promise<SynthesizeOptions> {
  const { parsed } = context;
  const { read, source, header } = input;
  const label = textOf(parsed, "label")!;
  columnIndex(read.table, label);
  const from = textOf(parsed, "from");
  const resume = textOf(parsed, "resume");
  const release = from === undefined ? undefined : await session.readRelease(from);
  const spec = { version: 1 as const, attributes: {}, ...source.base?.spec, privacy: source.base?.spec.privacy ?? [] };
  // that rows are counted says nothing of a column
  const countsRows = textOf(parsed, "person") === "none";
  const isStated =
    source.base !== undefined ||
    aboutColumns.some((name) => hasFlag(parsed, name) && !(name === "person" && countsRows));
  const columnsOf = (name: string, texts: readonly string[]): string[] =>
    texts.map((text) => columnFor(text.trim(), header.names, `--${name} ${text}`));
  // what a release was made with needs no role here, and a kind alone gives none
  const grouped =
    from === undefined ? [] : valuesOf(parsed, "hierarchy").map((text) => splitPair(text, "--hierarchy")[0]);
  const asGroups = Object.fromEntries(
    columnsOf("hierarchy", grouped).map((name) => [name, { role: "quasi-identifying" as const }]),
  );
  const attributes = { ...asGroups, ...spec.attributes };
  const stated = isStated ? source.withFlags(header, { ...spec, attributes, privacy: [anyTable] }) : undefined;
  const silent = new Set([
    ...columnsOf("unpublished", valuesOf(parsed, "unpublished").flatMap(splitList)),
    ...Object.keys(spec.attributes),
  ]);
  const known = stated === undefined ? {} : compareOptions(stated, read.table, source);
  const numbers = {
    rows: wholeNumberOf(parsed, "rows", 1),
    epochs: wholeNumberOf(parsed, "epochs", 1),
    seed: wholeNumberOf(parsed, "seed", 0) ?? source.base?.spec.seed,
    holdout: shareOf(parsed, "holdout", true),
    attempts: wholeNumberOf(parsed, "attempts", 1),
    seeds: wholeNumberOf(parsed, "seeds", 1),
    model: textOf(parsed, "model") as SynthesizerName | undefined,
  };
  const resumed = resume === undefined ? undefined : parseModel(readFileSync(resume, "utf8"), resume);
  const texts = [
    ...valuesOf(parsed, "option"),
    ...(hasFlag(parsed, "eight-positives") ? ["sampling=eight-positives"] : []),
  ];
  const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  return {
    label,
    rest: (textOf(parsed, "rest") as Rest | undefined) ?? source.base?.spec.rest ?? "drop",
    attributes: stated
      ? Object.fromEntries(
          Object.entries(stated.attributes).filter(([name, { role }]) => role !== "unpublished" || silent.has(name)),
        )
      : undefined,
    countRows: countsRows || stated?.person === "none",
    ...given,
    ...(release && { from: release.table }),
    ...(known.hierarchies && { hierarchies: known.hierarchies }),
    ...(resumed && { resume: resumed }),
    ...(hasFlag(parsed, "no-copies") ? { noCopies: true } : {}),
    ...(hasFlag(parsed, "logistic") ? { logistic: true } : {}),
    ...(texts.length > 0 ? { settings: settingsFrom(numbers.model ?? resumed?.model ?? "ctgan", texts) } : {}),
    constraints: { ranges: rangesOf(parsed), only: onlyOf(parsed) },
  };
}

/** The flags that stand for a spec; `--option` is a setting of the model here, not of an algorithm. */
function withoutSettings(parsed: CommandLine): CommandLine {
  return { ...parsed, values: new Map([...parsed.values].filter(([name]) => name !== "option")) };
}

/** `--range age=18..65` */
function rangesOf(parsed: CommandLine): Record<string, readonly [number, number]> {
  return Object.fromEntries(
    valuesOf(parsed, "range").map((text) => {
      const [, name, low, high] = /^(.+)=(-?[\d.]+?)\.\.(-?[\d.]+)$/.exec(text) ?? [];
      if (name === undefined) {
        throw new KohortError("usage", `"${text}" is not a range`, { hint: "write --range age=18..65" });
      }
      return [name, [Number(low), Number(high)] as const];
    }),
  );
}

/** `--only 'sex=female|male'` */
function onlyOf(parsed: CommandLine): Record<string, readonly string[]> {
  return Object.fromEntries(
    valuesOf(parsed, "only").map((text) => {
      const equals = text.indexOf("=");
      if (equals < 1) {
        throw new KohortError("usage", `"${text}" names no values`, { hint: "write --only 'sex=female|male'" });
      }
      return [text.slice(0, equals), text.slice(equals + 1).split("|")];
    }),
  );
}

/** Made rows, written as the data was. */
function draftRows(
  table: Table,
  { dialect }: ReadResult,
  output: string | undefined,
  { pool, host }: Session,
): Promise<Draft> {
  const format = output === undefined ? "csv" : formatOf(output);
  return writeTable(table, { output, format, dialect: writeDialect(dialect) }, pool, host);
}

function described(report: SynthesisReport, output: string): string {
  const right = { align: "right" } as const;
  const utility = utilityText(Object.entries(report.utility), report);
  const privacy = formatTable(
    [{ title: "attack" }, { title: "success", ...right }, { title: "control", ...right }, { title: "verdict" }],
    Object.entries(report.privacy).map(([name, { success, baseline, verdict }]) => [
      name,
      digits(success),
      digits(baseline),
      verdict,
    ]),
  );
  return `${formatCount(report.synthetic.rows, "row")} by ${report.model.name} → ${output}\n\n${utility}\n\n${privacy}\n`;
}

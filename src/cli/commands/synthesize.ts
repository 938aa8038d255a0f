import { readFileSync } from "node:fs";
import { KohortError } from "../../base/index.ts";
import { type Host, writeDraft } from "../../engine/index.ts";
import { digits, type SynthesisReport, synthesisReport, synthesisSections } from "../../report/index.ts";
import { type Synthesis, type SynthesizeOptions, synthesize } from "../../run/index.ts";
import { columnsWith } from "../../spec/index.ts";
import { keepModel, parseModel, type SynthesizerName, settingsFrom } from "../../synthesis/index.ts";
import { columnIndex, csvBlocks, jsonBlocks, type ReadResult, type Table } from "../../table/index.ts";
import { compareOptions } from "../compare-options.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatCount, formatTable } from "../format.ts";
import { isSet, type Parsed, shareOf, textOf, valuesOf, wholeNumberOf } from "../parse.ts";
import { refuseReport, writeReport } from "../report-file.ts";
import { refuseExisting, refuseForm, type Session, withSession, writeText } from "../session.ts";
import { headerOf, openSpec, type SpecSource } from "../spec-source.ts";
import { utilityText } from "../utility-table.ts";
import { packageVersion } from "../version.ts";

/** Trains a model, writes the rows it makes, and says what they are worth and what they give away. */
export const runSynthesize: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const output = textOf(parsed, "output");
  refuseOutputs(context, output);
  return withSession(context, async (session) => {
    const whole = await session.read(parsed.words[0]!);
    const source = await openSpec(withoutSettings(parsed));
    const read = { ...whole, table: withoutNames(whole.table, parsed, source) };
    const options = await optionsOf(context, session, { read, source, header: headerOf(whole) });
    const found = await session.drive(synthesize.task(read.table, options));
    terminal.settle();
    const { from } = options;
    if (from !== undefined && from.rows > read.table.rows - found.training.holdout) {
      terminal.warn("the release holds rows that it is judged by, so figures for it are too good");
    }
    const sha256 = await writeRows(found, output!, context, session.host);
    const save = textOf(parsed, "save");
    if (save !== undefined) await writeText(save, keepModel(found.model), context);
    const report = synthesisReport(found, { version: packageVersion(), sha256 });
    await writePage(context, report);
    if (isSet(parsed, "json")) terminal.print(JSON.stringify(report, null, 2));
    else terminal.say(described(report, output!));
    return 0;
  });
};

function refuseOutputs(context: Context, output: string | undefined): void {
  const { parsed } = context;
  if (output === undefined) {
    throw new KohortError("usage", "made rows need a file", { hint: "name it with -o synthetic.csv" });
  }
  if (textOf(parsed, "label") === undefined) {
    throw new KohortError("usage", "no label is stated", {
      hint: "name the column that classifiers predict: --label income",
    });
  }
  refuseForm(output);
  refuseExisting(output, context);
  refuseExisting(textOf(parsed, "save"), context);
  refuseReport(context);
}

/** The table without the columns that name people, by the flags or by the spec. */
function withoutNames(table: Table, parsed: Parsed, { base }: SpecSource): Table {
  const names = new Set([
    ...(base === undefined ? [] : columnsWith(base.spec, "identifying")),
    ...valuesOf(parsed, "identifying")
      .flatMap((list) => list.split(","))
      .map((word) => (/^\d+$/.test(word) ? table.columns[Number(word)]?.name : undefined) ?? word),
  ]);
  for (const name of names) columnIndex(table, name);
  return { rows: table.rows, columns: table.columns.filter(({ name }) => !names.has(name)) };
}

/** What a model is trained on. */
type Input = { readonly read: ReadResult; readonly source: SpecSource; readonly header: ReturnType<typeof headerOf> };

async function optionsOf(context: Context, session: Session, input: Input): Promise<SynthesizeOptions> {
  const { parsed } = context;
  const { read, source, header } = input;
  const label = textOf(parsed, "label")!;
  columnIndex(read.table, label);
  const from = textOf(parsed, "from");
  const resume = textOf(parsed, "resume");
  const release = from === undefined ? undefined : await session.readRelease(from);
  const spec = { version: 1 as const, attributes: {}, ...source.base?.spec, privacy: source.base?.spec.privacy ?? [] };
  const withHierarchies = source.base !== undefined || valuesOf(parsed, "hierarchy").length > 0;
  const stated = withHierarchies
    ? source.withFlags(header, { ...spec, privacy: [{ model: "k-anonymity", k: 1 }] })
    : undefined;
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
    ...(isSet(parsed, "eight-positives") ? ["sampling=eight-positives"] : []),
  ];
  const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  return {
    label,
    ...given,
    ...(release && { from: release.table }),
    ...(known.hierarchies && { hierarchies: known.hierarchies }),
    ...(resumed && { resume: resumed }),
    ...(isSet(parsed, "no-copies") ? { noCopies: true } : {}),
    ...(isSet(parsed, "logistic") ? { logistic: true } : {}),
    ...(texts.length > 0 ? { settings: settingsFrom(numbers.model ?? resumed?.model ?? "ctgan", texts) } : {}),
    constraints: { ranges: rangesOf(parsed), only: onlyOf(parsed) },
  };
}

/** The flags that stand for a spec; `--option` is a setting of the model here, not of an algorithm. */
function withoutSettings(parsed: Parsed): Parsed {
  return { ...parsed, values: new Map([...parsed.values].filter(([name]) => name !== "option")) };
}

/** `--range age=18..65` */
function rangesOf(parsed: Parsed): Record<string, readonly [number, number]> {
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
function onlyOf(parsed: Parsed): Record<string, readonly string[]> {
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

async function writeRows(found: Synthesis, output: string, { parsed }: Context, host: Host): Promise<string> {
  const isJson = /\.jsonl?$/i.test(output);
  const blocks = isJson ? jsonBlocks(found.table, { lines: /\.jsonl$/i.test(output) }) : csvBlocks(found.table);
  const draft = await writeDraft(output, blocks, host);
  try {
    draft.publish(isSet(parsed, "force"));
  } catch (thrown) {
    draft.discard();
    throw thrown;
  }
  return draft.sha256;
}

async function writePage(context: Context, report: SynthesisReport): Promise<void> {
  await writeReport(context, report, () => ({
    title: `Synthetic rows by ${report.model.name}`,
    sections: synthesisSections(report),
  }));
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

import { jsonText } from "../../base/index.ts";
import { anyTable } from "../../privacy/index.ts";
import { prepareTable } from "../../problem/index.ts";
import { comparePage, notKnownText } from "../../report/index.ts";
import type { Spec } from "../../spec/index.ts";
import type { Table } from "../../table/index.ts";
import { type Comparison, compare, type SeededUtility, utilityOverSeeds } from "../../utility/index.ts";
import { compareOptions } from "../compare-options.ts";
import type { RunCommand } from "../context.ts";
import { inOrder } from "../file-order.ts";
import { formatCount, formatNumber, formatShare, formatTable, printable } from "../format.ts";
import type { Header } from "../input.ts";
import { type CommandLine, hasFlag, textOf, wholeNumberOf } from "../parse.ts";
import { provenanceOf, refuseReport, writeReport } from "../report-file.ts";
import { type Session, withSession } from "../session.ts";
import { headerOf, openSpec, type SpecSource } from "../spec-source.ts";
import type { Paint } from "../terminal.ts";
import { utilityText } from "../utility-table.ts";
import { packageVersion } from "../version.ts";

/** Says what a release lost against its original. */
export const runCompare: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  refuseReport(context);
  const source = await openSpec(parsed);
  const { original, release, found, learned } = await withSession(context, (session) =>
    inOrder(parsed, session, source.base?.spec, () => compared(session, parsed, source)),
  );
  const { leftOut, coded, warnings, ...quality } = found;
  const document = {
    kohort: packageVersion(),
    input: { rows: original.rows, leftOut, columns: original.columns.length },
    coded: coded.length === 0 ? undefined : coded,
    release: { rows: release.rows, suppressed: quality.suppressed },
    quality,
    ...learned,
    warnings: warnings.length === 0 ? undefined : warnings,
  };
  for (const warning of warnings) terminal.warn(printable(warning));
  await writeReport(context, document, () =>
    comparePage(found, { rows: original.rows, ...learned, provenance: provenanceOf(context) }),
  );
  terminal.print(
    hasFlag(parsed, "json") ? jsonText(document) : describe(found, terminal.paintResult) + described(learned),
  );
  return 0;
};

/** Reads both tables and compares them. */
async function compared(
  session: Session,
  parsed: CommandLine,
  source: SpecSource,
): Promise<{ original: Table; release: Table; found: Comparison; learned: SeededUtility | undefined }> {
  const label = textOf(parsed, "label");
  const before = await session.read(parsed.words[0], source.base?.spec);
  const { table: release } = await session.readRelease(parsed.words[1], source.base?.spec);
  const spec = specOf(parsed, source, headerOf(before));
  const prepared = await session.drive(prepareTable(before.table, spec?.attributes ?? {}));
  const options = spec === undefined ? {} : compareOptions(spec, prepared.table, source, hasFlag(parsed, "k"));
  const found = await session.drive(compare.task(before.table, release, options));
  const { hierarchies = {} } = options;
  const learned =
    label === undefined
      ? undefined
      : await session.drive(
          utilityOverSeeds(before.table, release, {
            ...{ label, hierarchies, logistic: hasFlag(parsed, "logistic") },
            seeds: wholeNumberOf(parsed, "seeds", 1) ?? 1,
          }),
        );
  return { original: before.table, release, found, learned };
}

/** The spec, where one is given or a flag says something about columns; otherwise the tables alone are compared. */
function specOf(parsed: CommandLine, { base, withFlags }: SpecSource, header: Header): Spec | undefined {
  const says = [
    "quasi",
    "sensitive",
    "identifying",
    "person",
    "insensitive",
    "unpublished",
    "hierarchy",
    "kind",
    "transform",
    "missing-means",
    "weight",
    "k",
  ].some((name) => hasFlag(parsed, name));
  if (base === undefined && !says) return undefined;
  const privacy = base?.spec.privacy ?? [anyTable];
  return withFlags(header, { version: 1, attributes: {}, ...base?.spec, privacy });
}

/** What classifiers learn from both tables. */
function described(learned: SeededUtility | undefined): string {
  if (learned === undefined) return "";
  return `\n${utilityText(Object.entries(learned.utility), learned).replace(/^(?=.)/gm, "  ")}\n`;
}

function describe(found: Comparison, paint: Paint): string {
  const attributes = Object.entries(found.attributes).map(([name, share]) => [
    `  ${printable(name)}`,
    formatShare(share),
    bar(share),
  ]);
  const facts = [
    ["NCP", found.ncp === undefined ? "not known" : formatShare(found.ncp)],
    ...(found.loss === undefined ? [] : [["loss", formatShare(found.loss)]]),
    ["discernibility", formatNumber(found.discernibility)],
    ["average cohort", formatNumber(found.averageCohort)],
    ["C_avg", found.cAvg === undefined ? "not known" : formatNumber(found.cAvg)],
    ["distinct combinations lost", formatNumber(found.distinctLost)],
    ["records left out", formatNumber(found.suppressed)],
    ...(found.leftOut === 0 ? [] : [["left out for missing values", formatNumber(found.leftOut)]]),
    ...found.coded.map(({ attribute, kind, changed }) => [
      `${printable(attribute)} coded (${kind})`,
      formatCount(changed, "record"),
    ]),
  ];
  const lost = formatTable([{ title: "", width: 26 }, { title: "", align: "right" }, { title: "" }], attributes);
  const figures = formatTable([{ title: "" }, { title: "", align: "right" }], facts);
  const whole = `${paint.bold("In all")}\n${figures.replace(/^/gm, "  ")}\n`;
  const columns = attributes.length === 0 ? "" : `${paint.bold("Lost per column")}\n${lost}\n\n`;
  return columns + whole + (found.notKnown ?? []).map((one) => `\n${printable(notKnownText(one))}\n`).join("");
}

/** A share as a bar of twenty cells. */
function bar(share: number): string {
  const cells = Math.round(Math.min(1, Math.max(0, share)) * 20);
  return "█".repeat(cells) + "·".repeat(20 - cells);
}

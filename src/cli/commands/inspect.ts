import { riskyCombinations } from "../../audit/index.ts";
import { append, jsonText } from "../../base/index.ts";
import { suggest } from "../../inspect/index.ts";
import type { Combination } from "../../risk/index.ts";
import { columnsWith } from "../../spec/index.ts";
import type { Context, RunCommand } from "../context.ts";
import { reading } from "../flags.ts";
import { formatCount, formatNumber, formatShare, formatTable, printable, quoted } from "../format.ts";
import { inputSpecOf, kindFlagColumns } from "../input.ts";
import { hasFlag, valuesOf } from "../parse.ts";
import { withSession } from "../session.ts";
import { packageVersion } from "../version.ts";

/** Says what is in a table: kinds, uniqueness, risky combinations, suggested roles. */
export const runInspect: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const path = parsed.words[0];
  const { inspection, suggestion, risk } = await withSession(context, async (session) => {
    const { table } = await session.read(path);
    const found = await session.drive(suggest(table, inputSpecOf(parsed, undefined), kindFlagColumns(parsed, table)));
    const quasi = columnsWith(found.suggestion.spec, "quasi-identifying");
    return {
      ...found,
      risk: quasi.length === 0 ? undefined : await session.drive(riskyCombinations(table, quasi, session.pool.threads)),
    };
  });
  const columns = inspection.columns.map((column) => ({
    ...column,
    ...(column.coded === true ? { kind: "category", span: undefined } : {}),
    role: suggestion.spec.attributes[column.name]?.role ?? "unpublished",
    reason: suggestion.reasons.get(column.name) ?? "",
  }));
  if (hasFlag(parsed, "json")) {
    const { rows } = inspection;
    const uniqueness =
      risk === undefined ? {} : { together: risk.together, pairs: risk.pairs, combinations: risk.combinations };
    const document = { kohort: packageVersion(), input: { rows, columns: columns.length }, columns };
    terminal.print(jsonText({ ...document, ...uniqueness, warnings: suggestion.warnings }));
    return 0;
  }
  const { bold } = terminal.paintResult;
  const rows = formatCount(inspection.rows, "row");
  const lines = [bold(`${printable(path)}: ${rows}, ${formatCount(columns.length, "column")}`), ""];
  const figures = columns.map((column) => [
    printable(column.name),
    column.kind,
    formatNumber(column.distinct),
    column.span === undefined ? "" : formatNumber(column.span),
    column.missing === 0 ? "" : formatNumber(column.missing),
    column.role,
    printable(column.evidence),
  ]);
  lines.push(
    formatTable(
      [
        { title: "column", width: 24 },
        { title: "kind" },
        { title: "distinct", align: "right" },
        { title: "span", align: "right" },
        { title: "missing", align: "right" },
        { title: "suggested role" },
        { title: "evidence" },
      ],
      figures,
    ),
    "",
    bold("Why these roles"),
    formatTable(
      [{ title: "", width: 26 }, { title: "" }],
      columns.map((column) => [`  ${printable(column.name)}`, printable(column.reason)]),
    ),
    "",
  );
  if (risk !== undefined) {
    const parts = risk.combinations.filter(({ columns }) => columns.length < risk.together.columns.length);
    append(lines, [bold("Who stands out"), ...[risk.together, ...parts.slice(0, 5)].map(riskLine), ""]);
  }
  terminal.print(lines.join("\n"));
  sayNext(context, suggestion.warnings);
  return 0;
};

function riskLine({ columns, unique, share }: Omit<Combination, "minimal">): string {
  const records = `${formatCount(unique, "record")} ${unique === 1 ? "is" : "are"} unique`;
  return `  ${columns.map(printable).join(", ")}: ${records} (${formatShare(share)})`;
}

/** The next command reads the table as this one did; how this one talks is its own affair. */
function sayNext({ terminal, parsed }: Context, warnings: readonly string[]): void {
  for (const warning of warnings) terminal.warn(printable(warning));
  const flags = reading.flags.flatMap(({ name, value }) =>
    valuesOf(parsed, name).flatMap((own) => (value === undefined ? [`--${name}`] : [`--${name}`, own])),
  );
  const words = [...parsed.words, ...flags].map(quoted).join(" ");
  terminal.say(`next: kohort init ${printable(words)}   writes these suggestions to kohort.json for you to correct`);
}

import { didYouMean, finish, jsonText, KohortError } from "../../base/index.ts";
import { bytesAt } from "../../engine/index.ts";
import {
  buildHierarchy,
  checkHierarchy,
  type HierarchyFinding,
  hierarchyOutline,
  parseHierarchySetting,
  readHierarchy,
  suggestHierarchy,
  writeHierarchy,
} from "../../hierarchy/index.ts";
import { inspect } from "../../inspect/index.ts";
import { type Column, labelAt, labelCounts } from "../../table/index.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatCount, printable } from "../format.ts";
import { kindFlagColumns } from "../input.ts";
import { hasFlag, textOf } from "../parse.ts";
import { readColumn, refuseExisting, withSession, writeText } from "../session.ts";
import { outputFile } from "../streams.ts";

const actions: Readonly<Record<string, RunCommand>> = { build, check, show };

/** Builds a hierarchy from data, checks a file, or shows one. */
export const runHierarchy: RunCommand = async (context) => {
  const action = context.parsed.words[0];
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (run === undefined) {
    throw new KohortError("usage", `hierarchy cannot "${action}"`, {
      hint: didYouMean(action, Object.keys(actions), "actions"),
    });
  }
  if (context.parsed.words[1] === undefined) {
    const operand = action === "build" ? "<data>" : "<file>";
    throw new KohortError("usage", `hierarchy ${action} needs ${operand}`, {
      hint: `usage: kohort hierarchy ${action} ${operand}`,
    });
  }
  return run(context);
};

async function build(context: Context): Promise<number> {
  const { parsed, terminal } = context;
  const output = outputFile(parsed);
  refuseExisting(output, context);
  const using = textOf(parsed, "using");
  const stated = using === undefined ? undefined : parseHierarchySetting(using);
  if (stated?.kind === "file") {
    throw new KohortError("usage", `"${using}" is no builder`, {
      hint: "builders are: intervals(…), masking(…), dates(…), order(…), frequency(…), priority(…)",
    });
  }
  const column = await columnOf(parsed.words[1], "build", context);
  const { values, counts, numbers } = valuesOfColumn(column);
  const one = { rows: column.codes.length, columns: [column] };
  const [seen] = finish(inspect.task(one, kindFlagColumns(parsed, one))).columns;
  const kind = seen?.coded === true ? "category" : column.kind;
  const suggestion = suggestHierarchy({ values, counts, numbers, kind });
  const setting = stated ?? suggestion.setting;
  if (setting === undefined) {
    throw new KohortError("usage", `column "${column.name}" needs no hierarchy: ${suggestion.reason}`, {
      hint: "say how with --using, such as --using 'order(size=2)'",
    });
  }
  if (stated === undefined) terminal.say(suggestion.reason);
  const hierarchy = buildHierarchy(values, setting, { name: column.name, kind: column.kind, counts, numbers });
  const text = writeHierarchy(hierarchy);
  if (output === undefined) {
    terminal.write(text);
  } else {
    await writeText(output, text, context);
    const levels = formatCount(hierarchy.levels.length, "level");
    terminal.say(`wrote ${printable(output)}: ${formatCount(values.length, "value")}, ${levels}`);
  }
  return 0;
}

async function check(context: Context): Promise<number> {
  const { parsed, terminal } = context;
  const path = parsed.words[1];
  const data = textOf(parsed, "data");
  const bytes = await bytesAt(path);
  const values = data === undefined ? [] : valuesOfColumn(await columnOf(data, "check", context)).values;
  const findings = findingsOf(bytes, path, values);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  if (hasFlag(parsed, "json")) {
    terminal.print(jsonText({ errors, warnings: findings.length - errors, findings }));
    return errors > 0 ? 1 : 0;
  }
  const paint = terminal.paintResult;
  for (const { severity, message } of findings) {
    const word = severity === "error" ? paint.red("error:") : paint.yellow("warning:");
    terminal.print(`${word} ${printable(message)}`);
  }
  if (findings.length === 0) terminal.print(`${printable(path)} is a good hierarchy`);
  return errors > 0 ? 1 : 0;
}

/** What is wrong with a file; one that cannot be read as a hierarchy has that as its only finding. */
function findingsOf(bytes: Uint8Array, path: string, values: readonly string[]): readonly HierarchyFinding[] {
  try {
    return checkHierarchy(readHierarchy(bytes, { where: path }).hierarchy, values);
  } catch (thrown) {
    if (!(thrown instanceof KohortError) || thrown.code !== "hierarchy") throw thrown;
    const message = thrown.hint === undefined ? thrown.message : `${thrown.message} (${thrown.hint})`;
    return [{ severity: "error", message, values: [] }];
  }
}

async function show(context: Context): Promise<number> {
  const { parsed, terminal } = context;
  const path = parsed.words[1];
  const { hierarchy, notes } = readHierarchy(await bytesAt(path), { where: path });
  for (const note of notes) terminal.say(note);
  const data = textOf(parsed, "data");
  let records: Map<string, number> | undefined;
  if (data !== undefined) {
    const { values, counts } = valuesOfColumn(await columnOf(data, "show", context));
    records = new Map(values.map((value, i) => [value, counts[i]]));
  }
  if (hasFlag(parsed, "json")) {
    const { levels, parents } = hierarchy;
    terminal.print(jsonText({ levels, parents: parents.map((up) => [...up]) }));
  } else {
    terminal.print(hierarchyOutline(hierarchy, records).map(printable).join("\n"));
  }
  return 0;
}

/** Reads the column that --column names. */
function columnOf(path: string, action: string, context: Context): Promise<Column> {
  const name = neededColumn(context, action);
  return withSession(context, (session) => readColumn(path, name, session));
}

function neededColumn({ parsed }: Context, action: string): string {
  const name = textOf(parsed, "column");
  if (name !== undefined) return name;
  throw new KohortError("usage", `hierarchy ${action} needs to know the column`, { hint: "add --column NAME" });
}

/** The distinct values of a column that are not missing, with how often each occurs. */
function valuesOfColumn(column: Column): { values: string[]; counts: number[]; numbers: number[] | undefined } {
  const counts = labelCounts(column);
  const codes = Array.from(counts.keys()).filter((code) => counts[code] > 0 && !column.missing.includes(code));
  return {
    values: codes.map((code) => labelAt(column.labels, code)),
    counts: codes.map((code) => counts[code]),
    numbers: column.numbers === undefined ? undefined : codes.map((code) => column.numbers![code]),
  };
}

import { dirname, join } from "node:path";
import { stdio } from "../../engine/index.ts";
import { start } from "../../inspect/index.ts";
import {
  attributesFromFlags,
  columnsWith,
  roles,
  type Spec,
  type SpecFlags,
  specFlagsFrom,
  specFromFlags,
  specText,
} from "../../spec/index.ts";
import type { RunCommand } from "../context.ts";
import { formatTable, printable, quoted } from "../format.ts";
import { inputSpecOf, kindFlagColumns } from "../input.ts";
import { refuseExisting, withSession, writeText } from "../session.ts";
import { isToStdout, outputFile } from "../streams.ts";

/** Writes kohort.json with suggested roles and hierarchies, beside the data unless -o says otherwise. */
export const runInit: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const path = parsed.words[0];
  const isPrinted = isToStdout(parsed);
  const output =
    outputFile(parsed) ?? (path === stdio || isPrinted ? "kohort.json" : join(dirname(path), "kohort.json"));
  if (!isPrinted) refuseExisting(output, context);
  const { table, suggestion, notes } = await withSession(context, async (session) => {
    const found = await session.read(path);
    return session.drive(start(found.table, inputSpecOf(parsed, undefined), kindFlagColumns(parsed, found.table)));
  });
  const names = table.columns.map((column) => column.name);
  const flags = specFlagsFrom(parsed.values);
  const spec = specFromFlags(flags, withNamedQuasi(suggestion.spec, flags, names), names);
  const kept = [...suggestion.reasons].filter(
    ([name]) => spec.attributes[name]?.role === suggestion.spec.attributes[name]?.role,
  );
  const text = specText(spec, new Map(kept));
  if (isPrinted) terminal.write(text);
  else await writeText(output, text, context);
  const rows = roles
    .map((role) => [`  ${role}`, columnsWith(spec, role).map(printable).join(", ")])
    .filter(([, columns]) => columns !== "");
  if (!isPrinted) terminal.say(`wrote ${printable(output)}`);
  terminal.say(formatTable([{ title: "" }, { title: "" }], rows));
  for (const note of notes) terminal.say(printable(note));
  for (const warning of suggestion.warnings) terminal.warn(printable(warning));
  terminal.say("look the roles over: only you know what others know");
  const saved = isPrinted ? "save it as kohort.json, then" : "next";
  terminal.say(printable(`${saved}: kohort anonymize ${quoted(path)} -c ${quoted(output)} -o release.csv`));
  return 0;
};

/** With `--quasi` only the columns that it names are quasi-identifying; others that were suggested are not published. */
function withNamedQuasi(spec: Spec, { quasi }: SpecFlags, names: readonly string[]): Spec {
  if (quasi === undefined) return spec;
  const named = attributesFromFlags({ quasi }, undefined, names);
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => {
    const isOther = attribute.role === "quasi-identifying" && !Object.hasOwn(named, name);
    return [name, isOther ? { role: "unpublished" as const } : attribute];
  });
  return { ...spec, attributes: Object.fromEntries(attributes) };
}

import { dirname, join } from "node:path";
import { suggest } from "../../run/index.ts";
import { columnsWith, roles, specFlagsFrom, specFromFlags, specText } from "../../spec/index.ts";
import type { RunCommand } from "../context.ts";
import { formatTable, printable, quoted } from "../format.ts";
import { inputSpecOf } from "../input.ts";
import { textOf } from "../parse.ts";
import { refuseExisting, withSession, writeText } from "../session.ts";

/** Writes kohort.json with suggested roles and hierarchies, beside the data unless -o says otherwise. */
export const runInit: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  const path = parsed.words[0]!;
  const output = textOf(parsed, "output") ?? (path === "-" ? "kohort.json" : join(dirname(path), "kohort.json"));
  refuseExisting(output, context);
  const { table, suggestion } = await withSession(context, async (session) => {
    const found = await session.read(path);
    return { ...found, ...(await session.drive(suggest(found.table, inputSpecOf(parsed, undefined)))) };
  });
  const names = table.columns.map((column) => column.name);
  const spec = specFromFlags(specFlagsFrom(parsed.values), suggestion.spec, names);
  const kept = [...suggestion.reasons].filter(
    ([name]) => spec.attributes[name]?.role === suggestion.spec.attributes[name]?.role,
  );
  await writeText(output, specText(spec, new Map(kept)), context);
  const rows = roles
    .map((role) => [`  ${role}`, columnsWith(spec, role).map(printable).join(", ")])
    .filter(([, columns]) => columns !== "");
  terminal.say(`wrote ${output}`);
  terminal.say(formatTable([{ title: "" }, { title: "" }], rows));
  for (const warning of suggestion.warnings) terminal.warn(printable(warning));
  terminal.say("look the roles over: only you know what others know");
  terminal.say(`next: kohort anonymize ${quoted(path)} -c ${quoted(output)} -o release.csv`);
  return 0;
};

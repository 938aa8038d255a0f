import { largest } from "../base/index.ts";
import { commands } from "./commands.ts";
import { type CommandDeclaration, flagUsage } from "./flag.ts";

/** The overview of the program: each command with what it is for, and the flags most of them share. */
export function programHelp(): string {
  const operandWidth = largest(commands.map((command) => command.operands.length));
  const nameWidth = largest(commands.map((command) => command.name.length));
  const lines = commands.map(
    ({ name, operands, summary }) => `  ${name.padEnd(nameWidth)}  ${operands.padEnd(operandWidth)}  ${summary}`,
  );
  return `kohort — publish tables in which nobody stands out

${lines.join("\n")}

Common: -c, --config FILE   -o, --output FILE   --report FILE(.html|.md|.json)   --json   --seed N
        -q  -v   --color auto|always|never   --progress auto|plain|none   --version   -h
`;
}

/** The help of one command: usage, flags by group, examples. */
export function commandHelp(command: CommandDeclaration): string {
  const usages = command.groups.flatMap((group) => group.flags.map((flag) => flagUsage(flag).length));
  const width = largest(usages);
  const groups = command.groups.map(({ title, flags }) => {
    const lines = flags.map((flag) => {
      const values = flag.values === undefined ? "" : `: ${wrapped(flag.values, flag.help.length, width + 4)}`;
      return `  ${flagUsage(flag).padEnd(width)}  ${flag.help}${values}`;
    });
    return `${title}:\n${lines.join("\n")}\n`;
  });
  const usage = ["kohort", command.name, ...(command.operands === "" ? [] : [command.operands]), "[flags]"].join(" ");
  const examples = command.examples.map((example) => `  ${example}`).join("\n");
  return `${command.name} — ${command.summary}\n\nusage: ${usage}\n\n${groups.join("\n")}\nExamples:\n${examples}\n`;
}

/** Columns a help page may take. */
const pageWidth = 108;

/** A list of values, going on in the column where the help of flags starts when a line is full. */
function wrapped(values: readonly string[], taken: number, indent: number): string {
  let room = pageWidth - indent - taken;
  return values
    .map((value, i) => {
      const text = i === values.length - 1 ? value : `${value}, `;
      const breaks = text.length > room;
      room = (breaks ? pageWidth - indent : room) - text.length;
      return breaks ? `\n${" ".repeat(indent)}${text}` : text;
    })
    .join("");
}

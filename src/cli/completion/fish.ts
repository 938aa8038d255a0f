import { commands } from "../commands.ts";
import { type CommandDeclaration, type Flag, flagsOf } from "../flag.ts";

/** A completion script for fish, made from the declared commands and flags. */
export function fishCompletion(topics: readonly string[]): string {
  const names = commands.map(
    ({ name, summary }) => `complete -c kohort -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
  );
  const lines = commands.flatMap((command) => [
    ...wordLines(command, topics),
    ...flagsOf(command).map((flag) => flagLine(command, flag)),
  ]);
  return `# completion of kohort for fish
complete -c kohort -f
${[...names, ...lines].join("\n")}
`;
}

function seen(command: CommandDeclaration): string {
  return `complete -c kohort -n "__fish_seen_subcommand_from ${command.name}"`;
}

function wordLines(command: CommandDeclaration, topics: readonly string[]): string[] {
  const words = command.name === "explain" ? topics : command.words;
  const listed = words === undefined ? [] : [`${seen(command)} -a ${quote(words.join(" "))}`];
  return command.takesFiles ? [...listed, `${seen(command)} -F`] : listed;
}

function flagLine(command: CommandDeclaration, flag: Flag): string {
  const names = flag.name.length === 1 ? [`-s ${flag.name}`] : [`-l ${flag.name}`];
  if (flag.short !== undefined) names.push(`-s ${flag.short}`);
  const value = flag.value === undefined ? "" : flag.completes === "file" ? " -r -F" : " -x";
  const values = flag.values === undefined ? "" : ` -a ${quote(flag.values.join(" "))}`;
  return `${seen(command)} ${names.join(" ")}${value}${values} -d ${quote(flag.help)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

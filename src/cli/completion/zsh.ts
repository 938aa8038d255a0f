import { commands } from "../commands.ts";
import { type CommandDeclaration, type Flag, flagNames, flagsOf } from "../flag.ts";

/** A completion script for zsh, made from the declared commands and flags. */
export function zshCompletion(topics: readonly string[]): string {
  const names = commands.map(({ name, summary }) => `    '${name}:${spared(summary)}'`).join("\n");
  const cases = commands.map((command) => commandCase(command, topics)).join("\n");
  return `#compdef kohort
# completion of kohort for zsh; put it as _kohort into a folder of your fpath
_kohort() {
  local -a commands
  commands=(
${names}
  )
  if ((CURRENT == 2)); then
    _describe 'command' commands
    return
  fi
  local command="\${words[2]}"
  shift words
  ((CURRENT--))
  case "$command" in
${cases}
  esac
}
if [[ "\${funcstack[1]}" == "_kohort" ]]; then
  _kohort "$@"
else
  compdef _kohort kohort
fi
`;
}

function commandCase(command: CommandDeclaration, topics: readonly string[]): string {
  const flags = flagsOf(command).flatMap((flag) => flagNames(flag).map((name) => flagLine(flag, name)));
  const lines = [...flags, ...wordLines(command, topics)].map((line) => `        ${line}`);
  return `    ${command.name})\n      _arguments \\\n${lines.join(" \\\n")}\n      ;;`;
}

function flagLine(flag: Flag, name: string): string {
  const repeat = flag.repeatable === true ? "*" : "";
  const takes = flag.value === undefined ? "" : `:${flag.value.toLowerCase()}:${action(flag)}`;
  return `'${repeat}${name}[${spared(flag.help)}]${takes}'`;
}

function action(flag: Flag): string {
  if (flag.values !== undefined) return `(${flag.values.join(" ")})`;
  return flag.completes === "file" ? "_files" : " ";
}

function wordLines(command: CommandDeclaration, topics: readonly string[]): string[] {
  const words = command.name === "explain" ? topics : command.words;
  const first = words === undefined ? [] : [`'1:word:(${words.join(" ")})'`];
  return command.takesFiles ? [...first, "'*:file:_files'"] : first;
}

function spared(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:]/g, (character) => `\\${character}`);
}

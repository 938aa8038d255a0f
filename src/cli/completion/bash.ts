import { commands } from "../commands.ts";
import { type CommandDeclaration, type Flag, flagNames, flagsOf } from "../flag.ts";

/** A completion script for bash, made from the declared commands and flags. */
export function bashCompletion(topics: readonly string[]): string {
  const names = commands.map((command) => command.name).join(" ");
  const cases = commands.map((command) => commandCase(command, topics)).join("\n");
  return `# completion of kohort for bash; load it with: source <(kohort completion bash)
_kohort() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" at flags="" words="" values=""
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ " ${names} " == *" \${COMP_WORDS[at]} "* ]]; then
      command="\${COMP_WORDS[at]}"
      break
    fi
  done
  case "$command" in
${cases}
    *)
      words="${names}"
      flags="--help --version"
      ;;
  esac
  if [[ "$values" == "@file" ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
  elif [[ "$values" == "@none" ]]; then
    COMPREPLY=()
  elif [[ -n "$values" ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [[ "$words" == "@file" ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
  else
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -F _kohort kohort
`;
}

function commandCase(command: CommandDeclaration, topics: readonly string[]): string {
  const flags = flagsOf(command);
  const names = flags.flatMap(flagNames).join(" ");
  const values = flags
    .filter((flag) => flag.value !== undefined)
    .map((flag) => `        ${flagNames(flag).join(" | ")}) values="${valuesOfFlag(flag)}" ;;`)
    .join("\n");
  return `    ${command.name})
      flags="${names}"
      ${wordsLine(command, topics)}
      case "$previous" in
${values}
      esac
      ;;`;
}

function valuesOfFlag(flag: Flag): string {
  if (flag.values !== undefined) return flag.values.join(" ");
  return flag.completes === "file" ? "@file" : "@none";
}

function wordsLine(command: CommandDeclaration, topics: readonly string[]): string {
  if (command.name === "explain") return `words="${topics.join(" ")}"`;
  if (command.words === undefined) return `words="${command.takesFiles ? "@file" : ""}"`;
  const first = command.words.join(" ");
  if (!command.takesFiles) return `words="${first}"`;
  return `if [[ "$previous" == "${command.name}" ]]; then words="${first}"; else words="@file"; fi`;
}

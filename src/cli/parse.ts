/**
 * @file Reads a command's words against its declared flags. `parseArgs` of Node is not used because its errors name
 * neither the nearest flag nor the values allowed, and it takes `--quasi -k 5` for a column called `-k`.
 */
import { append, didYouMean, KohortError } from "../base/index.ts";
import { type CommandDeclaration, type Flag, flagNames, flagsOf } from "./flag.ts";

/** What was typed after the command: its words, and the values of each flag by the flag's name. */
export type CommandLine = {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
};

/** Reads the words of a command; anything it does not declare is an error with a suggestion. */
export function parseWords(command: CommandDeclaration, typed: readonly string[]): CommandLine {
  const flags = flagsOf(command);
  const words: string[] = [];
  const values = new Map<string, string[]>();
  const queue = [...typed];
  while (queue.length > 0) {
    const word = queue.shift()!;
    if (word === "--") {
      append(words, queue.splice(0));
    } else if (word === "-" || !word.startsWith("-")) {
      words.push(word);
    } else {
      readFlag(command, flags, word, queue, values);
    }
  }
  return { words, values };
}

function readFlag(
  command: CommandDeclaration,
  flags: readonly Flag[],
  word: string,
  queue: string[],
  values: Map<string, string[]>,
): void {
  const { flag, spelled, attached, more } = findFlag(command, flags, word);
  if (more !== undefined) queue.unshift(more);
  let value = attached;
  if (flag.value === undefined) {
    if (value !== undefined) throw new KohortError("usage", `${spelled} takes no value`, { hint: flag.help });
    value = "";
  } else if (value === undefined) {
    const next = queue[0];
    if (next === undefined || isFlag(flags, next)) {
      throw new KohortError("usage", `${spelled} needs a value`, { hint: `${spelled} ${flag.value}: ${flag.help}` });
    }
    value = queue.shift()!;
  }
  if (flag.values !== undefined && !flag.values.includes(value)) {
    throw new KohortError("usage", `${spelled} cannot be "${value}"`, {
      hint: didYouMean(value, flag.values, "values"),
    });
  }
  const earlier = values.get(flag.name);
  if (earlier !== undefined && flag.value !== undefined && flag.repeatable !== true) {
    throw new KohortError("usage", `${spelled} is given twice`, { hint: `leave one of them out` });
  }
  values.set(flag.name, [...(earlier ?? []), value]);
}

type FlagMatch = { flag: Flag; spelled: string; attached: string | undefined; more?: string };

/** The flag that a word starts with: `--name`, `--name=value`, `-x`, `-x5`, `-x=5`, or switches run together as `-qv`. */
function findFlag(command: CommandDeclaration, flags: readonly Flag[], word: string): FlagMatch {
  const equals = word.indexOf("=");
  if (word.startsWith("--")) {
    const spelled = equals < 0 ? word : word.slice(0, equals);
    const flag = flags.find((candidate) => flagNames(candidate).includes(spelled));
    if (flag === undefined) throw unknownFlag(command, flags, spelled);
    return { flag, spelled, attached: equals < 0 ? undefined : word.slice(equals + 1) };
  }
  const spelled = word.slice(0, 2);
  const flag = flags.find((candidate) => flagNames(candidate).includes(spelled));
  if (flag === undefined) throw unknownFlag(command, flags, spelled);
  const rest = word.slice(2);
  if (rest === "") return { flag, spelled, attached: undefined };
  if (flag.value === undefined) {
    if (rest.startsWith("=")) return { flag, spelled, attached: rest.slice(1) };
    return { flag, spelled, attached: undefined, more: `-${rest}` };
  }
  return { flag, spelled, attached: rest.startsWith("=") ? rest.slice(1) : rest };
}

function isFlag(flags: readonly Flag[], word: string): boolean {
  const spelled = word.split("=")[0];
  return flags.some((flag) => flagNames(flag).includes(spelled));
}

function unknownFlag(command: CommandDeclaration, flags: readonly Flag[], spelled: string): KohortError {
  const names = flags.flatMap(flagNames);
  const near = spelled.startsWith("--")
    ? nearest(
        spelled,
        names.filter((name) => name.startsWith("--")),
      )
    : likeLetter(spelled.slice(1), names);
  return new KohortError("usage", `${command.name} has no flag ${spelled}`, {
    hint: `${near}see \`${command.name === "kohort" ? "" : "kohort "}${command.name} --help\``,
  });
}

function nearest(spelled: string, names: readonly string[]): string {
  const quoted = didYouMean(spelled, names, "flags").match(/^did you mean "([^"]+)"\?/);
  return quoted === null ? "" : `did you mean ${quoted[1]}? `;
}

/** For a single letter: that letter in the other case, or a flag of hardly more than it; others are no nearer than any. */
function likeLetter(letter: string, names: readonly string[]): string {
  const like = names.find(
    (name) => name.toLowerCase() === `-${letter.toLowerCase()}` || (name.startsWith(`--${letter}`) && name.length <= 4),
  );
  return like === undefined ? "" : `did you mean ${like}? `;
}

/** Refuses too few or too many words, saying how the command is used. */
export function checkCount(command: CommandDeclaration, words: readonly string[]): void {
  const [least, most] = command.count;
  const usage = `usage: kohort ${command.name} ${command.operands}`.trimEnd();
  if (words.length < least) {
    const missing = words.length === 0 && least === 1 ? "needs" : "needs more:";
    throw new KohortError("usage", `${command.name} ${missing} ${command.operands}`, { hint: usage });
  }
  if (words.length > most) {
    throw new KohortError("usage", `${command.name} does not know what to do with "${words[most]}"`, { hint: usage });
  }
}

/** The value of a flag that is given at most once. */
export function textOf(parsed: CommandLine, name: string): string | undefined {
  return parsed.values.get(name)?.[0];
}

/** Every value of a flag that may repeat. */
export function valuesOf(parsed: CommandLine, name: string): readonly string[] {
  return parsed.values.get(name) ?? [];
}

/** Whether a flag was given. */
export function hasFlag(parsed: CommandLine, name: string): boolean {
  return parsed.values.has(name);
}

/** The value of a flag as a whole number of at least `least`. */
export function wholeNumberOf(parsed: CommandLine, name: string, least: number): number | undefined {
  const value = textOf(parsed, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least) {
    const spelled = name.length === 1 ? `-${name}` : `--${name}`;
    throw new KohortError("usage", `${spelled} cannot be "${value}"`, {
      hint: `it is a whole number of at least ${least}`,
    });
  }
  return number;
}

/** The value of a flag as a number between 0 and 1; `open` leaves 0 itself out. */
export function shareOf(parsed: CommandLine, name: string, open = false): number | undefined {
  const value = textOf(parsed, name);
  if (value === undefined) return undefined;
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!(number >= 0 && number <= 1) || (open && number === 0)) {
    throw new KohortError("usage", `--${name} cannot be "${value}"`, {
      hint: open ? "it is a share above 0, at most 1" : "it is a share from 0 to 1",
    });
  }
  return number;
}

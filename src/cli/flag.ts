/**
 * @file Flags as data. Parsing, help and shell completion all read the same declarations, so that none of them can
 * know a flag the others do not.
 */

/** One flag of a command; without `value` it is a switch. */
export type Flag = {
  /** The long name without dashes; a single letter is a flag that has no long form. */
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help, such as `FILE`. */
  readonly value?: string;
  readonly repeatable?: boolean;
  readonly help: string;
  /** The only values allowed; they are checked and completed. */
  readonly values?: readonly string[];
  /** What a shell offers for the value when there is no closed list. */
  readonly completes?: "file";
  /** Whether the file that it names is written. */
  readonly writes?: true;
  /** Whether `-` stands for stdin there, or for stdout where the file is written. */
  readonly stream?: true;
};

/**
 * A flag from how it is typed, such as `-o, --output FILE`; `…` stands behind a value that may be given again. Names of
 * files and folders are completed.
 */
export function flag(usage: string, help: string, more?: Pick<Flag, "values" | "writes" | "stream">): Flag {
  const [names, value] = usage.split(/(?<=-\S+) (?!-)/);
  const [name, short] = names
    .split(", ")
    .map((one) => one.replace(/^-+/, ""))
    .reverse();
  const named = value?.replace("…", "");
  const completes = named === "FILE" || named === "FOLDER" ? "file" : undefined;
  return { name, short, value: named, repeatable: value !== named || undefined, help, completes, ...more };
}

/** The flags of a command that belong together in its help. */
export type FlagGroup = { readonly title: string; readonly flags: readonly Flag[] };

/** A command as help, completion and dispatch know it. */
export type CommandDeclaration = {
  readonly name: string;
  /** What follows the name, as shown in the overview: `<data>`. */
  readonly operands: string;
  /** How many words it takes at least and at most. */
  readonly count: readonly [number, number];
  readonly summary: string;
  readonly groups: readonly FlagGroup[];
  /** Words that can stand first, such as the shells of `completion`. */
  readonly words?: readonly string[];
  /** Whether its words are files. */
  readonly takesFiles: boolean;
  /** Whether one of its words can be `-` for stdin. */
  readonly readsStdin?: true;
  readonly examples: readonly string[];
};

/** All flags of a command in one list. */
export function flagsOf(command: CommandDeclaration): Flag[] {
  return command.groups.flatMap((group) => [...group.flags]);
}

/** How a flag is typed: `-o, --output FILE`. */
export function flagUsage(flag: Flag): string {
  const names = flagNames(flag).join(", ");
  return flag.value === undefined ? names : `${names} ${flag.value}`;
}

/** The spellings of a flag with their dashes, the short one first. */
export function flagNames(flag: Flag): string[] {
  if (flag.name.length === 1) return [`-${flag.name}`];
  return flag.short === undefined ? [`--${flag.name}`] : [`-${flag.short}`, `--${flag.name}`];
}

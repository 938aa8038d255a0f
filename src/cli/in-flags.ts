/** @file Hints of the library name settings of a spec and options in code; here they become the flags of a command. */
import { joinList } from "../spec/index.ts";
import type { Flag } from "./flag.ts";
import { quoted } from "./format.ts";

/** Settings whose flag has another name. */
const otherNames: Readonly<Record<string, string>> = { key: "key-file", settings: "option", dates: "date-form" };

/** The flags that give columns a role. */
const roleFlags: Readonly<Record<string, string>> = {
  "quasi-identifying": "quasi",
  sensitive: "sensitive",
  identifying: "identifying",
  insensitive: "insensitive",
  unpublished: "unpublished",
  person: "person",
};

/** A text with its settings as the flags that a command has for them; a setting that it has no flag for stays. */
export function inFlags(text: string, flags: readonly Flag[]): string {
  if (!text.includes("`")) return text;
  const flagOf = (name: string): Flag | undefined => {
    const kebab = otherNames[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return kebab.length === 1 ? undefined : flags.find((flag) => flag.name === kebab);
  };
  return text
    .replace(
      columnSettings,
      (whole, plain: string | undefined, odd: string | undefined, key: string, value?: string) => {
        const column = plain ?? String(JSON.parse(odd!));
        const role = key === "role" ? roleFlags[value ?? ""] : undefined;
        const flag = flagOf(role ?? key);
        if (flag === undefined) return whole;
        const said = role === undefined ? `${column}=${value ?? flag.value?.split("=")[1] ?? ""}` : joinList([column]);
        return `--${flag.name} ${quoted(said)}`;
      },
    )
    .replace(missingMarks, (whole, name: string, marks: string) => {
      if (flagOf("missing") === undefined) return whole;
      const list = JSON.parse(marks) as string[];
      return `--missing '${joinList([String(JSON.parse(name))])}=${joinList(list)}'`;
    })
    .replace(roleSettings, (whole, role: string) => {
      const flag = flagOf(roleFlags[role] ?? "");
      if (flag === undefined) return whole;
      return flag.value === "COLUMN" ? `--${flag.name} COLUMN` : `--${flag.name}`;
    })
    .replace(goals, (whole, goal: string) => (flagOf("require") === undefined ? whole : `--require '${goal}'`))
    .replace(settings, (whole, name: string, value?: string) => {
      const flag = flagOf(name);
      if (flag === undefined) return whole;
      return value === undefined ? `--${flag.name}` : `--${flag.name} ${quoted(value)}`;
    });
}

const columnSettings = /`attributes(?:\.([\p{L}\p{N}_$-]+)|\[("(?:[^"\\]|\\.)*")\])\.([a-z]+)(?:: "([^"`]*)")?`/gu;
const missingMarks = /`missing: \{("(?:[^"\\]|\\.)*"):(\[[^`]*\])\}`/g;
const roleSettings = /`role: "([a-z-]+)"`/g;
const goals = /`privacy: ([^`]+)`/g;
const settings = /`([a-z][A-Za-z]*)(?:: "([^"`]+)")?`/g;

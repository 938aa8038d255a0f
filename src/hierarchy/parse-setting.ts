import type * as z from "zod/mini";
import { closest, didYouMean, KohortError } from "../base/index.ts";
import {
  type ArgumentForm,
  type HierarchyBuilder,
  type HierarchySetting,
  hierarchyBuilders,
  hierarchyKinds,
} from "./builders.ts";

/**
 * Reads a hierarchy as the command line writes it: `intervals(width=5,factor=2)`, `masking(from=right)`,
 * `dates(levels=month+year)`, `order(groups=a+b/c+d)`, a builder's bare name, or the path of a file. A value with a
 * comma stands in double quotes.
 */
export function parseHierarchySetting(text: string): HierarchySetting {
  const call = /^([\w-]+)\((.*)\)$/s.exec(text.trim());
  const bare = text.trim() as HierarchySetting["kind"];
  if (call === null && !(hierarchyKinds.includes(bare) && bare !== "file" && bare !== "tree")) {
    if (text === "") throw new KohortError("usage", "a hierarchy is empty", { hint: forms });
    return { kind: "file", path: text };
  }
  const kind = (call?.[1] ?? bare) as HierarchySetting["kind"];
  if (!Object.hasOwn(hierarchyBuilders, kind)) {
    throw new KohortError("usage", `there is no hierarchy "${kind}"`, {
      hint: didYouMean(kind, hierarchyKinds, "hierarchies"),
      where: text,
    });
  }
  if (kind === "tree") {
    throw new KohortError("usage", "a tree is too much for the command line", {
      hint: "write it in kohort.json, or as a file with a line per value, such as Divorced;Single;*",
      where: text,
    });
  }
  const builder = hierarchyBuilders[kind] as HierarchyBuilder<HierarchySetting>;
  const setting: Record<string, unknown> = { kind };
  for (const part of splitOutsideQuotes(call?.[2] ?? "")) {
    const [option, value] = optionOf(part, kind, text);
    setting[option] = readValue(value, builder.arguments[option], option, text);
  }
  const checked = builder.schema.safeParse(setting);
  if (checked.success) return checked.data;
  throw refused(kind, setting, checked.error.issues[0], text);
}

function refused(
  kind: string,
  setting: Readonly<Record<string, unknown>>,
  issue: z.core.$ZodIssue,
  where: string,
): KohortError {
  const option = issue.path[0] === undefined ? undefined : String(issue.path[0]);
  if (option === undefined) return new KohortError("usage", `${kind} ${complaint(issue)}`, { where });
  const given = setting[option];
  return given === undefined
    ? new KohortError("usage", `option "${option}" of ${kind} must be stated`, { hint: `write ${option}=…`, where })
    : new KohortError("usage", `option "${option}" of ${kind} ${complaint(issue)}`, {
        hint: hintFor(given, issue),
        where,
      });
}

/** The word that was meant, or what was given. */
function hintFor(given: unknown, issue: z.core.$ZodIssue): string {
  const word = Array.isArray(given) ? given[Number(issue.path[1] ?? 0)] : given;
  if (issue.code === "invalid_value" && typeof word === "string") {
    const near = closest(word, issue.values.map(String));
    if (near !== undefined) return `did you mean "${near}"?`;
  }
  return `${JSON.stringify(given)} was given`;
}

const forms =
  "state a file, or a hierarchy such as intervals(width=5), masking(from=right) or dates(levels=month+year)";

function optionOf(part: string, kind: HierarchySetting["kind"], text: string): [string, string] {
  const equals = part.indexOf("=");
  const option = (equals < 0 ? part : part.slice(0, equals)).trim();
  const options = Object.keys(hierarchyBuilders[kind].arguments);
  if (!options.includes(option)) {
    throw new KohortError("usage", `${kind} has no option "${option}"`, {
      hint: didYouMean(option, options, `options of ${kind}`),
      where: text,
    });
  }
  if (equals < 0) {
    throw new KohortError("usage", `option "${option}" of ${kind} has no value`, {
      hint: `write ${option}=…`,
      where: text,
    });
  }
  const value = part.slice(equals + 1).trim();
  return [option, /^".*"$/s.test(value) ? value.slice(1, -1) : value];
}

function readValue(value: string, form: ArgumentForm, option: string, text: string): unknown {
  const number = (written: string): number => {
    const parsed = written.trim() === "" ? Number.NaN : Number(written);
    if (Number.isFinite(parsed)) return parsed;
    throw new KohortError("usage", `option "${option}" takes a number, not "${written}"`, { where: text });
  };
  switch (form) {
    case "number":
      return number(value);
    case "text":
      return value;
    case "list":
      return option === "order" && !value.includes("+") ? value : value.split("+");
    case "lists":
      return value.split("/").map((list) => list.split("+"));
    case "number-lists":
      return value.split("/").map((list) => list.split("+").map(number));
  }
}

function splitOutsideQuotes(text: string): string[] {
  const parts = text.match(/(?:[^,"]|"[^"]*"?)+/g) ?? [];
  return parts.filter((part) => part.trim() !== "");
}

/** What is wrong with an option, in words; zod's mini edition has none of its own. */
function complaint(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return `must be ${issue.inclusive ? "at least" : "above"} ${issue.minimum}`;
  if (issue.code === "invalid_type") return `must be ${issue.expected === "int" ? "a whole number" : issue.expected}`;
  return issue.message === "Invalid input" ? "is not understood" : `is refused: ${issue.message}`;
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { columnSetting } from "../src/base/index.ts";
import { commands } from "../src/cli/commands.ts";
import { flagNames, flagsOf } from "../src/cli/flag.ts";
import { inFlags } from "../src/cli/in-flags.ts";

const root = join(import.meta.dirname, "..", "src");

type Said = { readonly file: string; readonly text: string; readonly inError: boolean };
type Node = { readonly type: string; readonly [key: string]: unknown };

/** Every text in the sources, and for calls of `join` whether an error is made of them. */
function textsOf(file: string): { said: Said[]; joins: string[] } {
  const source = readFileSync(join(root, file), "utf8");
  const said: Said[] = [];
  const joins: string[] = [];
  const visit = (value: unknown, inError: boolean): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, inError);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (node.type === "ImportDeclaration") return;
    if (node.type === "Literal" && typeof node.value === "string") said.push({ file, text: node.value, inError });
    if (node.type === "TemplateLiteral") said.push({ file, text: templateText(node), inError });
    if (inError && isJoin(node, source)) joins.push(`${file}: ${source.slice(Number(node.start), Number(node.end))}`);
    const isError = node.type === "NewExpression" && (node.callee as Node | undefined)?.name === "KohortError";
    for (const [key, child] of Object.entries(node)) if (key !== "type") visit(child, inError || isError);
  };
  visit(parseSync(file, source).program, false);
  return { said, joins };
}

function templateText(node: Node): string {
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
}

/** Whether a call makes one text of a list whose length nobody knows. */
function isJoin(node: Node, source: string): boolean {
  if (node.type !== "CallExpression") return false;
  const text = source.slice(Number(node.start), Number(node.end));
  return /\.join\("[,;] "\)$/.test(text);
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const sources = files.map((file) => ({ file, ...textsOf(file) }));

/** What speaks for the command line: its own folder, its pages, and the reading of its flags. */
const isOfCli = (file: string): boolean => /^(cli|explain)\/|^spec\/(?:reading-)?flag/.test(file);

const flagWords = /(?<![\w-])--[a-z][a-z-]+/g;
const known = new Set(commands.flatMap((command) => flagsOf(command).flatMap(flagNames)));

/** Spark has flags of its own, CSS variables, and the studio prints the command that makes the same release. */
const foreign: readonly { readonly file: RegExp; readonly text: RegExp }[] = [
  { file: /^store\/spark-session\.ts$/, text: /^--(?:conf|master|name|files)$/ },
  { file: /^report\/page\.ts$/, text: /:root \{/ },
  { file: /^web\//, text: /^(?:var\(--.*\)|--[a-z]+(?::.*)?)$/ },
  { file: /^web\/screens\/report\.tsx$/, text: /^ --key-file key\.txt$/ },
];

describe("hints", () => {
  it("of the library name no flag", () => {
    const named = sources
      .filter(({ file }) => !isOfCli(file))
      .flatMap(({ said }) => said)
      .flatMap(({ file, text }) => (text.match(flagWords) ?? []).map((flag) => ({ file, flag, text })))
      .filter(({ file, text }) => !foreign.some((one) => one.file.test(file) && one.text.test(text)));
    expect(named).toEqual([]);
  });

  it("of the command line name only flags that exist", () => {
    const named = sources
      .filter(({ file }) => isOfCli(file))
      .flatMap(({ said }) => said)
      .flatMap(({ file, text }) => (text.match(flagWords) ?? []).map((flag) => `${file} ${flag}`));
    expect(named.length).toBeGreaterThan(100);
    // a mistyped flag as an example of an error, and a flag of Node
    const others = ["explain/codes.ts --quas", "cli/main.ts --interrupt-budget"];
    expect(named.filter((line) => !known.has(line.split(" ")[1]) && !others.includes(line))).toEqual([]);
  });

  it("of a command name only its own flags, or those of a command that they name", () => {
    const wrong = sources.flatMap(({ file, said }) => {
      const command = commands.find(({ name }) => file === `cli/commands/${name}.ts`);
      if (command === undefined) return [];
      const own = new Set(flagsOf(command).flatMap(flagNames));
      return said
        .filter(({ text }) => !text.includes("kohort "))
        .flatMap(({ text }) => (text.match(flagWords) ?? []).filter((flag) => !own.has(flag)))
        .map((flag) => `${file} ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  it("name settings that some command has a flag for", () => {
    const settings = sources
      .filter(({ file }) => !isOfCli(file) && !file.startsWith("web/"))
      .flatMap(({ said }) => said)
      .filter(({ inError }) => inError)
      .flatMap(({ text }) => text.match(/`[a-z][A-Za-z]*(?:: "[^"`]+")?`/g) ?? []);
    expect(settings.length).toBeGreaterThan(40);
    const flags = commands.flatMap(flagsOf);
    // the bytes of files are handed in by code alone
    const inCode = ["`files`"];
    const others = settings.filter((setting) => !inFlags(setting, flags).startsWith("--"));
    expect(others.filter((setting) => !inCode.includes(setting))).toEqual([]);
  });

  it("are said in flags where the command has them, and as they are where it does not", () => {
    const flags = (name: string) => flagsOf(commands.find((command) => command.name === name)!);
    const anonymize = flags("anonymize");
    for (const [text, said] of [
      ['count rows with `person: "none"`', "count rows with --person none"],
      ["leave `keepSuppressed` out", "leave --keep-suppressed out"],
      ["give it with `key`", "give it with --key-file"],
      ['name one with `role: "quasi-identifying"`', "name one with --quasi"],
      ['name one with `role: "person"`', "name one with --person COLUMN"],
      [columnSetting("age", "kind", "category"), "--kind age=category"],
      [columnSetting("my age", "kind", "category"), "--kind 'my age=category'"],
      [columnSetting("age", "hierarchy"), "--hierarchy age=HOW"],
      [columnSetting("pid", "role", "person"), "--person pid"],
      ['`missing: {"country":["","NA"]}`', "--missing 'country=,NA'"],
      ["ask for it: `privacy: km-anonymity(k=5,m=2)`", "ask for it: --require 'km-anonymity(k=5,m=2)'"],
      ["see `kohort explain ncp`", "see `kohort explain ncp`"],
      ["`nothing`", "`nothing`"],
    ]) {
      expect(inFlags(text, anonymize)).toBe(said);
    }
    expect(inFlags('with `rest: "insensitive"`', flags("audit"))).toBe('with `rest: "insensitive"`');
  });
});

describe("lists in errors", () => {
  it("are cut to five and a count wherever an error is made of one", () => {
    expect(sources.flatMap(({ joins }) => joins)).toEqual([]);
  });
});

/**
 * @file Every page does what it shows; each has a test file of its own, so that workers share them. Console blocks are run line by line in one folder per page and must print what
 * the page prints, code must run, specs must be valid, links must lead somewhere. There is no way to skip a block.
 * `npm run docs` puts what commands print now into the pages, to be looked at before it is committed.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { transformWithOxc } from "vite";
import { expect, it, onTestFinished } from "vitest";
import { parseSpec } from "../../src/spec/index.ts";

/** The folder of the project. */
export const root: string = join(import.meta.dirname, "..", "..");
const program = join(root, "dist", "bin", "kohort.js");
const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

type Block = { readonly language: string; readonly line: number; readonly lines: readonly string[] };

type Command = { readonly line: number; readonly text: string; readonly expected: readonly string[] };

/** Lines of a page, counted from 1, that are to become others. */
type Replacement = { readonly line: number; readonly count: number; readonly lines: readonly string[] };

const isWriting = process.env.KOHORT_DOCS === "write";

type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The fenced blocks of a page, and what is left of it without them. */
function takeApart(text: string): { readonly blocks: Block[]; readonly prose: string } {
  const blocks: { language: string; line: number; lines: string[] }[] = [];
  const prose: string[] = [];
  let inside: { language: string; line: number; lines: string[] } | undefined;
  text.split("\n").forEach((line, at) => {
    const fence = /^\s*```(.*)$/.exec(line);
    if (inside !== undefined && fence?.[1] === "") inside = undefined;
    else if (inside !== undefined) inside.lines.push(line);
    else if (fence !== null) blocks.push((inside = { language: fence[1].trim(), line: at + 1, lines: [] }));
    else prose.push(line);
  });
  if (inside !== undefined) throw new Error(`the block that begins in line ${inside.line} does not end`);
  return { blocks, prose: prose.join("\n") };
}

/** Commands begin with `$ `, go on after a backslash or to the end of a here-document; the rest is what they print. */
function commandsOf(block: Block): Command[] {
  const commands: { line: number; text: string; expected: string[] }[] = [];
  let until: string | undefined;
  block.lines.forEach((line, at) => {
    const last = commands.at(-1);
    if (last !== undefined && (until !== undefined || last.text.endsWith("\\"))) {
      last.text += `\n${line}`;
      if (line === until) until = undefined;
    } else if (line.startsWith("$ ")) {
      commands.push({ line: block.line + at + 1, text: line.slice(2), expected: [] });
      until = /<<-?\s*'?(\w+)'?/.exec(line)?.[1];
    } else if (last === undefined) {
      throw new Error(`line ${block.line + at + 1}: a console block begins with "$ "`);
    } else last.expected.push(line);
  });
  return commands;
}

function run(file: string, words: readonly string[], cwd: string): Promise<Outcome> {
  const { FORCE_COLOR: _, ...environment } = process.env;
  const env = { ...environment, PATH: `${join(cwd, "bin")}:${process.env.PATH}`, NO_COLOR: "1" };
  return new Promise((resolve) => {
    const child = execFile(file, words, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** What differs from run to run is written alike. */
function masked(text: string): string {
  return text
    .replace(/\d+(?:\.\d+)? s\b/g, "# s")
    .replace(/\b[0-9a-f]{64}\b/g, "<sha256>")
    .trimEnd();
}

/** The text with lines replaced, from the last on so that the numbers of the others stay right. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  const lines = text.split("\n");
  for (const { line, count, lines: now } of [...replacements].reverse()) lines.splice(line - 1, count, ...now);
  return lines.join("\n");
}

/** The name GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

function anchorsOf(page: string): Set<string> {
  const { prose } = takeApart(readFileSync(page, "utf8"));
  const anchors = new Set<string>();
  for (const [, heading] of prose.matchAll(/^#+ +(.*)$/gm)) {
    const anchor = anchorOf(heading);
    let name = anchor;
    for (let again = 1; anchors.has(name); again++) name = `${anchor}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

async function checkConsole(page: string, block: Block, folder: string): Promise<Replacement[]> {
  const replacements: Replacement[] = [];
  for (const { line, text, expected } of commandsOf(block)) {
    const place = `${page}:${line} $ ${text}`;
    const stated = /^\(exit (\d+)\)$/.exec(expected.at(-1) ?? "")?.[1];
    const lines = stated === undefined ? expected : expected.slice(0, -1);
    const { code, stdout, stderr } = await run("bash", ["-c", text], folder);
    expect(code, `${place}\n${stderr}`).toBe(Number(stated ?? 0));
    if (lines.length === 0) continue;
    if (isWriting && masked(stdout) !== masked(lines.join("\n"))) {
      const first = line + text.split("\n").length;
      replacements.push({ line: first, count: lines.length, lines: stdout.trimEnd().split("\n") });
    } else expect(masked(stdout), place).toBe(masked(lines.join("\n")));
  }
  return replacements;
}

async function checkShell(page: string, block: Block, folder: string): Promise<void> {
  const text = block.lines.join("\n");
  if (text.startsWith("npm ")) {
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map((found) => found[1] ?? found[2]);
    expect(Object.keys(scripts), `${page}:${block.line}`).toEqual(expect.arrayContaining(named));
    return;
  }
  const { code, stderr } = await run("bash", ["-ec", text], folder);
  expect(code, `${page}:${block.line}\n${stderr}`).toBe(0);
}

async function checkCode(page: string, block: Block, next: Block | undefined, folder: string): Promise<void> {
  const { code: script } = await transformWithOxc(block.lines.join("\n"), "example.ts");
  const file = join(folder, `line-${block.line}.mjs`);
  writeFileSync(file, script);
  const { code, stdout, stderr } = await run(process.execPath, [file], folder);
  expect(code, `${page}:${block.line}\n${stderr}`).toBe(0);
  if (next?.language === "text") expect(masked(stdout), `${page}:${block.line}`).toBe(masked(next.lines.join("\n")));
}

function checkJson(page: string, block: Block): void {
  const text = block.lines.join("\n");
  const place = `${page}:${block.line}`;
  if (/"version": *1\b/.test(text) && text.includes('"attributes"')) {
    expect(() => parseSpec(text, place)).not.toThrow();
  } else if (block.language === "json") {
    expect(() => JSON.parse(text), place).not.toThrow();
  }
}

/** A folder in which `kohort` is the built program and `import … from "kohort"` finds this package. */
function makeFolder(): string {
  if (!existsSync(program)) throw new Error("the pages are tested against dist; run `npm run build` first");
  const folder = mkdtempSync(join(tmpdir(), "kohort-docs-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "kohort"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "kohort"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
    mode: 0o755,
  });
  return folder;
}

/** Tests what a page shows and where it leads. */
export function testPage(page: string): void {
  const text = readFileSync(join(root, page), "utf8");
  const { blocks, prose } = takeApart(text);

  it(`${page} shows what happens`, async () => {
    const folder = makeFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const replacements: Replacement[] = [];
    for (const [at, block] of blocks.entries()) {
      if (block.language === "console") replacements.push(...(await checkConsole(page, block, folder)));
      else if (block.language === "sh") await checkShell(page, block, folder);
      else if (block.language === "ts") await checkCode(page, block, blocks[at + 1], folder);
      else if (/^jsonc?$/.test(block.language)) checkJson(page, block);
      else {
        expect(["", "text"], `${page}:${block.line} is in a language that is not run`).toContain(block.language);
        const hidden = block.lines.filter((line) => line.startsWith("$ "));
        expect(hidden, `${page}:${block.line} has commands but is no console block`).toEqual([]);
      }
    }
    if (replacements.length > 0) writeFileSync(join(root, page), replaced(text, replacements));
  });

  it(`${page} leads to places that exist`, () => {
    const links = [...prose.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map((found) => found[1]);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path, anchor] = link.split("#") as [string, string | undefined];
      const target = path === "" ? join(root, page) : join(root, dirname(page), path);
      if (relative(root, target).startsWith("..") || !existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });
}

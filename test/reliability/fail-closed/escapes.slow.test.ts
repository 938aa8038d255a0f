/** Escape characters in names, cells and paths never reach the terminal or a figure as they are. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printable, printableLines } from "../../../src/base/index.ts";
import { kohort, shell, temporaryFolder } from "../../cli/run-kohort.ts";

const cwd = temporaryFolder();

/** A text that clears the screen in two ways, sets the title, turns text around and forges a line. */
const evil = (name: string) => `${name}\u001b[2J\u009b2J\u001b]0;x\u0007\u202eb\u2066\nFORGED ${name}`;
const quoted = (text: string) => `"${text}"`;
const [town, illness] = [evil("town"), evil("illness")];
// file names cannot be as long, and `/` aside they can be as bad
const path = `da\u001b[2Jta\u009b\u202e\nFORGED.csv`;

const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
/** The colours that the program itself uses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const colours = /\u001b\[(1|2|22|31|32|33|34|39)m/g;

function expectSafe(text: string, what: string): void {
  expect(steering.exec(text)?.[0].codePointAt(0)?.toString(16), `${what}: ${JSON.stringify(text)}`).toBe(undefined);
  expect(/^\s*FORGED.*$/m.exec(text)?.[0], `${what}: ${JSON.stringify(text)}`).toBe(undefined);
}

writeFileSync(
  join(cwd, path),
  `age,${quoted(town)},${quoted(illness)},person\n${Array.from({ length: 60 }, (_, i) =>
    [20 + (i % 12), quoted(evil(`t${i % 3}`)), quoted(evil(["flu", "cold", "cough"][i % 3])), `p${i}`].join(","),
  ).join("\n")}\n`,
);
const spec = {
  version: 1,
  attributes: {
    age: { role: "quasi-identifying" },
    [town]: { role: "quasi-identifying" },
    [illness]: { role: "sensitive" },
    person: { role: "identifying" },
  },
  privacy: [{ model: "k-anonymity", k: 3 }],
  algorithm: { name: "mondrian" },
};
writeFileSync(join(cwd, "kohort.json"), JSON.stringify(spec));
writeFileSync(join(cwd, "wrong.json"), JSON.stringify({ ...spec, [town]: 1 }));
writeFileSync(
  join(cwd, "other.json"),
  JSON.stringify({ ...spec, attributes: { [`${town}?`]: { role: "sensitive" } } }),
);

const config = ["-c", "kohort.json"];
const lines: readonly (readonly [words: readonly string[], codes: readonly number[]])[] = [
  [["inspect", path], [0]],
  [["inspect", path, "--json"], [0]],
  [["init", path, "-o", `s\u001b[2J\nFORGED.json`], [0]],
  [
    ["anonymize", path, ...config, "-o", "release.csv", "--report", "r.html", "--figure", `f\u001b[2J\nFORGED.svg`],
    [0],
  ],
  [
    ["anonymize", path, ...config, "-o", "release.csv", "--force", "--report", "r.md", "--certificate", "c.json", "-v"],
    [0],
  ],
  [["anonymize", path, ...config, "-o", "release.csv", "--force", "--recipe", "recipe.json", "--json"], [0]],
  [["anonymize", path, ...config, "-o", "release.csv", "--force", "--algorithm", "auto", "-l", "2"], [0]],
  [
    ["anonymize", path, ...config, "-o", "duck.csv", "--engine", "duckdb"],
    [0, 2],
  ],
  [
    ["anonymize", path, ...config, "-k", "61", "-o", "never.csv"],
    [1, 2],
  ],
  [
    ["audit", "release.csv", ...config],
    [0, 1],
  ],
  [
    ["audit", path, ...config, "--json"],
    [0, 1],
  ],
  [["compare", path, "release.csv", ...config, "--report", "compare.html"], [0]],
  [["attack", path, "release.csv", ...config, "--targets", "20"], [0]],
  [["attack", path, "release.csv", ...config, "--story", "3"], [0]],
  [["why", "release.csv", "--original", path, ...config, "--row", "1"], [0]],
  [["frontier", path, ...config, "--ks", "3,5", "--method", "mondrian", "-o", "frontier.svg"], [0]],
  [["stages", path, ...config, "--quasi", `age,1`, "-o", "stages"], [0]],
  [
    ["synthesize", path, ...config, "--label", illness, "--model", "trees", "-o", "made.csv", "--attempts", "5"],
    [0, 2],
  ],
  [["hierarchy", "build", path, "--column", town, "--using", "order(size=2)", "-o", "h.csv"], [0]],
  [["hierarchy", "show", "h.csv"], [0]],
  [
    ["hierarchy", "check", "h.csv", "--data", path, "--column", "age"],
    [0, 1, 2],
  ],
  [
    ["apply", "recipe.json", path, "-o", "applied.csv"],
    [0, 1, 2],
  ],
  [
    ["verify", "release.csv", "c.json"],
    [0, 1],
  ],
  [["anonymize", path, "--quasi", evil("nothing"), "-k", "3"], [2]],
  [["anonymize", evil("no/file.csv"), ...config], [2]],
  [["anonymize", path, "-c", "wrong.json"], [2]],
  [["anonymize", path, "-c", "other.json"], [2]],
  [["anonymize", path, `--${evil("flag")}`], [2]],
  [[evil("command")], [2]],
  [["explain", evil("topic")], [2]],
  [["why", "release.csv", "--original", path, ...config, "--row", "1", "--column", evil("none")], [2]],
  [["studio", evil("none.csv"), "--no-open"], [2]],
];

describe("escape characters", () => {
  it.each(
    lines.map(([words, codes]) => [words.map((word) => printable(word).slice(0, 40)).join(" "), words, codes] as const),
  )("never reach the terminal: kohort %s", (name, words, codes) => {
    for (const colour of ["never", "always"]) {
      const force = colour === "always" && words.some((word) => ["-o", "--report"].includes(word)) ? ["--force"] : [];
      const { code, stdout, stderr } = kohort(
        [...words, "--color", colour, ...force.filter((flag) => !words.includes(flag))],
        { cwd },
      );
      expect(codes, stderr).toContain(code);
      for (const [what, text] of Object.entries({ stdout, stderr })) {
        expectSafe(text.replace(colours, ""), `${name} ${what}`);
      }
      if (words.includes("--json")) expect(() => JSON.parse(stdout)).not.toThrow();
    }
  });

  it("never stand in figures and reports", () => {
    const drawn = readdirSync(cwd, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(svg|html|md)$/.test(file),
    );
    expect(drawn.length).toBeGreaterThan(5);
    for (const file of drawn) {
      const text = readFileSync(join(cwd, file), "utf8");
      expect(steering.exec(text)?.[0].codePointAt(0)?.toString(16), file).toBe(undefined);
    }
  });

  it("are kept in data for programs, and shown to people on a terminal", ({ skip }) => {
    const build = ["hierarchy", "build", path, "--column", town, "--using", "order(size=2)"];
    expect(kohort([...build, "-q"], { cwd }).stdout).toContain("\u001b[2J");
    if (shell("command -v script").code !== 0) skip("script(1) is not here");
    mkdirSync(join(cwd, "plain"));
    writeFileSync(join(cwd, "plain", "d.csv"), readFileSync(join(cwd, path)));
    const { stdout } = shell(
      'script -qec "$(printf "%q " "$NODE" "$PROGRAM") hierarchy build plain/d.csv --column 1 --using \'order(size=2)\' -q" /dev/null',
      { cwd, env: { NODE: process.execPath, PROGRAM: join(import.meta.dirname, "../../../dist/bin/kohort.js") } },
    );
    expect(stdout).toContain("\\x1b[2J");
    expect(stdout).not.toContain("\u001b[2J");
  });

  it("leave plain text and what JSON means as they are", () => {
    const text = "Zoë\tعربي 日本 👩‍👩‍👧\nnext";
    expect(printableLines(text)).toBe(text);
    const document = { [town]: [illness, "\u007f\u0085\u2028"] };
    expect(JSON.parse(printableLines(JSON.stringify(document, null, 2)))).toEqual(document);
  });
});

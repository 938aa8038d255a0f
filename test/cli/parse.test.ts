import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { type CommandDeclaration, flagNames, flagsOf } from "../../src/cli/flag.ts";
import { parseWords } from "../../src/cli/parse.ts";

const command: CommandDeclaration = {
  name: "try",
  operands: "<data>",
  count: [1, 1],
  summary: "",
  groups: [
    {
      title: "",
      flags: [
        { name: "k", value: "N", help: "" },
        { name: "quiet", short: "q", help: "" },
        { name: "verbose", short: "v", help: "" },
        { name: "output", short: "o", value: "FILE", help: "" },
        { name: "option", value: "KEY=VALUE", repeatable: true, help: "" },
      ],
    },
  ],
  takesFiles: true,
  examples: [],
};

function parse(line: string): unknown {
  const { words, values } = parseWords(command, line.split(" "));
  return { words, ...Object.fromEntries(values) };
}

describe("parsing", () => {
  it("reads values attached or apart, and switches run together", () => {
    const expected = { words: ["data.csv"], k: ["5"], quiet: [""], verbose: [""], output: ["x"] };
    expect(parse("data.csv -k 5 -q -v -o x")).toEqual(expected);
    expect(parse("-k5 -qv --output=x data.csv")).toEqual(expected);
    expect(parse("-k=5 -qvox data.csv")).toEqual(expected);
  });

  it("keeps what follows the first equals sign, and every repetition", () => {
    expect(parse("--option a=1 --option=b=2")).toEqual({ words: [], option: ["a=1", "b=2"] });
  });

  it("takes a dash for stdin and everything after two dashes as words", () => {
    expect(parse("- -q")).toEqual({ words: ["-"], quiet: [""] });
    expect(parse("-- -q --output")).toEqual({ words: ["-q", "--output"] });
  });

  it("takes a value that looks negative", () => {
    expect(parse("-k -3")).toEqual({ words: [], k: ["-3"] });
  });
});

describe("declarations", () => {
  it.each(commands.map((declared) => [declared.name, declared] as const))(
    "of %s spell no flag twice",
    (_, declared) => {
      const names = flagsOf(declared).flatMap(flagNames);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    },
  );
});

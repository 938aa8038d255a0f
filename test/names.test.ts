/** @file What is registered is asked about by its traits: nothing outside its own room writes its name. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { algorithms } from "../src/algorithms/index.ts";
import { attackNames } from "../src/attacks/index.ts";
import { privacyModels } from "../src/privacy/index.ts";
import { measures } from "../src/quality/index.ts";

const source = join(import.meta.dirname, "../src");

/** Names that are also words for other things: settings, figures, columns of a report. */
const words = new Set(
  "auto exact cluster loss ncp entropy height precision certainty homogeneity inference similarity discernibility".split(
    " ",
  ),
);

/** Pages about each method, the spec of the built-in table and the demonstrations are data about the methods they name. */
const data = /^(explain\/|sample\/clinic\.ts|cli\/demo-attacks\.ts)/;

const registered = { privacy: privacyModels, algorithms, quality: measures };
const rooms: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(registered).map(([room, entries]) => [room, Object.keys(entries)])),
  attacks: attackNames,
};

function namesIn(text: string, names: readonly string[]): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return names.filter((name) => code.includes(`"${name}"`) || code.includes(`'${name}'`));
}

describe.each(Object.entries(rooms))("what is registered in %s", (room, all) => {
  const names = all.filter((name) => !words.has(name));

  it("is named nowhere else", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(`${room}/`) && !data.test(file))
      .map((file) => [file, namesIn(readFileSync(join(source, file), "utf8"), names)] as const);
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it("would be found", () => {
    expect(namesIn(`if (goal.model === "${names[0]}") return;`, names)).toEqual([names[0]]);
  });
});

/** Certificates made to fool or to break a verifier: those of the issue by name, and those that are too much. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unknowableWith } from "../../src/certificate/verify-words.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { readCsv, spellingKey } from "../../src/table/index.ts";
import { kohort, program, temporaryFolder } from "../cli/run-kohort.ts";
import { baseOf } from "./bases.ts";
import {
  certifiedOf,
  hashOf,
  independent,
  independentProblems,
  libraryProblems,
  textOf,
  verifier,
} from "./certified.ts";

const cwd = temporaryFolder();

type Stated = ReturnType<typeof JSON.parse>;

/** The records of a file without line breaks in its cells. */
function cellsOf(bytes: Uint8Array): { readonly header: string; readonly rows: readonly string[][] } {
  const [header, ...lines] = Buffer.from(bytes).toString().trimEnd().split("\n");
  const rows = lines.map((line) =>
    Array.from(`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/g), ([, quoted, plain]) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    ),
  );
  return { header: header, rows };
}

/** Does the same to a requirement where it was asked and where it was measured. */
const everywhere = (stated: Stated, place: number, change: (goal: Stated) => void): void => {
  change(stated.asked.privacy[place]);
  change(stated.measured.privacy[place]);
};

const sets = "k-anonymity of one column and of each";
const forgeries: Readonly<Record<string, readonly [base: string, change: (stated: Stated) => void]>> = {
  "every set of 0 columns": [sets, (stated) => everywhere(stated, 2, (goal) => (goal.each = 0))],
  "a set of no columns": [sets, (stated) => everywhere(stated, 1, (goal) => (goal.of = []))],
  "a model with another capital": [
    "k-anonymity",
    (stated) => everywhere(stated, 0, (goal) => (goal.model = "k-Anonymity")),
  ],
  "a requirement of a column that is not there": [
    sets,
    (stated) => everywhere(stated, 1, (goal) => (goal.of = ["zip"])),
  ],
  "quasi-identifiers that are no columns": ["k-anonymity", (stated) => (stated.columns[0].name = "zip")],
  "no quasi-identifier at all": [
    "k-anonymity",
    (stated) => {
      for (const column of stated.columns) if (column.role === "quasi-identifying") column.role = "insensitive";
    },
  ],
  "empty values": ["l-diversity", (stated) => (stated.sensitive[0].values = [])],
  "all values taken for one": [
    "t-closeness, equal and largest difference",
    (stated) => {
      const all = stated.sensitive[0].values.flat();
      stated.sensitive[0].values = [all];
      for (const goal of stated.measured.privacy) goal.measured = 0;
      for (const cohort of stated.cohorts) cohort.sensitive = [{ 0: cohort.records }];
    },
  ],
  "a tree with every value in one leaf": [
    "t-closeness over a hierarchy",
    (stated) => {
      stated.sensitive[0].tree = { level: 1, of: [0] };
      stated.measured.privacy[1].measured = 0;
    },
  ],
  "a tree that holds a value twice": [
    "t-closeness over a hierarchy",
    (stated) => stated.sensitive[0].tree.of.push(stated.sensitive[0].tree.of.at(-1)),
  ],
  "ten million suppressed records where none may be": [
    "k-anonymity",
    (stated) => {
      stated.release.suppressed += 10_000_000;
      stated.input.rows += 10_000_000;
      stated.measured.suppression.measured = stated.release.suppressed / (stated.input.rows - stated.input.leftOut);
    },
  ],
  "an identifying column that is published": ["k-anonymity", (stated) => (stated.columns.at(-1).role = "identifying")],
  "identifiers that are said to be hashes": [
    "k-anonymity",
    (stated) => Object.assign(stated.columns.at(-1), { role: "identifying", replace: { kind: "hash", length: 64 } }),
  ],
  "as many people as rows where pseudonyms tell how many": [
    "people by their pseudonyms",
    (stated) => {
      for (const cohort of stated.cohorts) cohort.people = cohort.records;
      stated.release.people = stated.release.rows;
    },
  ],
  "more people in a cohort than have a value": [
    "people in several cohorts",
    (stated) => {
      for (const cohort of stated.cohorts) cohort.people = cohort.records;
      const k = Math.min(...stated.cohorts.map(({ records }: { records: number }) => records));
      stated.measured.privacy[0].measured = k;
    },
  ],
  "people where rows are counted": [
    "k-anonymity",
    (stated) => {
      for (const cohort of stated.cohorts) cohort.people = cohort.records;
      stated.release.people = stated.release.rows;
    },
  ],
  "rows counted beside the pseudonyms of people": [
    "people by their pseudonyms",
    (stated) => {
      for (const one of [stated.release, ...stated.cohorts]) delete one.people;
      for (const column of stated.sensitive) delete column.pairs;
      stated.release.counts = "rows";
    },
  ],
  "a column that should not be published": ["k-anonymity", (stated) => (stated.columns.at(-1).role = "unpublished")],
};

describe("a forged certificate", () => {
  it.each(Object.keys(forgeries))("with %s is rejected by both verifiers", (name) => {
    const [base, change] = forgeries[name];
    const { bytes, text } = baseOf(base);
    const stated = JSON.parse(text);
    change(stated);
    expect(textOf(stated)).not.toBe(text);
    expect(libraryProblems(bytes, textOf(stated))).not.toEqual([]);
    expect(independentProblems(bytes, textOf(stated))).not.toEqual([]);
  });
});

describe("names that are published as they are", () => {
  /** A release in which a note was replaced holds names instead, with every hash made again. */
  const { bytes: honest, certificate } = baseOf("redacted and format-keeping identifiers");
  const { rows: records, header } = cellsOf(honest);
  const place = certificate.columns.findIndex(({ name }) => name === "name");
  const forged = (replace: Stated, cellOf: (row: number) => string): readonly [Uint8Array, string] => {
    const rows = records.map((cells, row) => cells.with(place, cellOf(row)));
    const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const bytes = Buffer.from(`${[header, ...rows.map((cells) => cells.map(quoted).join(","))].join("\n")}\n`);
    const stated = JSON.parse(textOf(certificate));
    stated.columns[place].replace = replace;
    Object.assign(stated.release, { sha256: hashOf(bytes), bytes: bytes.length });
    const known = stated.columns.flatMap(({ role }: Stated, at: number) => (role === "quasi-identifying" ? [at] : []));
    for (const cohort of stated.cohorts) {
      const own = rows.filter(
        (cells) => JSON.stringify(known.map((at: number) => cells[at])) === JSON.stringify(cohort.values),
      );
      cohort.sha256 = hashOf(
        own
          .map((cells) => JSON.stringify(cells))
          .sort()
          .join("\n"),
      );
    }
    return [bytes, textOf(stated)];
  };
  const nameOf = (row: number): string => `${["Ada Moor", "Bo Lin", "Cy Marsh", "Di Fox"][row % 4]} ${row % 10}`;
  const longest = "Cy Marsh 0".length;
  const mask = { kind: "mask", from: "right", with: "*", shown: longest };
  const day = (row: number): string => `2024-02-${10 + (row % 19)}`;
  const masked = (row: number): string => `${"ABCD"[row % 4]}***`;

  const lies: Readonly<Record<string, readonly [replace: Stated, cellOf: (row: number) => string]>> = {
    "dates that were shifted": [{ kind: "shift-dates" }, nameOf],
    "dates, but for one": [{ kind: "shift-dates" }, (row) => (row === 7 ? nameOf(row) : day(row))],
    "dates with a name behind them": [{ kind: "shift-dates" }, (row) => `${day(row)} ${nameOf(row)}`],
    "dates of which one is no day": [{ kind: "shift-dates" }, (row) => (row === 7 ? "2023-02-29" : day(row))],
    "dates in two forms": [{ kind: "shift-dates" }, (row) => (row === 7 ? "3/1/2024" : day(row))],
    "a mask that shows as much as the longest has": [mask, nameOf],
    "a mask that hides nothing, from the left": [{ ...mask, from: "left" }, nameOf],
    "a mask of two signs": [{ ...mask, with: "zz" }, nameOf],
    "a mask of two signs that are there": [{ ...mask, with: "**", shown: 4 }, masked],
    "a mask that hides nothing of one value": [{ ...mask, shown: 3 }, (row) => (row === 7 ? "Eve" : masked(row))],
    "pseudonyms of five characters": [{ kind: "pseudonym", prefix: "", length: 5 }, (row) => `${10_000 + row}`],
    "a text with more marks than anybody reads": [{ kind: "format" }, (row) => `a${"\u0301\u0323".repeat(501)}${row}`],
    "hashes of eight digits": [{ kind: "hash", length: 8 }, (row) => `${19_990_100 + row}`],
  };

  it.each(Object.keys(lies))("and certified as %s are rejected by both verifiers", (name) => {
    const [bytes, text] = forged(...lies[name]);
    expect(libraryProblems(bytes, text)).not.toEqual([]);
    expect(independentProblems(bytes, text)).not.toEqual([]);
  });

  const truths: Readonly<Record<string, readonly [replace: Stated, cellOf: (row: number) => string]>> = {
    dates: [{ kind: "shift-dates" }, day],
    "dates and missing values": [{ kind: "shift-dates" }, (row) => (row % 3 === 0 ? "" : day(row))],
    "days with a time": [{ kind: "shift-dates" }, (row) => `${day(row)}T12:30:15.5+02:00`],
    "days that begin with the month": [{ kind: "shift-dates" }, (row) => `2/${10 + (row % 19)}/2024`],
    "a text with many marks": [{ kind: "format" }, (row) => `a${"\u0301\u0323".repeat(500)}${row}`],
    masks: [{ ...mask, shown: 1 }, masked],
    "masks and missing values": [{ ...mask, shown: 1 }, (row) => (row % 3 === 0 ? "n/a" : masked(row))],
  };

  it.each(Object.keys(truths))("are told from %s, which are accepted", (name) => {
    const [bytes, text] = forged(...truths[name]);
    expect(libraryProblems(bytes, text)).toEqual([]);
    expect(independentProblems(bytes, text)).toEqual([]);
  });
});

describe("what two files cannot tell", () => {
  const lines = [
    "who wrote the certificate: it is not signed",
    "which version of kohort made the release",
    "the input: its hash, how many records it had, and which were suppressed or dropped",
    "whether the roles are right: the publisher decides what others may know",
    "whether each record is another person: records are counted",
    "whether identifiers were replaced, and under a secret key: an original value of the same form looks like a replaced one",
    "whether the order and the hierarchy of sensitive values are the right ones",
    "requirements that need more than the release: k-map, delta-presence, population-uniqueness, k-concealment",
  ];

  it("is one fixed list in both verifiers, which print it with what they checked", () => {
    const whose = {
      rows: lines[4],
      people: "how many people are in each cohort and how many have each value: whose rows they are is not in the file",
      pseudonyms: "whether each pseudonym is another person: pseudonyms are counted",
    };
    for (const counts of ["rows", "people", "pseudonyms"] as const) {
      const expected = lines.with(4, whose[counts]);
      expect(unknowableWith(counts)).toEqual(expected);
      expect(independent.unknowableWith(counts)).toEqual(expected);
    }
    const { bytes, text } = baseOf("replaced identifiers");
    writeFileSync(join(cwd, "release.csv"), bytes);
    writeFileSync(join(cwd, "c.json"), text);
    const own = kohort(["verify", "release.csv", "c.json", "-q"], { cwd });
    const other = spawnSync(process.execPath, [verifier, "release.csv", "c.json"], { cwd, encoding: "utf8" });
    expect([own.code, other.status], own.stderr).toEqual([0, 0]);
    for (const said of [own.stdout, other.stdout]) {
      expect(said).toContain(`not known from these two files:\n${lines.map((line) => `  ${line}\n`).join("")}`);
      expect(said).toContain('known to others: "age", "town"\n');
      expect(said).toContain('sensitive: "illness"\n');
      expect(said).toContain(
        'replaced: "name" (pseudonym), "cost" (mask: up to 1 character shown), "seen" (shift-dates: any date has this form), "note" (hash)\n',
      );
      expect(said).toMatch(/k-anonymity.*3/);
    }
  });

  it("is no longer than it must be: each line stands for a forgery that nobody could see", () => {
    const accepted = (base: string, change: (stated: Stated) => void): void => {
      const { bytes, text } = baseOf(base);
      const stated = JSON.parse(text);
      change(stated);
      expect(textOf(stated)).not.toBe(text);
      expect(libraryProblems(bytes, textOf(stated))).toEqual([]);
      expect(independentProblems(bytes, textOf(stated))).toEqual([]);
    };
    accepted("k-anonymity", (stated) => (stated.kohort = "9.9.9"));
    accepted("k-anonymity", (stated) => (stated.input.saltedSha256 = "0".repeat(64)));
    accepted("k-anonymity", (stated) => {
      stated.input.rows += 5;
      stated.input.leftOut += 5;
    });
    accepted("k-anonymity", (stated) => {
      const note = stated.columns.at(-1);
      note.role = "identifying";
      note.replace = { kind: "format" };
    });
    accepted("t-closeness over a hierarchy", (stated) => (stated.sensitive[0].tree.level += 1));
  });
});

describe("a certificate with many quasi-identifiers", () => {
  const names = Array.from({ length: 34 }, (_, i) => `q${i}`);
  const rows = Array.from({ length: 12 }, (_, i) => names.map((_, at) => `${(i + at) % 3}`).join(","));
  const table = readCsv(`${names.join(",")}\n${rows.join("\n")}\n`);
  const attributes = Object.fromEntries(names.map((name) => [name, { role: "quasi-identifying" } as const]));
  const of = (privacy: SpecInCode["privacy"]) => certifiedOf(table, { spec: { attributes, privacy } });
  const k = { model: "k-anonymity", k: 2 } as const;

  it.each([
    ["all of 34", [k]],
    ["every 33 of 34", [{ ...k, each: 33 }]],
    ["every 2 of 34", [{ ...k, each: 2 }]],
  ] as const)("of %s columns is checked in no more time than its sets take", (_, privacy) => {
    const { bytes, text } = of(privacy);
    expect(libraryProblems(bytes, text)).toEqual([]);
    expect(independentProblems(bytes, text)).toEqual([]);
  });

  it("of many requirements that each take long is refused before they are measured", () => {
    const { bytes, certificate } = of([{ ...k, each: 33 }]);
    const stated = JSON.parse(textOf(certificate));
    everywhere(stated, 0, (goal) => (goal.each = 4));
    for (const goals of [stated.asked, stated.measured]) goals.privacy = Array(1000).fill(goals.privacy[0]);
    expect(libraryProblems(bytes, textOf(stated))).toEqual(["the requirements take too long to measure"]);
    expect(independentProblems(bytes, textOf(stated))).toEqual(["the requirements take too long to measure"]);
  });

  it("of more sets than verifiers count is refused before it is counted", () => {
    const { bytes, certificate } = of([{ ...k, each: 33 }]);
    const stated = JSON.parse(textOf(certificate));
    everywhere(stated, 0, (goal) => (goal.each = 17));
    expect(libraryProblems(bytes, textOf(stated))).toContain("k-anonymity is asked of too many sets of columns");
    expect(independentProblems(bytes, textOf(stated))).toEqual(["k-anonymity is of too many sets of columns to count"]);
    expect(() => of([{ ...k, each: 17 }])).toThrow("every 17 of 34 columns are too many sets to count");
  });
});

describe("a release that takes long to read in a careless way", () => {
  const clinicOf = (cells: readonly string[]) =>
    readCsv(`a,s\n${cells.map((cell, i) => `${i >> 1},${cell}`).join("\n")}\n`);
  const attributes = { a: { role: "quasi-identifying" }, s: { role: "sensitive" } } as const;
  const k = { model: "k-anonymity", k: 2 } as const;
  const close = { model: "t-closeness", t: 1, distance: "equal", attribute: "s" } as const;
  const fillers = ["x", "y", "z"];
  const many = Array.from({ length: 6000 }, (_, i) => `v${(7 * i) % 3000}`);
  const releases: Readonly<Record<string, readonly [cells: readonly string[], privacy: SpecInCode["privacy"]]>> = {
    "many spaces between two letters": [[`a${" ".repeat(200_000)}b`, ...fillers], [k]],
    "many digits before a letter": [[`${"1".repeat(200_000)}x`, ...fillers], [k]],
    "as many values as cohorts": [many, [k, close]],
  };

  it.each(Object.keys(releases))("with %s is verified in good time", (name) => {
    const [cells, privacy] = releases[name];
    const { bytes, text } = certifiedOf(clinicOf(cells), { spec: { attributes, privacy } });
    writeFileSync(join(cwd, "long.csv"), bytes);
    writeFileSync(join(cwd, "long.json"), text);
    const run = (...words: string[]): number | null =>
      spawnSync(process.execPath, [...words, "long.csv", "long.json"], { cwd, timeout: 600_000, killSignal: "SIGKILL" })
        .status;
    expect([run(program, "verify"), run(verifier)]).toEqual([0, 0]);
  });

  it("with marks in any order is folded in good time", () => {
    const marks = "\u0301\u0323".repeat(100_000);
    expect(spellingKey(`a${marks}`)).toBe(`a${"\u0323".repeat(100_000)}${"\u0301".repeat(100_000)}`);
  });

  it("is not certified with marks in a row that verifiers refuse", () => {
    const table = clinicOf([`a${"\u0301".repeat(1001)}`, ...fillers]);
    const certified = () => certifiedOf(table, { spec: { attributes, privacy: [k] } });
    expect(certified).toThrow("a text has more than 1,000 combining marks in a row");
  });
});

describe("files that cannot be read", () => {
  it.each([
    ["no file", []],
    ["a file that is not there", ["nowhere.csv", "nowhere.json"]],
    ["a folder", [".", "."]],
    ["a device that never ends", ["/dev/zero", "/dev/zero"]],
  ] as const)("as %s are named by the independent verifier in a sentence", (_, words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, ...words], { cwd, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^wrong: the files cannot be read: .+\nthe release is NOT what its certificate says\n$/);
  });
});

describe("names that steer a terminal", () => {
  it("are made visible by both verifiers", () => {
    const name = "a\u202egnp\u200f\u2066\u00ad\u200b\u001b[31m\u2028z";
    const table = readCsv(`age,${name}\n${Array.from({ length: 8 }, (_, i) => `${i % 2},x`).join("\n")}\n`);
    const attributes = { age: { role: "quasi-identifying" }, [name]: { role: "insensitive" } } as const;
    const { bytes, text } = certifiedOf(table, { spec: { attributes, privacy: [{ model: "k-anonymity", k: 2 }] } });
    writeFileSync(join(cwd, "steering.csv"), bytes);
    writeFileSync(join(cwd, "steering.json"), text);
    const own = kohort(["verify", "steering.csv", "steering.json", "-q"], { cwd });
    const other = spawnSync(process.execPath, [verifier, "steering.csv", "steering.json"], { cwd, encoding: "utf8" });
    expect([own.code, other.status], own.stderr).toEqual([0, 0]);
    expect(own.stdout).toMatch(/published as they are: "a.*gnp/);
    expect(other.stdout).toMatch(/published as they are: "a.*gnp/);
    expect(own.stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e\u200f\u2066\u2028]/u);
    expect(other.stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});

describe("a hostile certificate", () => {
  const { bytes, text } = baseOf("t-closeness over a hierarchy");
  writeFileSync(join(cwd, "hostile.csv"), bytes);
  const nested = (many: number): string => `${'{"level":2,"of":['.repeat(many)}0${"]}".repeat(many)}`;
  const replaced = (key: string, value: string): string => {
    const stated = JSON.parse(text);
    stated[key] = "@@";
    return textOf(stated).replace('"@@"', value);
  };
  const hostile: Readonly<Record<string, string>> = {
    "a million brackets": `${"[".repeat(1e6)}${"]".repeat(1e6)}\n`,
    "a tree of 100,000 levels": replaced("sensitive", `[{"name":"illness","values":[["flu"]],"tree":${nested(1e5)}}]`),
    "a tree of 300 levels": replaced("sensitive", `[{"name":"illness","values":[["flu"]],"tree":${nested(300)}}]`),
    "100,000 empty cohorts": replaced("cohorts", JSON.stringify(Array.from({ length: 1e5 }, () => ({})))),
    "a key __proto__": text.replace('{"certificate":2,', '{"certificate":2,"__proto__":{"kohort":"1"},'),
    "a number past all numbers": text.replace(/"rows":\d+/, '"rows":1e999'),
    "the largest number": text.replace(/"rows":\d+/, '"rows":1e308'),
    "sets of 9 quadrillion columns": text.replace('"k":3}', '"k":3,"each":9007199254740991}'),
    "another encoding of a letter": text.replace('"kohort"', '"\\u006bohort"'),
    "a byte order mark": `\ufeff${text}`,
    nothing: "",
    null: "null\n",
  };

  it.each(Object.keys(hostile))("with %s is refused with a sentence", (name) => {
    expect(hostile[name]).not.toBe(text);
    expect(libraryProblems(bytes, hostile[name])).not.toEqual([]);
    expect(independentProblems(bytes, hostile[name])).not.toEqual([]);
  });

  it("ends the command with exit code 2, a file that is something else with 1", () => {
    writeFileSync(join(cwd, "hostile.json"), hostile["a tree of 100,000 levels"]);
    const refused = kohort(["verify", "hostile.csv", "hostile.json", "-q"], { cwd });
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toMatch(/^error: "hostile\.json" is no certificate: .+\nhint: .+\n$/);
    writeFileSync(join(cwd, "fine.json"), text);
    writeFileSync(join(cwd, "odd.csv"), "a,b\n1\n");
    expect(kohort(["verify", "odd.csv", "fine.json", "-q"], { cwd })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("wrong: the file cannot be read"),
    });
    expect(kohort(["verify", "hostile.csv", "fine.json", "-q"], { cwd }).code).toBe(0);
  });
});

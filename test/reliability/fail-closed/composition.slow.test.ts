/** @file `--compose safe` publishes only what is shown to be safe together with the earlier releases of a ledger. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../../src/base/index.ts";
import { compose, type Need, type PlacedPeople } from "../../../src/engine/composition.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";

const cwd = temporaryFolder();
const at = (name: string): string => join(cwd, name);

function write(name: string, header: string, rows: readonly string[]): string {
  writeFileSync(at(name), `${header}\n${rows.join("\n")}\n`);
  return at(name);
}

/** Makes a release; `safe` asks for it, otherwise the ledger only warns. */
function release(input: string, words: readonly string[], ledger: string, output: string, safe: boolean) {
  const how = safe ? ["--compose", "safe"] : [];
  const made = kohort(["anonymize", input, ...words, "-o", at(output), "--ledger", at(ledger), ...how]);
  return { ...made, isThere: existsSync(at(output)) };
}

const people = Array.from({ length: 24 }, (_, i) => ({ name: `p${i}`, age: 20 + (i % 12), zip: 100 + (i % 8) }));

describe("--compose safe", () => {
  it("refuses people below k together though nobody is alone", () => {
    // cohorts {0…5}, {6…11} by one column and {0…2, 6…8}, {3…5, 9…11} by the other: three together, none alone
    const rows = Array.from({ length: 12 }, (_, i) => `p${i},${i < 6 ? "a" : "b"},${i % 6 < 3 ? "x" : "y"}`);
    const input = write("crossed.csv", "name,one,two", rows);
    const ask = (quasi: string): string[] => [
      ...["--identifying", "name", "--quasi", quasi, "-k", "6", "--algorithm", "mondrian"],
    ];
    expect(release(input, ask("one"), "crossed.json", "crossed-1.csv", false).code).toBe(0);
    const refused = release(input, ask("two"), "crossed.json", "crossed-2.csv", true);
    expect(refused.stderr).toContain("together with earlier releases 12 people are in groups of fewer than 6");
    expect(refused).toMatchObject({ code: 1, isThere: false });
    const warned = release(input, ask("two"), "crossed.json", "crossed-3.csv", false);
    expect(warned.stderr).toContain("leaves 12 people in groups of fewer than 6; 12 people are in both");
    expect(warned.code).toBe(0);
  });

  it("refuses when the identifier was renamed, so that nobody can be matched", () => {
    const rows = people.map(({ name, age, zip }) => `${name},${age},${zip}`);
    const ask = (id: string, quasi: string): string[] => [
      "--identifying",
      id,
      "--quasi",
      quasi,
      "-k",
      "3",
      "--algorithm",
      "mondrian",
    ];
    const before = write("named.csv", "name,age,zip", rows);
    const after = write("renamed.csv", "Name,age,zip", rows);
    expect(release(before, ask("name", "age"), "renamed.json", "renamed-1.csv", false).code).toBe(0);
    const refused = release(after, ask("Name", "zip"), "renamed.json", "renamed-2.csv", true);
    expect(refused.stderr).toContain('release 1 of the ledger knows people by "name", this one by "Name"');
    expect(refused).toMatchObject({ code: 1, isThere: false });
    const warned = release(after, ask("Name", "zip"), "renamed.json", "renamed-3.csv", false);
    expect(warned.stderr).toContain("not shown to be safe with earlier releases");
    expect(warned.stderr).not.toContain("nobody of 0");
  });

  it("refuses when columns changed, so that whole rows match nobody", () => {
    const ask = ["--quasi", "age", "-k", "3", "--algorithm", "mondrian"];
    const before = write(
      "plain.csv",
      "age,zip,no",
      people.map(({ age, zip }, i) => `${age},${zip},${i}`),
    );
    const after = write(
      "wider.csv",
      "age,zip,no,more",
      people.map(({ age, zip }, i) => `${age},${zip},${i},m`),
    );
    expect(release(before, ask, "columns.json", "columns-1.csv", false).code).toBe(0);
    const refused = release(after, ask, "columns.json", "columns-2.csv", true);
    expect(refused.stderr).toContain('knows people by all of "age", "zip", "no"');
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses when an earlier release has nobody in common with this one", () => {
    const ask = ["--identifying", "name", "--quasi", "age", "-k", "3", "--algorithm", "mondrian"];
    const before = write(
      "old-ids.csv",
      "name,age",
      people.map(({ name, age }) => `${name},${age}`),
    );
    const after = write(
      "new-ids.csv",
      "name,age",
      people.map(({ name, age }) => `other-${name},${age}`),
    );
    expect(release(before, ask, "ids.json", "ids-1.csv", false).code).toBe(0);
    const refused = release(after, ask, "ids.json", "ids-2.csv", true);
    expect(refused.stderr).toContain("nobody of this release is in release 1 of the ledger");
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses when rows changed and no identifying column says whose they are", () => {
    const ask = ["--quasi", "age", "--insensitive", "no", "-k", "3", "--algorithm", "mondrian"];
    const rows = people.map(({ age }, i) => `${age},${i}`);
    const before = write("rows.csv", "age,no", rows);
    const after = write("rows-later.csv", "age,no", [...rows.slice(1), "99,0"]);
    expect(release(before, ask, "rows.json", "rows-1.csv", false).code).toBe(0);
    const refused = release(after, ask, "rows.json", "rows-2.csv", true);
    expect(refused.stderr).toContain("1 row has no equal in release 1 of the ledger");
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses when a person has several rows, so that they cannot be told apart", () => {
    const ask = ["--identifying", "name", "--quasi", "age", "-k", "3", "--algorithm", "mondrian"];
    const rows = people.flatMap(({ name, age }) => [`${name},${age}`, `${name},${age + 1}`]);
    const input = write("twice.csv", "name,age", rows);
    expect(release(input, ask, "twice.json", "twice-1.csv", false).code).toBe(0);
    const refused = release(input, ask, "twice.json", "twice-2.csv", true);
    expect(refused.stderr).toContain('24 rows of this release cannot be told from another by "name"');
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses when a few came or went, whose values the difference tells", () => {
    const ask = ["--identifying", "name", "--quasi", "age", "-k", "4", "--algorithm", "mondrian"];
    const rows = people.map(({ name }, i) => `${name},${20 + Math.floor(i / 6)}`);
    expect(release(write("all.csv", "name,age", rows), ask, "left.json", "left-1.csv", false).code).toBe(0);
    const refused = release(write("less.csv", "name,age", rows.slice(1)), ask, "left.json", "left-2.csv", true);
    expect(refused.stderr).toContain("1 person is in groups of fewer than 4, 1 of them alone");
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("holds the new release to the larger k of an earlier one", () => {
    const rows = people.map(({ name }, i) => `${name},${i % 4},${i % 2}`);
    const input = write("promised.csv", "name,four,two", rows);
    const ask = (quasi: string, k: string): string[] => [
      "--identifying",
      "name",
      "--quasi",
      quasi,
      "-k",
      k,
      "--algorithm",
      "mondrian",
    ];
    expect(release(input, ask("two", "12"), "promised.json", "promised-1.csv", false).code).toBe(0);
    const refused = release(input, ask("four", "6"), "promised.json", "promised-2.csv", true);
    expect(refused.stderr).toContain("24 people are in groups of fewer than 12");
    expect(refused.code).toBe(1);
  });

  it("refuses where the ledger does not exist, since its name may be mistyped", () => {
    const rows = people.map(({ name, age }) => `${name},${age}`);
    const ask = ["--identifying", "name", "--quasi", "age", "-k", "3", "--algorithm", "mondrian"];
    const refused = release(write("first.csv", "name,age", rows), ask, "mistyped.json", "first-1.csv", true);
    expect(refused.stderr).toContain("nothing is known of earlier releases: the ledger");
    expect(refused).toMatchObject({ code: 1, isThere: false });
    expect(existsSync(at("mistyped.json"))).toBe(false);
  });

  it.each([
    ["insensitive", "one", "two"],
    ["sensitive", "one", "two"],
    ["insensitive", "two", "one"],
    ["sensitive", "two", "one"],
  ])("refuses where a quasi-identifier of one release is %s in another", (role, first, second) => {
    const name = `${role}-${first}`;
    const rows = people.map((person, i) => `${person.name},${i % 2},${i}`);
    const input = write(`${name}.csv`, "name,one,two", rows);
    const ask = (nth: string): string[] => [
      ...["--identifying", "name", "-k", "12", "--algorithm", "mondrian"],
      ...(nth === "one" ? ["--quasi", "one,two"] : ["--quasi", "one", `--${role}`, "two"]),
    ];
    expect(release(input, ask(first), `${name}.json`, `${name}-1.csv`, false).code).toBe(0);
    const refused = release(input, ask(second), `${name}.json`, `${name}-2.csv`, true);
    expect(refused.stderr).toMatch(/column "two" is .*published as it is/);
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it.each(["average-risk(at-most=0.5)", "k-anonymity(k=3,each=1)", "sample-uniqueness(at-most=0.5)"])(
    "refuses where a release asks for %s, which is not seen from who is in which cohort",
    (goal) => {
      const name = goal.replaceAll(/\W/g, "");
      const rows = people.map((person, i) => `${person.name},${i % 4}`);
      const input = write(`${name}.csv`, "name,four", rows);
      const ask = ["--identifying", "name", "--quasi", "four", "-k", "3", "--algorithm", "mondrian"];
      const more = [...ask, "--require", goal];
      expect(release(input, more, `${name}.json`, `${name}-1.csv`, false).code).toBe(0);
      const after = release(input, ask, `${name}.json`, `${name}-2.csv`, true);
      expect(after.stderr).toContain("what release 1 of the ledger asks for is not seen");
      expect(after).toMatchObject({ code: 1, isThere: false });
      expect(release(input, ask, `${name}-2.json`, `${name}-3.csv`, false).code).toBe(0);
      const own = release(input, more, `${name}-2.json`, `${name}-4.csv`, true);
      expect(own.stderr).toContain("what this release asks for is not seen");
      expect(own).toMatchObject({ code: 1, isThere: false });
    },
  );

  it("publishes the same cohorts again, and cohorts that are joined", () => {
    const rows = people.map(({ name }, i) => `${name},${i % 4},${i % 2}`);
    const input = write("again.csv", "name,four,two", rows);
    const ask = (quasi: string): string[] => [
      "--identifying",
      "name",
      "--quasi",
      quasi,
      "-k",
      "6",
      "--algorithm",
      "mondrian",
    ];
    expect(release(input, ask("four"), "again.json", "again-1.csv", false).code).toBe(0);
    const same = release(input, ask("four"), "again.json", "again-2.csv", true);
    expect(same.stderr).toContain("no group of fewer than 6 people can be told apart; 24 people are in both");
    expect(release(input, ask("two"), "again.json", "again-3.csv", true)).toMatchObject({ code: 0, isThere: true });
  });
});

describe("--compose safe where sensitive values are protected", () => {
  const values: readonly (readonly [number, string])[] = [
    [5, "a,c,HIV"],
    [3, "a,d,flu"],
    [2, "a,d,cold"],
    [3, "b,c,asthma"],
    [2, "b,c,cancer"],
    [2, "b,d,gout"],
    [2, "b,d,acne"],
    [1, "b,d,mumps"],
  ];
  const rows = values.flatMap(([count, text]) => Array.from({ length: count }, () => text));
  const input = write(
    "values.csv",
    "name,x,y,diag",
    rows.map((text, i) => `n${i},${text}`),
  );
  const ask = (quasi: string, ...goals: string[]): string[] => [
    ...["--identifying", "name", "--sensitive", "diag", "-k", "5", "--quasi", quasi],
    ...goals,
  ];
  const unshown = "20 people have another cohort than in release 1 of the ledger";

  it("refuses two releases that together tell a value although l = 3 holds in both", () => {
    expect(release(input, ask("x", "-l", "3"), "l.json", "l-1.csv", false).code).toBe(0);
    const refused = release(input, ask("y", "-l", "3"), "l.json", "l-2.csv", true);
    expect(refused.stderr).toContain(`${unshown}, so that what both tell of sensitive values is not shown`);
    expect(refused).toMatchObject({ code: 1, isThere: false });
    expect(release(input, ask("x", "-l", "3"), "l.json", "l-3.csv", true)).toMatchObject({ code: 0, isThere: true });
    expect(release(input, ask("y", "-l", "3"), "l.json", "l-4.csv", false).stderr).toContain(unshown);
  });

  it.each([
    ["-t", "0.9"],
    ["--require", "beta-likeness(beta=20)"],
    ["--require", "delta-disclosure(delta=20)"],
    ["--require", "alpha-k-anonymity(alpha=0.9,k=5)"],
  ])("refuses it whether the earlier or the new release asks %s %s", (...goal) => {
    const name = goal.join("").replaceAll(/\W/g, "");
    expect(release(input, ask("x", ...goal), `${name}-1.json`, `${name}-1.csv`, false).code).toBe(0);
    expect(release(input, ask("y"), `${name}-1.json`, `${name}-2.csv`, true).stderr).toContain(unshown);
    expect(release(input, ask("x"), `${name}-2.json`, `${name}-3.csv`, false).code).toBe(0);
    expect(release(input, ask("y", ...goal), `${name}-2.json`, `${name}-4.csv`, true).stderr).toContain(unshown);
  });
});

describe("--compose safe where sensitive values changed", () => {
  const make = (file: string, values: readonly string[]): string =>
    write(
      file,
      "name,x,diag",
      people.map(({ name }, i) => `${name},${i % 2},${values[Math.floor(i / 2) % 3]}`),
    );
  const ask = ["--identifying", "name", "--sensitive", "diag", "--quasi", "x", "-k", "5", "-l", "3"];

  it("refuses the same cohorts whose values have but one in common, which is theirs who kept it", () => {
    const before = make("values-1.csv", ["HIV", "flu", "cold"]);
    expect(release(before, ask, "changed-values.json", "changed-1.csv", false).code).toBe(0);
    const after = make("values-2.csv", ["HIV", "gout", "acne"]);
    const refused = release(after, ask, "changed-values.json", "changed-2.csv", true);
    expect(refused.stderr).toContain("sensitive values are not those of release 1 of the ledger");
    expect(refused).toMatchObject({ code: 1, isThere: false });
    const respelled = make("values-3.csv", ["hiv", "Flu ", "cold"]);
    expect(release(respelled, ask, "changed-values.json", "changed-3.csv", true).code).toBe(0);
  });
});

describe("--compose safe where identifiers were rewritten", () => {
  const first = Array.from({ length: 5 }, (_, i) => ({ name: `n${i}`, values: "90,900,flu" }));
  const grid = Array.from({ length: 25 }, (_, i) => ({
    name: `n${i + 5}`,
    values: `${20 + (i % 5)},${100 + Math.floor(i / 5)},v${i % 7}`,
  }));
  const make = (file: string, rename: (name: string) => string): string =>
    write(
      file,
      "name,age,zip,diag",
      [...first, ...grid.map(({ name, values }) => ({ name: rename(name), values }))].map(
        ({ name, values }) => `${name},${values}`,
      ),
    );
  const ask = (quasi: string): string[] => [
    ...["--identifying", "name", "--sensitive", "diag", "--quasi", quasi, "-k", "5", "--algorithm", "mondrian"],
  ];
  const before = make("m1.csv", (name) => name);

  it.each([
    ["case", (name: string) => name.toUpperCase()],
    ["surrounding space", (name: string) => ` ${name}\u00a0`],
    ["Unicode form", (name: string) => name.replace("n", "\uff4e")],
  ])("knows people again whose identifiers changed in %s", (what, rename) => {
    const name = what.replaceAll(" ", "-");
    expect(release(before, ask("age"), `${name}.json`, `${name}-1.csv`, false).code).toBe(0);
    const refused = release(make(`${name}.csv`, rename), ask("zip"), `${name}.json`, `${name}-2.csv`, true);
    expect(refused.stderr).toContain("25 people are in groups of fewer than 5, 25 of them alone");
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses where some came and some went, who may be the same people", () => {
    expect(release(before, ask("age"), "others.json", "others-1.csv", false).code).toBe(0);
    const after = make("others.csv", (name) => `id-${name}`);
    const refused = release(after, ask("zip"), "others.json", "others-2.csv", true);
    expect(refused.stderr).toContain(
      "25 of this release are not in release 1 of the ledger and 25 of release 1 of the ledger not in this release",
    );
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses where two earlier releases have people who may be the same, though this one has none of them", () => {
    const rows = people.map(({ name }, i) => `${name},${i % 2}`);
    const ask = ["--identifying", "name", "--quasi", "two", "-k", "3", "--algorithm", "mondrian"];
    const make = (nth: number, of: readonly string[]) => write(`three-in-${nth}.csv`, "name,two", of);
    const renamed = rows.map((row, i) => (i < 6 ? `id-${row}` : row));
    expect(release(make(1, rows), ask, "three.json", "three-1.csv", false).code).toBe(0);
    expect(release(make(2, renamed), ask, "three.json", "three-2.csv", false).code).toBe(0);
    const refused = release(make(3, rows.slice(6)), ask, "three.json", "three-3.csv", true);
    expect(refused.stderr).toContain(
      "6 of release 2 of the ledger are not in release 1 of the ledger and 6 of release 1",
    );
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses numbers that are written with and without zeros in front", () => {
    const make = (file: string, zeros: number) =>
      write(
        file,
        "id,age,zip",
        people.map(({ age, zip }, i) => `${String(i).padStart(zeros, "0")},${age},${zip}`),
      );
    const ask = (quasi: string): string[] => [
      ...["--identifying", "id", "--quasi", quasi, "-k", "3", "--algorithm", "mondrian"],
    ];
    expect(release(make("plain.csv", 1), ask("age"), "zeros.json", "zeros-1.csv", false).code).toBe(0);
    const refused = release(make("zeros.csv", 2), ask("zip"), "zeros.json", "zeros-2.csv", true);
    expect(refused.stderr).toContain("they may be the same people under other identifiers");
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });

  it("refuses where one person of each release has no identifier", () => {
    const rows = people.map(({ name, age }, i) => `${i === 0 ? "" : name},${age}`);
    const input = write("unnamed.csv", "name,age", rows);
    const words = ["--identifying", "name", "--quasi", "age", "-k", "3", "--algorithm", "mondrian"];
    expect(release(input, words, "unnamed.json", "unnamed-1.csv", false).code).toBe(0);
    const refused = release(input, words, "unnamed.json", "unnamed-2.csv", true);
    expect(refused.stderr).toContain('1 row of this release cannot be told from another by "name"');
    expect(refused).toMatchObject({ code: 1, isThere: false });
  });
});

describe("a ledger that is not understood is refused", () => {
  const ask = ["--identifying", "name", "--quasi", "age", "-k", "3", "--algorithm", "mondrian"];
  const input = write(
    "ledgered.csv",
    "name,age",
    people.map(({ name, age }) => `${name},${age}`),
  );
  type Text = Record<string, unknown> & { releases: Record<string, unknown>[] };
  const changes: readonly (readonly [string, (ledger: Text) => unknown])[] = [
    ["of an older version", (ledger) => ({ ...ledger, ledger: 2 })],
    ["of a later version", (ledger) => ({ ...ledger, ledger: 4 })],
    [
      "that does not say whether values were protected",
      (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], need: undefined }] }),
    ],
    ["with an unknown key", (ledger) => ({ ...ledger, more: true })],
    ["with another salt", (ledger) => ({ ...ledger, salt: "" })],
    ["without a key of a release", (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], k: undefined }] })],
    ["whose people are cut off", (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], people: "" }] })],
    [
      "whose cohorts are no numbers",
      (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], cohortOf: "AAA=" }] }),
    ],
    ["whose cohorts are too few", (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], cohorts: 1 }] })],
    ["of no columns", (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], by: [] }] })],
    ["that is a list", () => []],
    ["without releases", (ledger) => ({ ...ledger, releases: [] })],
  ];
  const checked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value;
    const { salt, releases } = value as Text;
    const sha256 = createHash("sha256")
      .update(JSON.stringify([salt, releases]))
      .digest("hex");
    return { ...(value as Text), sha256 };
  };
  const edits: readonly (readonly [string, (ledger: Text) => unknown])[] = [
    ["whose k was changed by hand", (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], k: 2 }] })],
    [
      "whose need was changed by hand",
      (ledger) => ({ ...ledger, releases: [{ ...ledger.releases[0], need: "more" }] }),
    ],
    ["from which a release was taken", (ledger) => ({ ...ledger, releases: ledger.releases.slice(1) })],
  ];
  it.each(edits)("one %s", (_, edit) => {
    if (!existsSync(at("two.json"))) {
      expect(release(input, ask, "two.json", "two-1.csv", false).code).toBe(0);
      expect(release(input, ask, "two.json", "two-2.csv", true).code).toBe(0);
    }
    const whole = JSON.parse(readFileSync(at("two.json"), "utf8")) as Text;
    expect(checked(whole)).toEqual(whole);
    writeFileSync(at("edited.json"), JSON.stringify(edit(whole)));
    const made = release(input, ask, "edited.json", "edited.csv", false);
    expect(made.stderr).toContain("it is not as it was written");
    expect(made).toMatchObject({ code: 2, isThere: false });
  });
  it.each(changes)("one %s", (_, change) => {
    if (!existsSync(at("whole.json"))) expect(release(input, ask, "whole.json", "whole.csv", false).code).toBe(0);
    const whole = JSON.parse(readFileSync(at("whole.json"), "utf8")) as Text;
    writeFileSync(at("changed.json"), JSON.stringify(checked(change(whole))));
    const made = release(input, ask, "changed.json", "changed.csv", false);
    expect(made.stderr).toContain("is no ledger that this version understands");
    expect(made).toMatchObject({ code: 2, isThere: false });
  });
});

describe("the figures of a composition", () => {
  /** A release of some of twelve people in cohorts that are drawn. */
  function draw(random: Random): { readonly cohorts: ReadonlyMap<number, number>; readonly placed: PlacedPeople } {
    const cohorts = new Map<number, number>();
    const parts = 1 + random.below(3);
    const isAll = random.below(2) === 0;
    for (let person = 0; person < 12; person++) {
      if (isAll || random.below(6) > 0) cohorts.set(person, random.below(parts));
    }
    const placed = {
      hashes: Uint32Array.from([...cohorts.keys()].flatMap((person) => [person * 77, 1 << 20])),
      cohortOf: Uint32Array.from(cohorts.values()),
      cohorts: parts,
      by: ["name"],
      wholeRows: false,
      repeated: 0,
      k: 2 + random.below(4),
      need: "size" as const,
      quasi: ["age"],
      beside: [],
      values: "",
    };
    return { cohorts, placed };
  }

  /** Every group that somebody forms by naming a cohort, or the people in none, of each release. */
  function* groups(
    releases: readonly ReadonlyMap<number, number>[],
    among: readonly number[],
  ): Generator<readonly number[]> {
    const [first, ...others] = releases;
    if (first === undefined) {
      yield among;
      return;
    }
    for (const cohort of new Set([undefined, ...first.values()])) {
      yield* groups(
        others,
        among.filter((person) => first.get(person) === cohort),
      );
    }
  }

  it("show protected values only where cohorts that share anybody are the same people", () => {
    let [shown, unshown] = [0, 0];
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = randomFrom(seed);
      const [before, own] = [draw(random), draw(random)];
      const membersOf = (cohorts: ReadonlyMap<number, number>, person: number): string =>
        [...cohorts.keys()].filter((other) => cohorts.get(other) === cohorts.get(person)).join();
      const mixed = [...own.cohorts.keys()].filter(
        (person) => before.cohorts.has(person) && membersOf(before.cohorts, person) !== membersOf(own.cohorts, person),
      ).length;
      const isOwn = random.below(2) === 0;
      const need = (isAsked: boolean): Need => (isAsked ? "cohorts" : "size");
      const { notShown } = compose({ ...own.placed, need: need(isOwn) }, [{ ...before.placed, need: need(!isOwn) }]);
      const said = notShown.filter((sentence) => sentence.includes("another cohort")).map((text) => parseInt(text, 10));
      expect(said).toEqual(mixed === 0 ? [] : [mixed]);
      if (mixed === 0) shown++;
      else unshown++;
    }
    expect(Math.min(shown, unshown)).toBeGreaterThan(50);
  });

  it("are those of all intersections, formed one by one", () => {
    let small = 0;
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = randomFrom(seed);
      const earlier = Array.from({ length: 1 + random.below(3) }, () => draw(random));
      const own = draw(random);
      const k = Math.max(own.placed.k, ...earlier.map(({ placed }) => placed.k));
      const known = [...new Set([own, ...earlier].flatMap(({ cohorts }) => [...cohorts.keys()]))];
      const before = earlier.map(({ cohorts }) => cohorts);
      let [below, isolated] = [0, 0];
      for (const group of groups(before, known)) {
        if (!group.some((person) => own.cohorts.has(person))) continue;
        for (const part of groups([own.cohorts], group)) {
          if (part.length < k) below += part.length;
          if (part.length === 1) isolated += 1;
        }
      }
      const common = [...own.cohorts.keys()].filter((person) => before.some((one) => one.has(person))).length;
      const found = compose(
        own.placed,
        earlier.map(({ placed }) => placed),
      );
      expect(found).toMatchObject({ k, below, isolated, common, compared: earlier.length });
      if (below > 0 && isolated === 0) small++;
    }
    expect(small).toBeGreaterThan(50);
  });
});

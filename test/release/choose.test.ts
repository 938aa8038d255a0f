import { describe, expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import type { StatedGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Choice } from "../../src/release/choose.ts";
import type { Release } from "../../src/release/release.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv, type Table } from "../../src/table/index.ts";
import { adultComplete, adultQuasi, describeOnData } from "../data/shared-data.ts";

function released(
  table: Table,
  quasi: readonly string[],
  sensitive: string,
  privacy: readonly StatedGoal[],
  algorithm?: Spec["algorithm"],
): Release {
  const attributes: Record<string, Spec["attributes"][string]> = { [sensitive]: { role: "sensitive" } };
  for (const name of quasi) attributes[name] = { role: "quasi-identifying" };
  return anonymize(table, { version: 1, attributes, privacy, ...(algorithm === undefined ? {} : { algorithm }) });
}

function choicesOf(release: Release): readonly Choice[] {
  return (release.search as { choice: readonly Choice[] }).choice;
}

const rows = Array.from({ length: 400 }, (_, i) => {
  const age = 20 + ((i * 37) % 60);
  return `${age},${(i * 11) % 7},${["none", "mild", "severe", "grave"][(i * 13 + (age > 60 ? 1 : 0)) % 4]}`;
});
const people = readCsv(`age,zone,state\n${rows.join("\n")}\n`);
const quasi = ["age", "zone"];

describe("k auto", () => {
  it.each([
    ["internal", 3],
    ["controlled", 5],
    ["public", 11],
    ["strict", 20],
  ] as const)("meets the preset %s with the least k", (preset, k) => {
    const release = released(people, quasi, "state", [{ model: "k-anonymity", k: "auto", preset }]);
    const [choice] = choicesOf(release);
    expect(choice).toMatchObject({ model: "k-anonymity", setting: "k", chosen: k });
    expect(choice.reason).toContain(preset);
    expect(choice.curve.length).toBeGreaterThanOrEqual(8);
    expect(choice.curve.map(({ value }) => value)).toContain(k);
    expect(release.spec.privacy).toEqual([{ model: "k-anonymity", k }]);
    expect(release.cohorts.smallest).toBeGreaterThanOrEqual(k);
  });

  it("is the knee of the curve without a preset: no point lies farther below the line between the ends", () => {
    const [choice] = choicesOf(released(people, quasi, "state", [{ model: "k-anonymity", k: "auto" }]));
    const { curve, chosen } = choice;
    const [first, last] = [curve[0], curve[curve.length - 1]];
    const below = (value: number, loss: number): number => {
      const x = (1 / value - 1 / last.value) / (1 / first.value - 1 / last.value);
      const y = (loss - first.loss) / (last.loss - first.loss);
      return 1 - x - y;
    };
    const best = Math.max(...curve.map(({ value, loss }) => below(value, loss)));
    const own = curve.find(({ value }) => value === chosen)!;
    expect(below(own.value, own.loss)).toBeCloseTo(best, 9);
    expect(best).toBeGreaterThan(0);
  });

  it("says of each candidate what a release with it has", () => {
    const [choice] = choicesOf(released(people, quasi, "state", [{ model: "k-anonymity", k: "auto" }]));
    for (const { value, loss, highestRisk, averageRisk, cohorts } of choice.curve.slice(0, 4)) {
      const release = released(people, quasi, "state", [{ model: "k-anonymity", k: value }], mondrian());
      expect(loss).toBe(release.quality.ncp);
      expect([highestRisk, averageRisk, cohorts]).toEqual([
        1 / release.cohorts.smallest,
        release.cohorts.count / 400,
        release.cohorts.count,
      ]);
    }
  });

  it("finds something on a tiny table too", () => {
    const tiny = readCsv("age,state\n20,a\n21,b\n22,a\n23,b\n24,a\n25,b\n26,a\n27,b\n28,a\n");
    const [choice] = choicesOf(released(tiny, ["age"], "state", [{ model: "k-anonymity", k: "auto" }]));
    expect(choice.curve.length).toBeGreaterThanOrEqual(8);
    const one = readCsv("age,state\n20,a\n");
    expect(() => released(one, ["age"], "state", [{ model: "k-anonymity", k: "auto" }])).toThrow("no k can be chosen");
  });
});

describe("what auto chose", () => {
  const both = [
    { model: "k-anonymity", k: "auto" },
    { model: "t-closeness", t: "auto", within: 100 },
  ] as const;

  const told = readCsv(
    `age,zone,state\n${rows.map((row) => row.replace(/^(\d+)(.*),\w+$/, (_, age, zone) => `${age}${zone},${Number(age) > 50}`)).join("\n")}\n`,
  );

  it("says where the curve is of another method than the release", () => {
    const [other] = choicesOf(released(people, quasi, "state", [{ model: "k-anonymity", k: "auto" }]));
    expect(other.reason).toContain("of a quick search by mondrian, the release is made by auto");
    const [own] = choicesOf(released(people, quasi, "state", [{ model: "k-anonymity", k: "auto" }], mondrian()));
    expect(own.reason).not.toContain("quick search");
  });

  it("is warned of where it leaves next to nothing of the table, and not where it leaves much", () => {
    const strict = released(told, ["age"], "state", both);
    expect(strict.quality.ncp).toBeGreaterThan(0.5);
    expect(strict.warnings.join()).toMatch(
      /the goals that auto chose \(k \d+, t 0\.\d+\) leave little of the table: NCP \d/,
    );
    const loose = released(people, quasi, "state", [{ model: "k-anonymity", k: "auto" }]);
    expect(loose.quality.ncp).toBeLessThan(0.5);
    expect(loose.warnings.join()).not.toContain("leave little");
    const stated = released(people, quasi, "state", [{ model: "k-anonymity", k: 300 }]);
    expect(stated.warnings.join()).not.toContain("leave little");
  });
});

describe("l auto and t auto", () => {
  it("choose the largest l and the smallest t whose loss stays within the factor", () => {
    for (const within of [1, 1.5, 4]) {
      const release = released(people, quasi, "state", [
        { model: "k-anonymity", k: 4 },
        { model: "l-diversity", l: "auto", within },
        { model: "t-closeness", t: "auto", within },
      ]);
      const [l, t] = choicesOf(release) as [Choice, Choice];
      const whole = l.curve.filter(({ variant }) => variant === undefined);
      const base = whole.find(({ value }) => value === 1)!.loss;
      const fitting = whole
        .filter(({ value, loss }) => value > 1 && loss <= within * base + 1e-12)
        .map(({ value }) => value);
      expect(l.chosen).toBe(fitting.length === 0 ? 2 : Math.max(...fitting));
      const before = t.curve.find(({ value }) => value === 1)!.loss;
      const close = t.curve.filter(({ loss }) => loss <= within * before + 1e-12).map(({ value }) => value);
      expect(t.chosen).toBe(Math.min(0.7, ...close));
      expect(Math.min(l.curve.length, t.curve.length)).toBeGreaterThanOrEqual(8);
      expect(t.reason).toContain(`within ${within} times`);
      const found = audit(release.table, {
        quasiIdentifiers: quasi,
        sensitive: ["state"],
        privacy: release.spec.privacy,
      });
      expect(found.privacy.map(({ asked }) => asked)).toEqual([4, l.chosen, t.chosen]);
      expect(found.holds).toBe(true);
    }
  });

  it("explain the choice by the curve, and warn exactly where a stricter t or l loses less than a looser one", () => {
    const seen = { steady: 0, unsteady: 0 };
    for (let seed = 1; seed <= 30; seed++) {
      const records = Array.from({ length: 60 }, (_, i) => {
        const draw = (salt: number, most: number): number =>
          (((i + 7) * (seed * 2654435 + salt * 40503)) % 9973) % most;
        return `${20 + draw(1, 40)},${draw(2, 9)},${["a", "b", "c", "d", "e"][draw(3, 5) % (1 + draw(4, 5))]}`;
      });
      const table = readCsv(`age,zone,state\n${records.join("\n")}\n`);
      const release = released(table, quasi, "state", [
        { model: "k-anonymity", k: 3 },
        { model: "t-closeness", t: "auto" },
      ]);
      const { curve, chosen, reason } = choicesOf(release)[0];
      const stricter = curve.filter(({ value }) => value < chosen).map(({ value }) => value);
      expect(reason).toContain(
        stricter.length === 0 ? "no stricter t was tried" : `the next stricter, t ${Math.max(...stricter)}, loses`,
      );
      const isUnsteady = curve.some((a) => curve.some((b) => a.value < b.value && a.loss < b.loss - 1e-9));
      const told = release.warnings.filter((warning) => warning.includes("does not grow steadily"));
      expect(told).toHaveLength(isUnsteady ? 1 : 0);
      seen[isUnsteady ? "unsteady" : "steady"]++;
    }
    expect(Math.min(seen.steady, seen.unsteady)).toBeGreaterThan(0);
  });

  it("are refused, not a crash, where the whole table does not meet the other goals", () => {
    for (const goal of [
      { model: "t-closeness", t: "auto" },
      { model: "l-diversity", l: "auto" },
    ] as const) {
      const make = (): Release => released(people, quasi, "state", [{ model: "k-anonymity", k: 401 }, goal]);
      expect(make).toThrow("can be chosen: the whole table does not meet the other goals");
    }
  });

  it("are searched by Mondrian when the algorithm takes its time, and by its own form when it is Mondrian", () => {
    const goals: StatedGoal[] = [{ model: "k-anonymity", k: "auto" }];
    const [own] = choicesOf(released(people, quasi, "state", goals, mondrian({ strict: false })));
    expect(own.searchedBy).toBe('{"name":"mondrian","strict":false}');
    const [other] = choicesOf(released(people, quasi, "state", goals, { name: "best-cut" }));
    expect(other.searchedBy).toBe('{"name":"mondrian"}');
  });
});

describeOnData("on Adult", () => {
  const adult = readCsv(adultComplete());

  it("k auto is 5 for controlled and 20 for strict, l auto on income is 2", () => {
    const chosen = (goals: readonly StatedGoal[]) =>
      choicesOf(released(adult, adultQuasi, "income", goals)).map(({ chosen: value, curve, reason }) => {
        expect(curve.length).toBeGreaterThanOrEqual(8);
        expect(reason).not.toBe("");
        return value;
      });
    expect(chosen([{ model: "k-anonymity", k: "auto", preset: "controlled" }])).toEqual([5]);
    expect(chosen([{ model: "k-anonymity", k: "auto", preset: "strict" }])).toEqual([20]);
    expect(
      chosen([
        { model: "k-anonymity", k: 10 },
        { model: "l-diversity", l: "auto" },
      ]),
    ).toEqual([2]);
    expect(
      chosen([
        { model: "k-anonymity", k: 2 },
        { model: "l-diversity", l: "auto" },
      ]),
    ).toEqual([2]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attackNames, openScene, runAttacks } from "../../src/attacks/index.ts";
import { finish } from "../../src/base/index.ts";
import { anonymize, attack, kAnonymity, mondrian, readCsv, tree } from "../../src/index.ts";
import { hierarchyFor } from "../../src/problem/axes.ts";

const quasi = { role: "quasi-identifying" } as const;

describe("the baseline of similarity", () => {
  const baselineOf = (values: readonly (number | string)[]): number => {
    const rows = values.map((value, i) => `${i % 4},${value}`);
    const table = readCsv(`x,s\n${rows.join("\n")}\n`, { kinds: { s: "number" } });
    const scene = finish(openScene(table, table, { knows: ["x"], sensitive: ["s"] }));
    return finish(runAttacks(scene, ["similarity"])).findings[0].baseline;
  };

  it("is the share of records that already lie in one such range, not 0 where 99.45 % do", () => {
    const values = Array.from({ length: 2000 }, (_, i) => (i < 1989 ? i % 20 : 1000));
    expect(baselineOf(values)).toBeCloseTo(0.9945, 10);
  });

  it("is the fullest window of a quarter of the range, over random columns", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 60 }), (values) => {
        const width = (Math.max(...values) - Math.min(...values)) / 4;
        const inside = values.map((low) => values.filter((value) => value >= low && value <= low + width).length);
        expect(baselineOf(values)).toBeCloseTo(Math.max(...inside) / values.length, 12);
      }),
      { numRuns: 200 },
    );
  });

  it("is the largest share below one node of a hierarchy", () => {
    const ills = ["flu", "flu", "cough", "ulcer", "ulcer", "gastritis", "ulcer", "gastritis"];
    const table = readCsv(`x,s\n${ills.map((ill, i) => `${i},${ill}`).join("\n")}\n`);
    const setting = tree({ "*": { lung: ["flu", "cough"], stomach: ["ulcer", "gastritis"] } });
    const hierarchies = { s: hierarchyFor(table.columns[1], setting, {}) };
    const scene = finish(openScene(table, table, { knows: ["x"], sensitive: ["s"], hierarchies }));
    expect(finish(runAttacks(scene, ["similarity"])).findings[0].baseline).toBe(5 / 8);
  });
});

describe("linkage", () => {
  const rows = Array.from({ length: 200 }, (_, i) => `${(i * 37) % 60},${(i * 11) % 7},${i % 5}`);
  const table = readCsv(`age,zone,state\n${rows.join("\n")}\n`);
  const spec = {
    attributes: { age: quasi, zone: quasi, state: { role: "insensitive" } as const },
    privacy: [kAnonymity(5)],
    algorithm: mondrian(),
  };
  const release = anonymize(table, spec);

  it("inside what was promised is not exposed", () => {
    const found = attack(table, release, { kind: "linkage" });
    expect(found.interval[0]).toBeGreaterThan(found.baseline);
    expect(found.exposed).toBe(false);
    expect(found.verdict).toMatch(/^within what was promised: .*\(promised: at most 20 %\)$/);
  });

  it("beyond what was promised is exposed", () => {
    const asked = { ...release.spec, privacy: [kAnonymity(50)] };
    const found = attack(table, release.table, { kind: "linkage", spec: asked, knows: ["age", "zone"] });
    expect(found).toMatchObject({ exposed: true, verdict: expect.stringMatching(/^exposed: .*\(blind /) });
  });

  it("by columns that no promise speaks of, or without any promise, is exposed", () => {
    expect(attack(table, release, { kind: "linkage", knows: ["age", "zone", "state"] }).exposed).toBe(true);
    expect(attack(table, release.table, { kind: "linkage", knows: ["age", "zone"] }).exposed).toBe(true);
    const subset = { ...release.spec, privacy: [{ model: "k-anonymity", k: 5, each: 1 } as const] };
    expect(attack(table, release.table, { kind: "linkage", knows: ["age"], spec: subset }).exposed).toBe(true);
  });
});

describe("minimality", () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 12},${["a", "b", "c"][i % 3]}`);
  const table = readCsv(`age,ill\n${rows.join("\n")}\n`);
  const release = anonymize(table, {
    attributes: { age: quasi, ill: { role: "sensitive" } },
    privacy: [kAnonymity(3)],
    algorithm: mondrian(),
  });

  it("is left out of what is tried by default, and named", () => {
    const { findings, skipped } = finish(attack.task(table, release));
    expect(findings.map((one) => one.attack)).not.toContain("minimality");
    expect(skipped.find((one) => one.attack === "minimality")?.reason).toMatch(/^is tried only by name/);
    const seen = new Set([...findings, ...skipped].map((one) => one.attack));
    expect([...seen].sort()).toEqual([...attackNames].sort());
  });

  it("is tried when it is named", () => {
    expect(attack(table, release, { kind: "minimality" }).attack).toBe("minimality");
  });
});

import { describe, expect, it } from "vitest";
import { attackCalled, attackNames, attacks, openScene, runAttacks } from "../../src/attacks/index.ts";
import { finish } from "../../src/base/index.ts";
import { wilson } from "../../src/learning/index.ts";
import { type Fixture, fixtures } from "./fixtures.ts";

function findingOf(attack: (typeof attackNames)[number], { original, release, ...options }: Fixture) {
  const scene = finish(openScene(original, release, options));
  const { findings, skipped } = finish(runAttacks(scene, [attack]));
  expect(skipped).toEqual([]);
  return findings[0];
}

describe("every registered attack", () => {
  it("has a vulnerable and a safe fixture, and there are no others", () => {
    expect(Object.keys(fixtures).sort()).toEqual(Object.keys(attacks).sort());
    expect([...attackNames].sort()).toEqual(Object.keys(attacks).sort());
  });

  it.each(attackNames)("%s lies above the baseline where the release is open to it", (name) => {
    const { interval, baseline, success, verdict } = findingOf(name, fixtures[name].vulnerable);
    expect(interval[0]).toBeGreaterThan(baseline);
    expect(success).toBeGreaterThanOrEqual(interval[0]);
    expect(verdict).toMatch(/^exposed: /);
  });

  it.each(attackNames)("%s does no better than a blind guess where the release is safe from it", (name) => {
    const { interval, baseline, verdict } = findingOf(name, fixtures[name].safe);
    expect(interval[0]).toBeLessThanOrEqual(baseline);
    // similarity counts what is certain, and a blind guess at a common kind is right more often than that
    if (name !== "similarity") expect(interval[1]).toBeGreaterThanOrEqual(baseline);
    expect(verdict).toMatch(/^no better than a blind guess: /);
  });

  it.each(attackNames)("%s gives the same for the same seed", (name) => {
    expect(findingOf(name, fixtures[name].vulnerable)).toEqual(findingOf(name, fixtures[name].vulnerable));
  });

  it("is found by each of its names only", () => {
    const words = attackNames.flatMap((name) => [name, ...attacks[name].also]);
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
    expect(attackCalled("Record Linkage")).toBe("linkage");
    expect(attackCalled("nothing")).toBeUndefined();
  });
});

describe("Wilson's interval", () => {
  it("has the published values", () => {
    // Newcombe 1998, Statistics in Medicine 17, table I, method 3: 81/263, 15/148, 0/20, 1/29
    const published: [number, number, number, number][] = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ];
    for (const [successes, trials, low, high] of published) {
      const found = wilson(successes, trials);
      expect(found[0]).toBeCloseTo(low, 4);
      expect(found[1]).toBeCloseTo(high, 4);
    }
  });
});

/**
 * @file δ-presence with a least share above 0, written down once more: at every node of the lattice the classes of the
 * population are counted by hand. A class with records that fails is left out, within the limit; a class of people of
 * whom nobody is in the table fails the node.
 */
import { describe, expect, it } from "vitest";
import type { AlgorithmSpec } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import { KohortError, type Random } from "../../src/base/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import { refuseUnheld, releaseAuditOptions } from "../../src/release/release-audit.ts";
import type { Spec } from "../../src/spec/index.ts";
import { categoryColumn, cell, columnIndex, readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { randomTable } from "../algorithms/lattice/random-tables.ts";
import {
  allNodes,
  type SlowQuestion,
  type SlowTable,
  slowNode,
  slowOptimum,
} from "../algorithms/lattice/slow-lattice.ts";
import { runs } from "../setup/runs.ts";

const path = "people.csv";

type World = {
  readonly slow: SlowTable;
  readonly table: Table;
  readonly people: readonly (readonly string[])[];
  readonly attributes: Spec["attributes"];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly goal: { readonly min: number; readonly max: number };
  readonly limit: number;
  readonly random: Random;
};

/** A table, the people it was drawn from, and what is asked. */
function worldOf(seed: number): World {
  const { slow, table, hierarchies, random } = randomTable(seed, { attributes: 3, rows: 16 });
  const others = Array.from({ length: random.below(30) }, () =>
    random.below(3) === 0
      ? hierarchies.map(({ levels }) => levels[0][random.below(levels[0].length)])
      : slow.rows[random.below(slow.rows.length)],
  );
  const people = [...slow.rows, ...others];
  const min = 0.05 + 0.4 * random.unit();
  const max = Math.min(1, min + 0.1 + 0.5 * random.unit());
  const header = hierarchies.map((_, i) => `a${i}`).join(",");
  const text = `${header}\n${people.map((person) => person.join(",")).join("\n")}\n`;
  const files = new Map([[path, new TextEncoder().encode(text)]]);
  const attributes: Record<string, Spec["attributes"][string]> = {};
  slow.paths.forEach((paths, i) => {
    attributes[`a${i}`] = { role: "quasi-identifying", hierarchy: { kind: "file", path: `${i}` } };
    const lines = [...paths.values()].map((labels) => labels.join(";"));
    files.set(`${i}`, new TextEncoder().encode(`${lines.join("\n")}\n`));
  });
  const limit = [0, 0.1, 0.3, 0.6, 0.9][random.below(5)];
  return {
    slow: { ...slow, weights: slow.weights.map(() => 1) },
    table,
    people,
    attributes,
    files,
    goal: { min, max },
    limit,
    random,
  };
}

const textsAt = ({ paths }: SlowTable, row: readonly string[], levels: readonly number[]): string =>
  JSON.stringify(row.map((value, i) => paths[i].get(value)![levels[i]]));

/** What is asked of a node, from the definition. */
function slowQuestion({ slow, people, goal, limit }: World, least = 1): SlowQuestion {
  const peopleLike = (text: string, levels: readonly number[]): number =>
    people.filter((person) => textsAt(slow, person, levels) === text).length;
  return {
    holds: (rows, levels) => {
      const share = rows.length / peopleLike(textsAt(slow, slow.rows[rows[0]], levels), levels);
      return rows.length >= least && share >= goal.min - 1e-9 && share <= goal.max + 1e-9;
    },
    allowed: (levels) => {
      const texts = new Set(slow.rows.map((row) => textsAt(slow, row, levels)));
      return people.every((person) => texts.has(textsAt(slow, person, levels)));
    },
    limit,
    measure: "loss",
    aggregate: "geometric",
    gs: 0.5,
  };
}

function made(world: World, algorithm: AlgorithmSpec, least: number, limit = world.limit): Release | undefined {
  const { attributes, files, goal, table } = world;
  const presence: PrivacyGoal = { model: "delta-presence", ...goal, population: path };
  const privacy: PrivacyGoal[] = least > 1 ? [{ model: "k-anonymity", k: least }, presence] : [presence];
  try {
    return anonymize(table, { attributes, privacy, algorithm, suppression: limit }, { files });
  } catch (error) {
    if (!(error instanceof KohortError) || error.code !== "infeasible") throw error;
    return undefined;
  }
}

/** Whether what was written holds by its own bytes, and whether somebody fits no record of it. */
function judged(world: World, release: Release): { withOriginal: boolean; alone: boolean; unmatched: number } {
  const { attributes, files, slow, people } = world;
  const written = readCsv(writeCsv(release.table));
  const options = releaseAuditOptions(release, world.table, files);
  refuseUnheld(audit(written, options), release);
  const asked = { quasiIdentifiers: Object.keys(attributes), privacy: release.spec.privacy, attributes, files };
  const levels = release.search.levels as number[];
  const names = Object.keys(attributes);
  const published = new Set(
    Array.from({ length: written.rows }, (_, row) => JSON.stringify(names.map((_, i) => cell(written, row, i)))),
  );
  return {
    withOriginal: audit(written, { ...asked, original: world.table }).holds,
    alone: audit(written, asked).holds,
    unmatched: people.filter((person) => !published.has(textsAt(slow, person, levels))).length,
  };
}

describe("delta-presence with a least share above 0", () => {
  it(`has the best node of an exhaustive search with suppression, and no other verdict from any audit, on ${runs(250)} tables`, () => {
    const seen = { found: 0, cured: 0, infeasible: 0, unmatched: 0 };
    for (let seed = 1; seed <= runs(250); seed++) {
      const world = worldOf(seed);
      const least = 1 + (seed % 3);
      const question = slowQuestion(world, least);
      const expected = slowOptimum(world.slow, question);
      const release = made(world, { name: "lattice" }, least);
      expect(release?.search.levels, `seed ${seed}`).toEqual(expected?.levels);
      if (release === undefined) {
        seen.infeasible += 1;
        continue;
      }
      seen.found += 1;
      expect(release.suppressed).toBe(expected!.suppressed);
      const { withOriginal, alone, unmatched } = judged(world, release);
      expect(withOriginal).toBe(true);
      // without the original nobody can tell whether people who fit no record had one that was left out
      expect(alone).toBe(unmatched === 0);
      if (unmatched > 0) seen.unmatched += 1;
      if (slowOptimum(world.slow, { ...question, limit: 0 }) === undefined) {
        expect(made(world, { name: "lattice" }, least, 0)).toBeUndefined();
        seen.cured += 1;
      }
    }
    expect(seen.found).toBeGreaterThan(runs(60));
    expect(seen.infeasible).toBeGreaterThan(runs(60));
    expect(seen.cured).toBeGreaterThan(runs(10));
    expect(seen.unmatched).toBeGreaterThan(runs(20));
  });

  it.each<AlgorithmSpec>([
    { name: "lattice", search: "top-down" },
    { name: "lattice", search: "bottom-up" },
    { name: "lattice", search: "genetic" },
    { name: "datafly" },
    { name: "incognito" },
  ])(`is published by %j only at nodes that the definition allows, on ${runs(150)} tables`, (algorithm) => {
    let found = 0;
    let left = 0;
    for (let seed = 1; seed <= runs(150); seed++) {
      const world = worldOf(seed);
      const question = slowQuestion(world);
      const release = made(world, algorithm, 1);
      if (release === undefined) {
        // what looks at every node where it must misses none
        if (algorithm.name === "incognito") expect(slowOptimum(world.slow, question)).toBeUndefined();
        continue;
      }
      const node = slowNode(world.slow, question, release.search.levels as number[]);
      expect(node.anonymous, `seed ${seed}`).toBe(true);
      expect(release.suppressed).toBe(node.suppressed);
      expect(judged(world, release).withOriginal).toBe(true);
      found += 1;
      if (release.suppressed > 0) left += 1;
    }
    expect(found).toBeGreaterThan(runs(20));
    expect(left).toBeGreaterThan(runs(5));
  });

  it(`is kept where other goals compare with what is released and leave further cohorts out, on ${runs(300)} tables`, () => {
    let found = 0;
    let left = 0;
    for (let seed = 1; seed <= runs(300); seed++) {
      const world = worldOf(seed);
      const { attributes, files, goal, slow, people, table } = world;
      const privacy: PrivacyGoal[] = [
        { model: "delta-presence", ...goal, population: path },
        { model: "t-closeness", t: 0.4 },
      ];
      const stated = { ...attributes, disease: { role: "sensitive" as const } };
      let release: Release;
      try {
        release = anonymize(
          table,
          { attributes: stated, privacy, algorithm: { name: "lattice" }, suppression: 0.6 },
          { files },
        );
      } catch (error) {
        if (!(error instanceof KohortError) || error.code !== "infeasible") throw error;
        continue;
      }
      const levels = release.search.levels as number[];
      // no class of people is without records, and what is published holds
      expect(slowQuestion(world).allowed!(levels), `seed ${seed}`).toBe(true);
      const names = Object.keys(attributes);
      const rows = Array.from({ length: release.table.rows }, (_, row) =>
        JSON.stringify(names.map((name) => cell(release.table, row, columnIndex(release.table, name)))),
      );
      for (const text of new Set(rows)) {
        const fitting = people.filter((person) => textsAt(slow, person, levels) === text).length;
        const share = rows.filter((row) => row === text).length / fitting;
        expect(share >= goal.min - 1e-9 && share <= goal.max + 1e-9, `seed ${seed}`).toBe(true);
      }
      const written = readCsv(writeCsv(release.table));
      refuseUnheld(audit(written, releaseAuditOptions(release, table, files)), release);
      found += 1;
      if (release.suppressed > 0) left += 1;
    }
    expect(found).toBeGreaterThan(runs(50));
    expect(left).toBeGreaterThan(runs(20));
  });

  it("refuses, with the original at hand, every release of another node, as the definition does", () => {
    const counts = { refused: 0, held: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const world = worldOf(seed);
      const { slow, attributes, files, goal } = world;
      const question = { ...slowQuestion(world), limit: 1 };
      const nodes = allNodes(slow);
      for (let draw = 0; draw < 4; draw++) {
        const levels = nodes[world.random.below(nodes.length)];
        const texts = slow.rows.map((row) => JSON.parse(textsAt(slow, row, levels)) as string[]);
        const classes = [...new Set(texts.map((text) => JSON.stringify(text)))];
        const gone = new Set(classes.filter(() => world.random.below(3) === 0));
        const kept = texts.filter((text) => !gone.has(JSON.stringify(text)));
        if (kept.length === 0) continue;
        const table: Table = {
          rows: kept.length,
          columns: slow.paths.map((_, i) =>
            categoryColumn(
              `a${i}`,
              kept.map((text) => text[i]),
            ),
          ),
        };
        const held = heldBySomeNode(world, question, table);
        const found = audit(table, {
          quasiIdentifiers: Object.keys(attributes),
          privacy: [{ model: "delta-presence", ...goal, population: path }],
          attributes,
          files,
          original: world.table,
        });
        expect(found.holds, `seed ${seed}, levels ${levels.join()}`).toBe(held);
        counts[held ? "held" : "refused"] += 1;
      }
    }
    expect(counts.refused).toBeGreaterThan(60);
    expect(counts.held).toBeGreaterThan(10);
  });
});

/**
 * Whether a node publishes these texts, its published classes hold, and every class of people that is not published has
 * records of the table.
 */
function heldBySomeNode(world: World, question: SlowQuestion, table: Table): boolean {
  const { slow, people } = world;
  const texts = Array.from({ length: table.rows }, (_, row) => slow.paths.map((_, i) => cell(table, row, i)));
  const published = new Set(texts.map((text) => JSON.stringify(text)));
  return allNodes(slow).some((levels) => {
    const isOfNode = texts.every((text) =>
      text.every((one, i) => [...slow.paths[i].values()].some((labels) => labels[levels[i]] === one)),
    );
    if (!isOfNode || question.allowed?.(levels) === false) return false;
    return [...published].every((text) => {
      const records = texts.filter((one) => JSON.stringify(one) === text).length;
      const share = records / people.filter((person) => textsAt(slow, person, levels) === text).length;
      return share >= world.goal.min - 1e-9 && share <= world.goal.max + 1e-9;
    });
  });
}

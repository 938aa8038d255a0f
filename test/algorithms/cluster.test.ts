import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { descend } from "../../src/algorithms/cluster/descent.ts";
import { type Groups, lossOf, widthSwapped, widthWith } from "../../src/algorithms/cluster/group-boxes.ts";
import { moveRecord, swapRecords } from "../../src/algorithms/cluster/groups.ts";
import { type Neighbours, nearNeighbours } from "../../src/algorithms/cluster/neighbours.ts";
import { snakeOrder } from "../../src/algorithms/cluster/snake.ts";
import { auto, bestCut, cluster } from "../../src/algorithms/index.ts";
import { type DriveOptions, drive, finish, type Progress } from "../../src/base/index.ts";
import { spanOf } from "../../src/cohort/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv, writeCsv } from "../../src/table/index.ts";
import { runs } from "../setup/runs.ts";
import { dealt, expectKnown, specOf, tables } from "./dealt-groups.ts";

/**
 * By the definition of a width, the most that is gained where a record whose group can spare it, or is narrower without
 * it, goes to a neighbour's group or changes places with one of its members.
 */
function bestChange(
  groups: Groups,
  near: Neighbours,
  k: number,
  width: (members: readonly number[]) => number,
  membersOf: (group: number) => number[],
): number {
  const loss = (members: readonly number[]): number => (members.length === 0 ? 0 : members.length * width(members));
  let most = 0;
  groups.groupOf.forEach((from, record) => {
    const tuple = groups.tupleOf[record];
    const nearby = [tuple, ...near.of.subarray(tuple * near.keep, (tuple + 1) * near.keep)];
    const own = membersOf(from);
    const rest = own.filter((one) => one !== record);
    if (rest.length < k && width(rest) > width(own) - 1e-12) return;
    for (const to of new Set(groups.groupOf.filter((_, other) => nearby.includes(groups.tupleOf[other])))) {
      if (to === from) continue;
      const others = membersOf(to);
      const now = loss(own) + loss(others);
      if (rest.length >= k && others.length + 1 < groups.room) {
        most = Math.max(most, now - loss(rest) - loss([...others, record]));
      }
      for (const other of others) {
        const swapped = others.map((one) => (one === other ? record : one));
        most = Math.max(most, now - loss([...rest, other]) - loss(swapped));
      }
    }
  });
  return most;
}

/** Runs jobs as threads do: on copies of their inputs, several at a time, and not in their order. */
function onLanes(threads: number, jobs: { run: number }): NonNullable<DriveOptions["runJobs"]> {
  return async (request) => {
    const waiting = request.jobs.map((job, place) => ({ ...job, place })).reverse();
    const outputs: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        jobs.run += 1;
        const output = await drive(job.work.run(structuredClone(job.input) as never));
        outputs[job.place] = structuredClone(output);
      }
    };
    await Promise.all(Array.from({ length: threads }, lane));
    return outputs;
  };
}

describe("clustering", () => {
  it("knows what a group costs with another record and with one exchanged", () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(), (table, a, b) => {
        const { groups, width, membersOf, records } = dealt(table, 3);
        const out = a % records.count;
        const into = b % records.count;
        const [from, to] = [groups.groupOf[out], groups.groupOf[into]];
        if (from === to) return;
        const members = membersOf(from);
        const rest = members.filter((record) => record !== out);
        expect(groups.widths[from]).toBeCloseTo(width(members), 12);
        expect(widthWith(groups, from, into)).toBeCloseTo(width([...members, into]), 12);
        expect(widthSwapped(groups, from, out, into)).toBeCloseTo(width([...rest, into]), 12);
        swapRecords(groups, out, into);
        expect(groups.widths[from]).toBeCloseTo(width([...rest, into]), 12);
        moveRecord(groups, into, to);
        expect(groups.widths[from]).toBeCloseTo(width(rest), 12);
        expect(groups.widths[to]).toBeCloseTo(width(membersOf(to)), 12);
      }),
    );
  });

  it("knows after any changes what groups cost and what each of their records does", () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(), fc.nat()), { maxLength: 30 });
    fc.assert(
      fc.property(tables, changes, (table, made) => {
        const { groups, width, membersOf, records } = dealt(table, 3);
        for (const [swaps, a, b] of made) {
          const [one, other] = [a % records.count, b % records.count];
          const [from, to] = [groups.groupOf[one], groups.groupOf[other]];
          if (from === to) continue;
          if (swaps) swapRecords(groups, one, other);
          else if (groups.sizes[from] > 1 && groups.sizes[to] + 1 < groups.room) moveRecord(groups, one, to);
          expectKnown(groups, from, membersOf(from), width);
          expectKnown(groups, to, membersOf(to), width);
        }
      }),
    );
  });

  it("descends: never to a greater loss, never below k, to where no exchange of neighbours gains", () => {
    // here a group with a record to spare changes before the next of its records is looked at
    const stale = readCsv("n,c,w\n0,c1,0\n0,c0,0\n5,c0,0\n0,c0,45\n0,c0,0\n1,c3,1\n0,c3,51\n11,c0,122\n29,c0,5\n");
    fc.assert(
      fc.property(tables, fc.integer({ min: 2, max: 4 }), (table, k) => {
        const { groups, records, judge, width, membersOf } = dealt(table, k);
        const before = lossOf(groups);
        const near = finish(nearNeighbours(records, { window: records.tuples, keep: 4, orders: 1 }));
        finish(descend(groups, near, judge, 100));
        expect(lossOf(groups)).toBeLessThanOrEqual(before + 1e-9);
        let slow = 0;
        for (let group = 0; group < groups.sizes.length; group++) {
          const members = membersOf(group);
          expect(members.length).toBe(groups.sizes[group]);
          if (members.length === 0) continue;
          expect(members.length).toBeGreaterThanOrEqual(k);
          slow += members.length * width(members);
        }
        expect(lossOf(groups)).toBeCloseTo(slow, 9);
        expect(bestChange(groups, near, k, width, membersOf)).toBeLessThanOrEqual(1e-8);
      }),
      { numRuns: runs(300), examples: [[stale, 4]] },
    );
  });

  it("finds the nearest neighbours when it looks at all", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const { problem, records } = dealt(table, 2);
        const near = finish(nearNeighbours(records, { window: records.tuples, keep: 3, orders: 3 }));
        for (let tuple = 0; tuple < records.tuples; tuple++) {
          const all = Array.from({ length: records.tuples }, (_, other) =>
            problem.attributes.reduce((sum, axis, i) => {
              const pair = [problem.ranks[i][tuple], problem.ranks[i][other]];
              return sum + spanOf(axis, Math.min(...pair), Math.max(...pair)) / 3;
            }, 0),
          );
          all.splice(tuple, 1);
          all.sort((x, y) => x - y);
          const found = [...near.distances.subarray(tuple * 3, tuple * 3 + 3)].filter(Number.isFinite);
          found.forEach((distance, i) => {
            expect(distance).toBeCloseTo(all[i], 12);
          });
          expect(new Set(near.of.subarray(tuple * 3, tuple * 3 + found.length)).size).toBe(found.length);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it("walks in snakes: on a full grid every step changes one attribute by one", () => {
    const lines = Array.from({ length: 24 }, (_, i) => `${Math.floor(i / 12)},c${Math.floor(i / 4) % 3},${i % 4}`);
    const { records } = dealt(readCsv(`n,c,w\n${lines.join("\n")}\n`), 2);
    const order = snakeOrder(records, [2, 0, 1]);
    for (let place = 1; place < order.length; place++) {
      let steps = 0;
      for (let i = 0; i < 3; i++) {
        steps += Math.abs(records.ranks[order[place] * 3 + i] - records.ranks[order[place - 1] * 3 + i]);
      }
      expect(steps).toBe(1);
    }
  });

  it("anneals the same way for the same seed and rounds, and says how to repeat what seconds gave", async () => {
    const table = readCsv(
      `n,c,w\n${Array.from({ length: 600 }, (_, i) => `${(i * 37) % 31},c${(i * 11) % 4},${(i * 101) % 199}`).join("\n")}\n`,
    );
    const release = (options: Parameters<typeof auto>[0], seed = 1) =>
      anonymize(table, { ...specOf(4, auto({ partition: false, ...options })), seed });
    const six = release({ planned: 6 });
    expect(release({ planned: 6 }).recoding).toEqual(six.recoding);
    expect(six.quality.ncp).toBeLessThan(release({ effort: "balanced" }).quality.ncp);
    expect(release({ planned: 6, rounds: 3 }).search).toMatchObject({ planned: 6, rounds: 3 });
    const timed = release({ effort: 0.4 });
    const { planned, rounds } = timed.search as { planned: number; rounds: number };
    expect(release({ planned, rounds }).recoding).toEqual(timed.recoding);
    // asked to settle, it stops where it stands
    const settle = new AbortController();
    const notes: string[] = [];
    const settled = await drive(anonymize.task(table, specOf(4, auto({ partition: false, effort: 60 }))), {
      settle: settle.signal,
      onProgress: (progress: Progress) => {
        if (progress.note !== undefined && notes.push(progress.note) === 3) settle.abort();
      },
    });
    expect(settled.cohorts.smallest).toBeGreaterThanOrEqual(4);
    expect(notes[0]).toMatch(/^loss \d+\.\d+ %$/);
    const stopped = settled.search as { planned: number; rounds: number };
    expect(stopped.rounds).toBeLessThan(5);
    expect(release({ planned: stopped.planned, rounds: stopped.rounds }).recoding).toEqual(settled.recoding);
    const hasty = new AbortController();
    hasty.abort();
    const unmade = await drive(anonymize.task(table, specOf(4, auto({ partition: false, effort: 60 }))), {
      settle: hasty.signal,
    });
    expect(unmade.search).toMatchObject({ planned: 1, rounds: 0 });
    expect(release({ planned: 1, rounds: 0 }).recoding).toEqual(unmade.recoding);
  });

  it("refuses rounds where nothing is annealed", () => {
    const table = readCsv(
      `n,c,w\n${Array.from({ length: 60 }, (_, i) => `${(i * 7) % 31},c${i % 3},${(i * i) % 97}`).join("\n")}\n`,
    );
    const refused = (options: Parameters<typeof auto>[0], message: RegExp) =>
      expect(() => anonymize(table, specOf(2, auto(options)))).toThrow(message);
    refused({ rounds: 3 }, /"planned" and "rounds" go with partition false only/);
    refused({ planned: 3 }, /"planned" and "rounds" go with partition false only/);
    refused({ partition: false, rounds: 3 }, /"rounds" stops what/);
    refused({ partition: false, effort: "fast", rounds: 3 }, /"rounds" stops what/);
    for (const began of [{ planned: 2 }, { effort: "best" as const }, { effort: 5 }]) {
      expect(anonymize(table, specOf(2, auto({ partition: false, rounds: 1, ...began }))).search).toMatchObject({
        rounds: 1,
      });
    }
  });

  it("loses no more than best-cut from which it may start", () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 2, max: 5 }), (table, k) => {
        const ncp = (algorithm: NonNullable<Spec["algorithm"]>): number =>
          anonymize(table, specOf(k, algorithm)).quality.ncp;
        expect(ncp(cluster())).toBeLessThanOrEqual(ncp(bestCut()) + 1e-12);
        expect(ncp(auto({ partition: false }))).toBeLessThanOrEqual(ncp({ name: "mondrian" }) + 1e-12);
        expect(ncp(auto())).toBeLessThanOrEqual(ncp({ name: "mondrian" }) + 1e-12);
      }),
      { numRuns: runs(40) },
    );
  });

  it.each([
    ["shards of regrouping", 900, 2, { planned: 3 }],
    ["pieces of a large table", 52_000, 1, { effort: "fast" as const }],
  ])("gives the same release on one, two and three threads: %s", async (_, rows, l, options) => {
    const table = readCsv(
      `n,c,w,s\n${Array.from({ length: rows }, (_, i) => `${(i * 37) % 499},c${(i * 11) % 4},${i % 199},s${(i * i) % 7}`).join("\n")}\n`,
    );
    const base = specOf(4, auto({ partition: false, ...options }));
    const spec: Spec = {
      ...base,
      attributes: { ...base.attributes, s: { role: "sensitive" } },
      privacy: l === 1 ? base.privacy : [...base.privacy, { model: "l-diversity", l }],
    };
    const bytes = writeCsv(anonymize(table, spec).table);
    for (const threads of [1, 2, 3]) {
      const jobs = { run: 0 };
      const release = await drive(anonymize.task(table, spec, { threads }), { runJobs: onLanes(threads, jobs) });
      expect(Buffer.compare(writeCsv(release.table), bytes)).toBe(0);
      expect(jobs.run).toBeGreaterThanOrEqual(2);
    }
  });
});

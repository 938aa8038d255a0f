import { describe, expect, it } from "vitest";
import { tuplesOf } from "../../src/algorithms/cluster/records.ts";
import { repairGroups } from "../../src/algorithms/cluster/repair.ts";
import { judgeOf } from "../../src/algorithms/judge.ts";
import { finish } from "../../src/base/index.ts";
import { type PrivacyGoal, tCloseness } from "../../src/privacy/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { dealt } from "./dealt-groups.ts";

/** Groups of two records at each place on a line, each with one value, joined until all are allowed. */
function repaired(places: readonly [n: number, value: string][], goal: PrivacyGoal): string[] {
  const table = readCsv(`n,c,w\n${places.map(([n]) => `${n},c0,0\n${n},c0,0`).join("\n")}\n`);
  const { records } = dealt(table, 2);
  const names = [...new Set(places.map(([, value]) => value))].sort();
  const codes = Int32Array.from(places.flatMap(([, value]) => [names.indexOf(value), names.indexOf(value)]));
  const totals = new Float64Array(names.length);
  for (const code of codes) totals[code] += 1;
  const judge = judgeOf({ goals: [goal], table: { rows: codes.length, sensitive: [{ name: "ill", totals }] } });
  const groupOf = Int32Array.from(codes, (_, record) => record >> 1);
  const input = { records, tupleOf: tuplesOf(records), sensitive: { codes: [codes], sizes: [names.length] } };
  const joined = finish(repairGroups(input, { groupOf, count: places.length }, judge))!;
  return Array.from({ length: joined.count }, (_, group) =>
    places
      .filter((__, place) => joined.groupOf[2 * place] === group)
      .map(([n, value]) => `${value}${n}`)
      .sort()
      .join(" "),
  ).sort();
}

describe("repair of groups that models do not allow", () => {
  it("joins a group with the nearest that makes it allowed", () => {
    const half = tCloseness("ill", 0, { distance: "equal" });
    expect(
      repaired(
        [
          [0, "a"],
          [1, "a"],
          [3, "b"],
          [90, "b"],
        ],
        half,
      ),
    ).toEqual(["a0 b3", "a1 b90"]);
  });

  it("where none does, with one that is near and complementary, not with its own kind", () => {
    // thirds of a, b and c are asked for; the nearest to a0 is a1, which brings it no nearer to that
    expect(
      repaired(
        [
          [0, "a"],
          [1, "a"],
          [3, "b"],
          [5, "c"],
          [6, "b"],
          [7, "c"],
        ],
        tCloseness("ill", 0, { distance: "equal" }),
      ),
    ).toEqual(["a0 b3 c7", "a1 b6 c5"]);
  });
});

/** @file What is measured beside a run: who stands out today, hierarchies, sweeps, risk, attacks. */

import { type AttackName, tellStory } from "../../attacks/index.ts";
import { type AuditOptions, audit, riskyCombinations } from "../../audit/index.ts";
import { KohortError } from "../../base/index.ts";
import { attack } from "../../examine/index.ts";
import { type Hierarchy, writeHierarchy } from "../../hierarchy/index.ts";
import { isSizeGoal } from "../../privacy/index.ts";
import { choosePerson, hierarchyFor, repetitionsIn } from "../../problem/index.ts";
import { columnsWith, type Spec, withDefaults } from "../../spec/index.ts";
import { type Column, columnIndex, labelAt, labelCounts, type Table } from "../../table/index.ts";
import { frontier } from "../../utility/index.ts";
import { why, whySentences } from "../../why/index.ts";
import type { HierarchyLevel } from "../protocol.ts";
import { releaseFor, rereadRelease } from "./run.ts";
import { type Handler, type KeptRelease, openedOf, plainSpec, type State, type Tools } from "./state.ts";

/** Who stands out as the table is, by the quasi-identifiers of a spec. */
export const now: Handler<"now"> = async (state, { spec }, { drive }) => {
  const { table } = openedOf(state).read;
  const quasiIdentifiers = present(table, columnsWith(spec, "quasi-identifying"));
  if (quasiIdentifiers.length === 0) return undefined;
  const { k, highestRisk, release, risk } = await drive(audit.task(table, { quasiIdentifiers, ...whose(table, spec) }));
  const { total, nameless } = release.people ?? { total: table.rows, nameless: 0 };
  const unique = Math.round(risk.unique * (total + nameless));
  return { k, cohorts: release.cohorts, highestRisk, unique, share: risk.unique };
};

/** Whose rows they are; while several columns may say so and none was named, rows are counted. */
function whose(table: Table, spec: Spec): Pick<AuditOptions, "person" | "countRows"> {
  const stated = {
    ...plainSpec(spec),
    attributes: Object.fromEntries(
      present(table, Object.keys(spec.attributes)).map((name) => [name, spec.attributes[name]]),
    ),
  };
  try {
    const { column } = choosePerson(stated, () => repetitionsIn(table, stated));
    return column === undefined ? { countRows: true } : { person: column };
  } catch {
    return { countRows: true };
  }
}

function present(table: Table, names: readonly string[]): string[] {
  return names.filter((name) => table.columns.some((column) => column.name === name));
}

/** Which sets of quasi-identifiers single people out. */
export const combinations: Handler<"combinations"> = async (state, { spec }, { drive }) => {
  const { table } = openedOf(state).read;
  return drive(riskyCombinations(table, present(table, columnsWith(spec, "quasi-identifying"))));
};

/** Blocks of a level that are drawn; a level with more is shown by its largest groups. */
const mostBlocks = 400;

/** Builds a hierarchy for a column and says what its levels are like. */
export const hierarchy: Handler<"hierarchy"> = async (state, { column: name, setting }) => {
  const { table } = openedOf(state).read;
  const column = table.columns[columnIndex(table, name)];
  if (setting === undefined) return { levels: [], csv: "" };
  const built = hierarchyFor(column, setting, { files: state.files });
  return { levels: levelsOf(built, column), csv: writeHierarchy(built) };
};

function levelsOf({ levels, parents }: Hierarchy, column: Column): HierarchyLevel[] {
  const counts = labelCounts(column);
  const known = new Map<string, number>();
  for (let code = 0; code < column.labels.size; code++) known.set(labelAt(column.labels, code), counts[code]);
  let records = Float64Array.from(levels[0], (label) => known.get(label) ?? 0);
  let leaves = new Float64Array(levels[0].length).fill(1);
  const places = treeOrder({ levels, parents });
  return levels.map((labels, level) => {
    if (level > 0) {
      const [moreRecords, moreLeaves] = [new Float64Array(labels.length), new Float64Array(labels.length)];
      parents[level - 1].forEach((parent, i) => {
        moreRecords[parent] += records[i];
        moreLeaves[parent] += leaves[i];
      });
      [records, leaves] = [moreRecords, moreLeaves];
    }
    const held = places[level].map((i) => ({ label: labels[i], records: records[i], leaves: leaves[i] }));
    const filled = held.filter((group) => group.records > 0);
    return {
      groups: filled.length,
      smallest: filled.reduce((least, group) => Math.min(least, group.records), filled[0]?.records ?? 0),
      blocks: filled.slice(0, mostBlocks),
    };
  });
}

/** The labels of each level in an order in which the members of a group stand together. */
function treeOrder({ levels, parents }: Hierarchy): number[][] {
  const found: number[][] = new Array(levels.length);
  let rank = new Map(levels.at(-1)!.map((_, i) => [i, i]));
  for (let level = levels.length - 1; level >= 0; level--) {
    const up = parents[level];
    const above = rank;
    const order = levels[level].map((_, i) => i);
    if (up !== undefined) order.sort((a, b) => above.get(up[a])! - above.get(up[b])! || a - b);
    found[level] = order;
    rank = new Map(order.map((i, place) => [i, place]));
  }
  return found;
}

/** Sweeps over k and methods; points are handed over as they are found. */
export const sweep: Handler<"frontier"> = async (state, { spec, ks, methods }, { drive, part }) => {
  const { table } = openedOf(state).read;
  const bare: Spec = { ...plainSpec(spec), privacy: spec.privacy.filter((goal) => !isSizeGoal(goal)) };
  const points = await drive(
    frontier.task(table, bare, { ks, methods }, { files: state.files, onPoints: (found) => part({ points: found }) }),
  );
  return { points };
};

/** Risk before and after, with an estimate for a population where its fraction is stated. */
export const risk: Handler<"risk"> = async (state, ask, tools) => {
  const kept = await releaseFor(state, ask, tools);
  const { problem, spec } = kept.release;
  const quasiIdentifiers = problem.attributes.map(({ name }) => name);
  const sensitive = columnsWith(spec, "sensitive");
  const fraction = ask.fraction === undefined ? {} : { fraction: ask.fraction };
  const options = { quasiIdentifiers, sensitive, spelling: spec.spelling, ...fraction };
  const { column, of } = kept.release.persons ?? {};
  const before = of === undefined || column === undefined ? { countRows: true } : { person: column };
  const after = of === undefined ? { countRows: true } : { persons: of };
  const released = await rereadRelease(kept, tools);
  return {
    before: await tools.drive(audit.task(kept.original, { ...options, ...before })),
    after: await tools.drive(audit.task(released, { ...options, ...after })),
  };
};

/** What an attacker is given: the two tables and how the release was made, as the command line gives it. */
function scene(state: State, spec: Spec, knows: readonly string[] | undefined) {
  return { spec: withDefaults(plainSpec(spec)), files: state.files, knows };
}

/** Simulates attackers. */
export const attacks: Handler<"attacks"> = async (state, ask, tools) => {
  const kept = await releaseFor(state, ask, tools);
  const { original, release } = kept;
  const table = await rereadRelease(kept, tools);
  const kinds = ask.kinds === undefined ? {} : { kind: ask.kinds as readonly AttackName[] };
  return tools.drive(attack.task(original, table, { ...scene(state, release.spec, ask.knows), ...kinds }));
};

/** Tells what can be learned about one row of the original. */
export const story: Handler<"story"> = async (state, ask, tools) => {
  const kept = await releaseFor(state, ask, tools);
  const { original, release } = kept;
  const table = await rereadRelease(kept, tools);
  const set = await tools.drive(attack.scene(original, table, scene(state, release.spec, ask.knows)));
  const { rows } = release.prepared;
  const own = rows === undefined ? ask.row : rows.indexOf(ask.row);
  const told = own < 0 ? ["Nothing: the record is not in the release."] : tellStory(set, own);
  return { lines: told, why: await whyOf(kept, ask.row, tools) };
};

/** Why a record is published as it is; where that cannot be said, the reason stands for it. */
async function whyOf({ input, release }: KeptRelease, record: number, tools: Tools): Promise<readonly string[]> {
  try {
    return whySentences(await tools.drive(why.task(input, release, { record })));
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return [`It cannot be said why: ${error.message}.`];
  }
}

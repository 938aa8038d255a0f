/**
 * @file The population that a table was drawn from, as a file of quasi-identifiers. For the search its people are
 * stacked below the records and folded with them; tuples that only people have weigh nothing, and how many people each
 * tuple has is kept as a column of its own, so that algorithms count people as they count sensitive values.
 */
import { KohortError, type Task } from "../base/index.ts";
import { type Axis, axisOf, type Cover, coverOf, encode, type Fold, foldRows, type Problem } from "../cohort/index.ts";
import type { PrivacyGoal } from "../privacy/index.ts";
import type { FullSpec, Spec } from "../spec/index.ts";
import {
  type Column,
  categoryColumn,
  columnIndex,
  type Kind,
  labelStrings,
  labelsFrom,
  type MissingMarks,
  newCodes,
  readCsv,
  type Spelling,
  type Table,
} from "../table/index.ts";
import { axisFor, hierarchyFor, type RunOptions, sensitiveAxisFor } from "./axes.ts";
import { axisWithin } from "./levels.ts";

/** The name under which people are counted beside the sensitive columns. */
const people = "population";

/** The file of people that goals name, if one does. */
export function populationPath(goals: readonly PrivacyGoal[]): string | undefined {
  const paths = goals.flatMap((goal) =>
    "population" in goal && goal.population !== undefined ? [goal.population] : [],
  );
  const other = paths.find((path) => path !== paths[0]);
  if (other !== undefined) {
    throw new KohortError("spec", `goals name two populations, "${paths[0]}" and "${other}"`, {
      hint: "ask for one population at a time",
    });
  }
  return paths[0];
}

/** The kinds of columns, by name. */
export function kindsOf(columns: readonly Column[]): Record<string, Kind> {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
}

/** Reads the people; kinds and missing values are understood as they are in the table. */
export function readPopulation(
  path: string,
  kinds: Readonly<Record<string, Kind>>,
  options: Pick<RunOptions, "files">,
  missing: MissingMarks,
): Table {
  const bytes = options.files?.get(path);
  if (bytes === undefined) {
    throw new KohortError("file", `the population "${path}" was not handed in`, { hint: "give its bytes in `files`" });
  }
  const table = readCsv(bytes, { kinds, missing, source: path });
  if (table.rows === 0) throw new KohortError("input", `the population "${path}" has no people`, { where: path });
  return table;
}

/** Encodes a table together with the people of its population. */
export function* encodeWithPeople(
  table: Table,
  population: Table,
  places: { readonly quasi: readonly number[]; readonly sensitive: readonly number[] },
  { attributes, algorithm }: Pick<FullSpec, "attributes" | "algorithm">,
  options: RunOptions & { readonly spelling: Spelling },
): Task<Problem> {
  const rows = table.rows + population.rows;
  const stacked = (index: number): Column => {
    const column = table.columns[index];
    return stack(column, population.columns[columnIndex(population, column.name, "the population")], rows);
  };
  const quasi = places.quasi.map((index) => axisWithin(axisFor(stacked(index), index, attributes, options), algorithm));
  const secret = places.sensitive.map((index) =>
    padded(sensitiveAxisFor(table.columns[index], index, attributes, options), rows),
  );
  const who = categoryColumn(people, ["record", "person"]);
  const codes = newCodes(rows, 2).fill(1, table.rows);
  const flag = axisOf({ ...who, codes }, -1, { layout: "appearance" });
  const whole = yield* encode({ rows, columns: table.columns }, quasi, [...secret, flag], {
    threads: options.threads ?? 1,
  });
  return splitWeights(whole, table.rows);
}

/** Takes people out of the weights and counts them in a column of their own. */
function splitWeights(whole: Problem, rows: number): Problem {
  const flag = whole.sensitive[whole.sensitive.length - 1];
  const weights = whole.weights.map((weight, tuple) => (flag.codes[tuple] === 0 ? weight : 0));
  const persons = whole.weights.map((weight, tuple) => (flag.codes[tuple] === 0 ? 0 : weight));
  const secrets = whole.sensitive.slice(0, -1).map((column) => {
    const totals = new Float64Array(column.totals.length);
    for (let tuple = 0; tuple < whole.tuples; tuple++) totals[column.codes[tuple]] += weights[tuple];
    return { ...column, totals };
  });
  const total = persons.reduce((sum, count) => sum + count, 0);
  const counted = {
    ...flag,
    codes: new Uint8Array(whole.tuples),
    totals: Float64Array.of(total),
    weights: persons,
  };
  return { ...whole, rows, weights, tupleOf: whole.tupleOf.slice(0, rows), sensitive: [...secrets, counted] };
}

/** One column under the other, values written alike sharing a code. */
export function stack(above: Column, below: Column, rows: number): Column {
  const labels = labelStrings(above.labels);
  const known = new Map(labels.map((label, code) => [label, code]));
  const missing = new Set(above.missing);
  const numbers = above.numbers === undefined ? undefined : [...above.numbers];
  const codeOf = labelStrings(below.labels).map((label, code) => {
    let found = known.get(label);
    if (found === undefined) {
      found = labels.push(label) - 1;
      known.set(label, found);
      numbers?.push(below.numbers?.[code] ?? Number.NaN);
      if (below.missing.includes(code)) missing.add(found);
    }
    return found;
  });
  const codes = newCodes(rows, labels.length);
  codes.set(above.codes);
  const start = above.codes.length;
  for (let row = 0; row < below.codes.length; row++) codes[start + row] = codeOf[below.codes[row]];
  const column = { ...above, codes, labels: labelsFrom(labels), missing: [...missing] };
  return numbers === undefined ? column : { ...column, numbers: Float64Array.from(numbers) };
}

/** An axis whose column goes on below the table with its first value. */
function padded({ attribute, rankOf, source }: Axis, rows: number): Axis {
  const codes = newCodes(rows, source.labels.size).fill(Math.max(0, rankOf.indexOf(0)));
  codes.set(source.codes);
  return { attribute, rankOf, source: { ...source, codes } };
}

/** People whom no cohort fits, those alike together: the row of one of them, and how many they are. */
export type UnmatchedPeople = { readonly rows: readonly number[]; readonly people: readonly number[] };

/** How many people fit each cohort of a released table, and who fits none of them. */
export function* peopleOf(
  released: Table,
  cohorts: Fold,
  population: Table,
  names: readonly string[],
  attributes: Spec["attributes"],
  options: RunOptions,
): Task<{ readonly fitting: Float64Array; readonly unmatched: UnmatchedPeople }> {
  const columns = names.map((name) => {
    const own = population.columns[columnIndex(population, name, "the population")];
    const after = released.columns[columnIndex(released, name)];
    const { hierarchy, order } = attributes[name] ?? {};
    const built = hierarchy === undefined ? undefined : hierarchyFor(own, hierarchy, options);
    const cover = coverOf(own, after, { hierarchy: built, order });
    return { cover, mask: maskOf(cover, after.labels.size), own, after };
  });
  const folded = yield* foldRows(
    columns.map(({ cover, own }) => ({ codes: own.codes, rankOf: cover.rankOf, size: cover.attribute.size })),
    population.rows,
    1,
  );
  const first = new Uint32Array(folded.tuples);
  for (let row = population.rows - 1; row >= 0; row--) first[folded.tupleOf[row]] = row;
  const ranks = columns.map(({ cover, own }) => Uint32Array.from(first, (row) => cover.rankOf[own.codes[row]]));
  const firstRow = new Uint32Array(cohorts.tuples);
  for (let row = released.rows - 1; row >= 0; row--) firstRow[cohorts.tupleOf[row]] = row;
  const fitting = new Float64Array(cohorts.tuples);
  const isMatched = new Uint8Array(folded.tuples);
  for (let cohort = 0; cohort < cohorts.tuples; cohort++) {
    const masks = columns.map(({ mask, after, cover }) => {
      const start = after.codes[firstRow[cohort]] * cover.attribute.size;
      return mask.subarray(start, start + cover.attribute.size);
    });
    for (let tuple = 0; tuple < folded.tuples; tuple++) {
      if (!fits(masks, ranks, tuple)) continue;
      fitting[cohort] += folded.weights[tuple];
      isMatched[tuple] = 1;
    }
  }
  const unmatched = { rows: [] as number[], people: [] as number[] };
  for (let tuple = 0; tuple < folded.tuples; tuple++) {
    if (isMatched[tuple] === 1) continue;
    unmatched.rows.push(first[tuple]);
    unmatched.people.push(folded.weights[tuple]);
  }
  return { fitting, unmatched };
}

/** For each released text and each rank whether the text may stand for it. */
function maskOf({ attribute, starts, runs }: Cover, texts: number): Uint8Array {
  const mask = new Uint8Array(texts * attribute.size);
  for (let text = 0; text < texts; text++) {
    for (let run = starts[text]; run < starts[text + 1]; run++) {
      mask.fill(1, text * attribute.size + runs[2 * run], text * attribute.size + runs[2 * run + 1] + 1);
    }
  }
  return mask;
}

function fits(masks: readonly Uint8Array[], ranks: readonly Uint32Array[], tuple: number): boolean {
  for (let i = 0; i < masks.length; i++) if (masks[i][ranks[i][tuple]] === 0) return false;
  return true;
}

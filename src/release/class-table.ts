import { meanOf } from "../base/index.ts";
import type { Attribute } from "../cohort/index.ts";
import { categoryColumn, columnIndex, labelAt, type Table } from "../table/index.ts";
import type { Release } from "./release.ts";

/**
 * A release summed up as Padmaja and Jayashree (2024) print theirs: a row for each cohort and sensitive value, with the
 * mean of each number, the names that occur in order of appearance, the value and how many records have it. Exact means
 * tell more about single people than ranges do; this is a summary to read, not a release to publish.
 */
export function classTable(original: Table, release: Release, sensitive: string): Table {
  const { problem, recoding } = release;
  const secret = original.columns[columnIndex(original, sensitive)];
  const values = secret.labels.size;
  const counts = new Float64Array(recoding.cohorts * values);
  const order: number[] = [];
  for (let row = 0; row < problem.rows; row++) {
    const key = recoding.cohortOf[problem.tupleOf[row]] * values + secret.codes[row];
    if (counts[key] === 0) order.push(key);
    counts[key] += 1;
  }
  order.sort((a, b) => a - b);
  const columns = problem.attributes.map((attribute, index) => {
    const isNumber = attribute.kind === "number" && attribute.floor === undefined;
    const texts = isNumber ? meansOf(release, index) : namesOf(release, index, attribute);
    return categoryColumn(
      attribute.name,
      order.map((key) => texts[Math.floor(key / values)]),
    );
  });
  columns.push(
    categoryColumn(
      secret.name,
      order.map((key) => labelAt(secret.labels, key % values)),
    ),
    categoryColumn(
      "count",
      order.map((key) => String(counts[key])),
    ),
  );
  return { rows: order.length, columns };
}

/** The mean of a number in each cohort, what is missing apart, to six decimals. */
function meansOf({ problem, recoding }: Release, index: number): string[] {
  const { positions, numbers = positions } = problem.attributes[index];
  const ranks = problem.ranks[index];
  const members: [number, number][][] = Array.from({ length: recoding.cohorts }, () => []);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    const number = numbers[ranks[tuple]];
    if (Number.isNaN(number)) continue;
    members[recoding.cohortOf[tuple]].push([number, problem.weights[tuple]]);
  }
  return members.map((counted) => (counted.length === 0 ? "" : String(Number(meanOf(counted).toFixed(6)))));
}

/** The names in each cohort, joined with commas; tuples stand in order of first appearance. */
function namesOf({ problem, recoding }: Release, index: number, { labels }: Attribute): string[] {
  const ranks = problem.ranks[index];
  const seen = Array.from({ length: recoding.cohorts }, () => new Set<number>());
  for (let tuple = 0; tuple < problem.tuples; tuple++) seen[recoding.cohortOf[tuple]].add(ranks[tuple]);
  return seen.map((members) => [...members].map((rank) => labels[rank]).join(","));
}

/** @file One record told as a story: what an attacker does, step by step, and what comes of it. */
import { append, KohortError } from "../base/index.ts";
import { cell, labelAt } from "../table/index.ts";
import { marksOf, overlap } from "./intersection.ts";
import { cohortsFor, type ReleaseView } from "./release-view.ts";
import type { Scene } from "./scene.ts";
import { viewSensitive } from "./sensitive-view.ts";
import { counted, many, percent } from "./words.ts";

/** Tells what can be learned about one row of the original (counted from 0), a line a step. */
export function tellStory(scene: Scene, row: number): string[] {
  const { original, view, second, sensitive } = scene;
  if (row < 0 || row >= original.rows) {
    throw new KohortError("usage", `there is no row ${row + 1} in the original`, {
      hint: `rows are counted from 1 to ${original.rows}`,
    });
  }
  const values = view.known.map(({ name, original: column }) => {
    const text = labelAt(column.labels, column.codes[row]);
    return `${name} ${text === "" ? "(missing)" : text}`;
  });
  const lines = [`Somebody knows of a person: ${values.join(", ")}.`];
  const cohorts = cohortsFor(view, row);
  const candidates = cohorts.reduce((sum, cohort) => sum + view.sizes[cohort], 0);
  if (candidates === 0) return [...lines, "No released record agrees with that: the person was left out."];
  lines.push(
    `Of ${many(view.table.rows, "released record")} ${counted(candidates)} agree${candidates === 1 ? "s" : ""} with it, in ${many(cohorts.length, "cohort")}:`,
    `  ${describeCohort(view, cohorts[0])}${cohorts.length === 1 ? "" : `, and ${many(cohorts.length - 1, "more cohort")}`}.`,
    candidates === 1
      ? "That is the person's record: everything in it is known now."
      : `One of them is the person's: a pick is right with a chance of 1 in ${counted(candidates)} (${percent(1 / candidates)}), where blind it was 1 in ${counted(view.table.rows)}.`,
  );
  for (const name of sensitive) append(lines, tellSensitive(scene, row, name, cohorts));
  if (second !== undefined) append(lines, tellSecond(scene, second, row, cohorts));
  return lines;
}

function describeCohort(view: ReleaseView, cohort: number): string {
  return view.known
    .map(({ name, released, codeOf }) => `${name} ${labelAt(released.labels, codeOf[cohort])}`)
    .join(", ");
}

function tellSensitive(scene: Scene, row: number, name: string, cohorts: readonly number[]): string[] {
  const { starts, values, counts, totals, labels } = viewSensitive(scene, scene.view, name);
  const seen = new Map<number, number>();
  let size = 0;
  for (const cohort of cohorts) {
    for (let at = starts[cohort]; at < starts[cohort + 1]; at++) {
      seen.set(values[at], (seen.get(values[at]) ?? 0) + counts[at]);
      size += counts[at];
    }
  }
  const sorted = [...seen].sort((a, b) => b[1] - a[1]);
  const lines: string[] = [];
  const [value, most] = sorted[0];
  const before = totals[value] / scene.view.table.rows;
  if (sorted.length === 1) {
    lines.push(
      `All of them have ${name} "${labels[value]}": it is known without knowing the record (homogeneity; ${percent(before)} of the table have it).`,
    );
  } else {
    const shown = sorted.slice(0, 4).map(([code, count]) => `${labels[code]} ${counted(count)}`);
    const more = sorted.length > 4 ? `, … (${sorted.length} values)` : "";
    lines.push(
      `Their ${name}: ${shown.join(", ")}${more}. "${labels[value]}" is a guess of ${percent(most / size)}; in the table it has ${percent(before)}.`,
    );
  }
  const own = scene.original.columns.findIndex((column) => column.name === name);
  if (own >= 0) lines.push(`The truth: ${name} "${cell(scene.original, row, own)}".`);
  return lines;
}

function tellSecond(
  { view, people }: Scene,
  second: NonNullable<Scene["second"]>,
  row: number,
  cohorts: readonly number[],
): string[] {
  const others = cohortsFor(second.view, row);
  if (others.length === 0) return ["In the second release no record agrees with the person."];
  const inFirst = marksOf(view, people, cohorts);
  const { both } = overlap(people, second.people, inFirst, marksOf(second.view, second.people, others));
  const size = others.reduce((sum, cohort) => sum + second.view.sizes[cohort], 0);
  return [
    `A second release has the person among ${many(size, "record")}: ${describeCohort(second.view, others[0])}.`,
    both === 1
      ? "Nobody else is in both: the two releases together single the person out."
      : `${counted(both)} people are in both.`,
  ];
}

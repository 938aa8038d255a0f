/** @file What a store does not do, said before any work and with what to ask for instead. */

import { algorithmOf, basicAlgorithm } from "../algorithms/index.ts";
import { isCombination } from "../audit/index.ts";
import { KohortError } from "../base/index.ts";
import { createModels, isAuto, type StatedGoal, type TableCounts, traitsOf } from "../privacy/index.ts";
import { type FullSpec, type Spec, withDefaults } from "../spec/index.ts";
import type { DecimalMarks } from "../table/index.ts";
import { isRemote, type SourceAddress } from "./source.ts";
import type { Store } from "./store.ts";

/** Refuses what is not on this machine unless the store fetches it; DuckDB would load an extension from the network first. */
export function refuseAddress(name: Store["name"], address: SourceAddress): void {
  if (name === "spark" || address.kind !== "files" || !isRemote(address.path)) return;
  throw new KohortError("usage", `the ${name} engine reads files of this machine only, not "${address.path}"`, {
    hint: 'copy it here first, or use `engine: "spark"`',
  });
}

/** Names by which an engine finds rows in files, so that no column can have them there. */
const namesOfPlaces: Readonly<Record<Store["name"], readonly string[]>> = {
  duckdb: ["file_index", "file_row_number"],
  spark: ["_metadata"],
};

/** Refuses columns that an engine cannot tell apart, or not from what it calls places in files if those matter. */
export function refuseNames(name: Store["name"], names: readonly string[], { inFiles }: { inFiles: boolean }): void {
  // DuckDB takes A for a and no other letter for another, Spark takes every letter for its lower case
  const folded = names.map((column) =>
    name === "spark" ? column.toLowerCase() : column.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
  const twin = folded.findIndex((column, i) => folded.indexOf(column) < i);
  if (twin >= 0) {
    const first = names[folded.indexOf(folded[twin])];
    throw new KohortError("input", `the ${name} engine does not tell column "${first}" from "${names[twin]}"`, {
      hint: 'rename one of them, or use `engine: "memory"`',
    });
  }
  const taken = inFiles ? folded.findIndex((column) => namesOfPlaces[name].includes(column)) : -1;
  if (taken < 0) return;
  throw new KohortError("input", `the ${name} engine has a use of its own for the name "${names[taken]}"`, {
    hint: 'rename that column, or use `engine: "memory"`',
  });
}

/** The spec with nothing left open, if a store can follow it. */
export function storeSpec(name: Store["name"], spec: Spec): FullSpec {
  refuseGoals(name, spec.privacy);
  const full = withDefaults(spec);
  const { algorithm } = full;
  const refuse = (what: string, hint: string): never => {
    throw new KohortError("spec", `the ${name} engine ${what}`, { hint });
  };
  const { far, writes } = algorithmOf(algorithm);
  if (far === undefined) {
    return refuse(
      `does not run ${algorithm.name}`,
      `ask for \`algorithm: "${basicAlgorithm}"\`, whose decisions are made from counts, or use \`engine: "memory"\``,
    );
  }
  const { obstacle } = far(algorithm);
  if (obstacle !== undefined) {
    refuse(`runs ${algorithm.name} in its default form only`, `leave ${obstacle} out`);
  }
  const values = writes?.(algorithm) ?? "range";
  if (values !== "range" && values !== "node") {
    refuse(`does not publish values as ${values}`, 'leave values out, or use `engine: "memory"`');
  }
  if (full.order !== "canonical") {
    refuse(`writes rows in canonical order only, not ${full.order}`, 'leave `order` out, or use `engine: "memory"`');
  }
  refuseDecimals(name, full.input.decimal);
  refusePrepared(name, full.attributes);
  const replaced = Object.keys(full.attributes).find((column) => full.attributes[column].replace !== undefined);
  if (replaced !== undefined) {
    refuse(`does not replace identifiers such as "${replaced}"`, 'leave `replace` out, or use `engine: "memory"`');
  }
  return full;
}

/** Refuses decimal commas, which only the memory engine reads. */
export function refuseDecimals(name: Store["name"], marks: DecimalMarks | undefined): void {
  const isStated = typeof marks === "string" ? marks === "," : Object.values(marks ?? {}).includes(",");
  if (!isStated) return;
  throw new KohortError("spec", `the ${name} engine reads decimal points only, not commas`, {
    hint: 'use `engine: "memory"`, or write the numbers with points',
  });
}

/** Refuses columns that are coded first, whose missing values are no category, or that hold sets. */
export function refusePrepared(name: Store["name"], attributes: Spec["attributes"]): void {
  const changed = Object.keys(attributes).find((column) => {
    const { transform, missing = "category", separator } = attributes[column];
    return transform !== undefined || missing !== "category" || separator !== undefined;
  });
  if (changed === undefined) return;
  throw new KohortError("spec", `the ${name} engine does not code the values of "${changed}" first`, {
    hint: 'leave transform, missing and separator out, or use `engine: "memory"`',
  });
}

/** Refuses goals that need more than the cohorts of one table. */
export function refuseGoals(name: Store["name"], goals: readonly StatedGoal[]): void {
  for (const goal of goals) {
    const refuse = (what: string): never => {
      throw new KohortError("spec", `the ${name} engine ${what}`, { hint: 'use `engine: "memory"` for it' });
    };
    if (isAuto(goal)) refuse(`does not choose the number of ${goal.model}`);
    else if (isCombination(goal)) refuse("knows no goals on combinations of columns");
    if ("population" in goal && goal.population !== undefined)
      refuse(`does not count a population, which ${goal.model} needs`);
    const { subject } = traitsOf(goal);
    if (subject === "matching") refuse(`does not measure ${goal.model}`);
    if (subject === "sets") refuse("knows no columns of sets");
  }
}

/** Refuses goals that cohorts do not decide each for itself. */
export function refuseJudgedTogether(name: Store["name"], spec: FullSpec, counts: TableCounts): void {
  const widened = Object.values(spec.attributes).some(
    ({ role, hierarchy, snap }) => role === "quasi-identifying" && (hierarchy !== undefined || snap !== undefined),
  );
  for (const model of createModels(spec.privacy, counts)) {
    if (model.scope === "cohort" && (model.monotone || !widened)) continue;
    throw new KohortError("spec", `the ${name} engine cannot promise ${model.name} here`, {
      hint: 'it is judged on several cohorts together; use `engine: "memory"` for it',
    });
  }
}

/** @file What a cell search is asked for: the measure it lowers, what k means, and which cohorts are allowed. */
import { type BestTable, few, KohortError } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import {
  type ConcealmentSide,
  createModels,
  isOfMatching,
  isSizeGoal,
  kConcealment,
  type PrivacyGoal,
} from "../../privacy/index.ts";
import { type CellMeasure, cellMeasures } from "../../quality/index.ts";
import type { AlgorithmEntry, Question } from "../algorithm.ts";
import { allowsTuples, type Judge, judgeOf } from "../judge.ts";
import { type Choice, type Grid, gridOf, tableOf } from "./grid.ts";
import type { Meaning } from "./options.ts";

/** A cell search's aim. */
export type Aim = {
  readonly grid: Grid;
  readonly measure: CellMeasure;
  readonly meaning: Meaning;
  readonly k: number;
  readonly side: ConcealmentSide;
  readonly judge: Judge;
  /** Whether records that are published alike may be a cohort. */
  readonly allows: (rows: readonly number[]) => boolean;
  /** Whether cohorts that hold still do when they are joined, so that the first columns tell whether all can hold. */
  readonly monotone: boolean;
};

/** What the specs of all searches cell by cell state. */
type CellSpec = { readonly name: string; readonly meaning?: Meaning };

/** The goals as the meaning has them: under `matching`, k is k-concealment and never called k-anonymity. */
function restateGoals(goals: readonly PrivacyGoal[], spec: CellSpec): PrivacyGoal[] {
  if (spec.meaning !== "matching") return [...goals];
  if (goals.some((goal) => isSizeGoal(goal) && (goal.of !== undefined || goal.each !== undefined))) {
    throw new KohortError(
      "spec",
      `${spec.name} with meaning=matching cannot respect goals on combinations of columns`,
      {
        hint: "use meaning=classes, or ask for k of all quasi-identifiers together",
      },
    );
  }
  return goals.map((goal) => (isSizeGoal(goal) ? kConcealment(goal.k) : goal));
}

/** What all searches cell by cell have in common: they see every record, its sensitive values and any weight. */
export const cellTraits: Omit<AlgorithmEntry<CellSpec>, "title" | "sentence" | "schema" | "search"> = {
  folded: () => false,
  countsSensitive: () => true,
  countsPersons: () => "alike",
  levels: () => "minimum",
  suppresses: false,
  anyWeight: true,
  restate: restateGoals,
};

/** Reads the aim out of a question. */
export function aimOf(problem: Problem, question: Question, spec: CellSpec): Aim {
  const measure = cellMeasures.find((known) => known === question.measure);
  if (measure === undefined) {
    throw new KohortError("spec", `${spec.name} cannot lower the measure ${question.measure}`, {
      hint: `it lowers what can be added up cell by cell: ${few(cellMeasures)}`,
    });
  }
  const concealment = question.goals.find(isOfMatching);
  const meaning = spec.meaning ?? (concealment !== undefined && question.goals.length === 1 ? "matching" : "classes");
  const other = question.goals.find((goal) => !isOfMatching(goal));
  if (meaning === "matching" && other !== undefined) {
    throw new KohortError("spec", `meaning=matching does not go together with ${other.model}`, {
      hint: "rows that are not published alike have no cohort to look at; leave it out or use meaning=classes",
    });
  }
  const judge = judgeOf(question);
  return {
    grid: gridOf(problem, measure),
    measure,
    meaning,
    k: judge.least,
    side: concealment?.side ?? "released",
    judge,
    allows: judge.sizeOnly ? (rows) => rows.length >= judge.least : (rows) => allowsTuples(problem, judge, rows),
    monotone: createModels(question.goals, question.table).every((model) => model.monotone),
  };
}

/** Rows of a table that are shown while a search goes on. */
const mostShown = 40;

/** The best table so far, as it is shown while a search goes on. */
export function bestTable({ grid }: Aim, choice: Choice, score: number): BestTable {
  const rows = tableOf({ ...grid, rows: Math.min(grid.rows, mostShown) }, choice);
  return { score, columns: grid.axes.map(({ attribute }) => attribute.name), rows };
}

/** The best table so far in a few words. */
export function bestNote({ score }: BestTable): string {
  return `best ${score.toFixed(4)}`;
}

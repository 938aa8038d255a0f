import { KohortError, type Task } from "../../base/index.ts";
import type { Problem, PublishForm } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { type MondrianSpec, mondrianSchema } from "./options.ts";
import { searchPaper } from "./paper.ts";
import { type RowForm, searchRows } from "./row-search.ts";
import { searchStrict } from "./strict.ts";

export {
  type CountRequest,
  type Decision,
  decideCut,
  type FarAxis,
  type FarBench,
  type FarCut,
  type FarNode,
  isLong,
  type LongAxis,
  type NodeCounts,
  type ValueCounts,
} from "./far-cut.ts";
export { restOf } from "./median.ts";
export { type MondrianSpec, mondrian } from "./options.ts";
export { cutStrict, type StrictInput, subtreeWork } from "./strict.ts";

/** Mondrian in all its forms. */
export const mondrianEntry: AlgorithmEntry<MondrianSpec> = {
  title: "Mondrian",
  sentence:
    "Cuts the table in two at the median of its widest attribute, again and again, while every part stays allowed.",
  schema: mondrianSchema,
  folded: (spec) => rowForm(spec) === undefined,
  countsSensitive: (spec) => spec.variant === "paper",
  countsPeople: (spec) => rowForm(spec) === undefined && spec.variant !== "paper",
  countsPersons: (spec) => {
    if (spec.compatible === true || spec.variant === "paper") return "records";
    return rowForm(spec) === undefined ? "always" : "alike";
  },
  countsParts: ({ compatible }) => compatible === true,
  inputOrder: ({ compatible, variant }) => compatible === true || variant === "paper",
  exactSpelling: ({ compatible }) => compatible === true,
  wildcards: ({ compatible, variant }) => compatible !== true && variant === undefined,
  levels: ({ compatible }) => (compatible === true ? "none" : "minimum"),
  writes: publishForm,
  suppresses: false,
  basic: true,
  usual: true,
  cutReason: "which spreads widest among them",
  far: ({ score = "normalised-span", strict, compatible, variant, flat }) => ({
    score,
    obstacle:
      strict === false || compatible === true || variant !== undefined || flat === true
        ? "strict, compatible, variant and flat"
        : undefined,
  }),
  search,
};

/** Which form on single records a spec asks for, if it asks for one. */
function rowForm(spec: MondrianSpec): RowForm | undefined {
  const lazy = spec.compatible === true;
  if (spec.flat === true) return { cut: "flat", lazy: false };
  if (spec.strict === false) return { cut: "relaxed", lazy };
  return lazy ? { cut: "strict", lazy } : undefined;
}

function* search(problem: Problem, question: Question, spec: MondrianSpec): Task<SearchResult> {
  refuseClashes(spec);
  const form = publishForm(spec);
  if (spec.variant === "paper") {
    const recoding = yield* searchPaper(problem, question);
    return { recoding, form, search: { variant: "paper", classRows: classRows(problem, recoding.cohortOf) } };
  }
  const byRow = rowForm(spec);
  if (byRow !== undefined) {
    const recoding = yield* searchRows(problem, question, byRow);
    if (spec.compatible === true) return { recoding, form, search: {} };
    const { rowOrder: _, ...unordered } = recoding;
    return { recoding: unordered, form, search: {} };
  }
  const score = spec.score ?? "normalised-span";
  const recoding = yield* searchStrict(problem, question, { score, threads: question.threads });
  return { recoding, form, search: {} };
}

function publishForm(spec: MondrianSpec): PublishForm {
  if (spec.compatible === true && spec.values === undefined) return spec.codes === true ? "tilde-codes" : "tilde";
  return spec.values ?? (spec.variant === "paper" ? "mean" : "range");
}

/** How many (cohort, value of the first sensitive column) pairs occur: the rows of the paper's printed release. */
function classRows(problem: Problem, cohortOf: Uint32Array): number | undefined {
  const sensitive = problem.sensitive[0];
  if (sensitive === undefined) return undefined;
  const pairs = new Set<number>();
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    pairs.add(cohortOf[tuple] * sensitive.totals.length + sensitive.codes[tuple]);
  }
  return pairs.size;
}

function refuseClashes(spec: MondrianSpec): void {
  const paper = ["variant=paper", spec.variant === "paper"] as const;
  const compatible = ["compatible=true", spec.compatible === true] as const;
  const relaxed = ["strict=false", spec.strict === false] as const;
  const flat = ["flat=true", spec.flat === true] as const;
  const score = [`score=${spec.score}`, spec.score !== undefined] as const;
  const clashes = [
    ...[compatible, relaxed, flat].map((other) => [paper, other] as const),
    [flat, compatible] as const,
    ...[compatible, flat, relaxed, paper].map((other) => [score, other] as const),
  ];
  const clash = clashes.find(([[, isFirst], [, isSecond]]) => isFirst && isSecond);
  if (clash !== undefined) {
    throw new KohortError("spec", `mondrian's options ${clash[0][0]} and ${clash[1][0]} do not go together`, {
      hint: "leave one of them out",
      topic: "mondrian",
    });
  }
  if (spec.codes === true && spec.compatible !== true) {
    throw new KohortError("spec", "mondrian's option codes=true needs compatible=true", {
      hint: "codes are how the C program writes categories; add compatible=true or leave codes out",
    });
  }
}

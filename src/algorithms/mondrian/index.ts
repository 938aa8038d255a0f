import { KohortError, type Task } from "../../base/index.ts";
import type { Problem, PublishForm } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { type MondrianSpec, mondrianSchema } from "./options.ts";
import { searchPaper } from "./paper.ts";
import { type RowForm, searchRows } from "./row-search.ts";
import { searchStrict } from "./strict.ts";

export { restOf } from "./decide.ts";
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
  const clash = (a: string, b: string): never => {
    throw new KohortError("spec", `mondrian's options ${a} and ${b} do not go together`, {
      hint: "leave one of them out",
      topic: "mondrian",
    });
  };
  if (spec.variant === "paper" && spec.compatible === true) clash("variant=paper", "compatible=true");
  if (spec.variant === "paper" && spec.strict === false) clash("variant=paper", "strict=false");
  if (spec.variant === "paper" && spec.flat === true) clash("variant=paper", "flat=true");
  if (spec.flat === true && spec.compatible === true) clash("flat=true", "compatible=true");
  if (spec.score !== undefined && (spec.compatible === true || spec.strict === false || spec.flat === true)) {
    clash(
      `score=${spec.score}`,
      spec.compatible === true ? "compatible=true" : spec.flat === true ? "flat=true" : "strict=false",
    );
  }
  if (spec.score !== undefined && spec.variant === "paper") clash(`score=${spec.score}`, "variant=paper");
  if (spec.codes === true && spec.compatible !== true) {
    throw new KohortError("spec", "mondrian's option codes=true needs compatible=true", {
      hint: "codes are how the C program writes categories; add compatible=true or leave codes out",
    });
  }
}

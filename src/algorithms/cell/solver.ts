/**
 * @file HiGHS (Huangfu and Hall 2018), compiled to WebAssembly, as a work of its own: it cannot be interrupted, so it
 * runs on a thread that is left behind when the search stops. It is loaded when it is first needed.
 */
import type { Highs } from "highs";
import { KohortError, type Work } from "../../base/index.ts";
import { loadAtOnce } from "./solver-at-once.ts";

/** Choose columns so that every row is in exactly one: a set partition, or its relaxation to fractions. */
export type PartitionProgram = {
  readonly rows: number;
  /** Conditions beside: of the columns that name `rows + c` among their members at most one may be chosen. */
  readonly cuts: number;
  readonly costs: Float64Array;
  /** The rows of column c stand at `starts[c] … starts[c + 1] − 1` of `members`. */
  readonly starts: Int32Array;
  readonly members: Int32Array;
  /** Whether columns are chosen whole. */
  readonly whole: boolean;
  readonly seconds: number;
  /** Branches after which a whole choice ends; a number of them, unlike a time, is the same on every machine. */
  readonly branches?: number;
  /** A whole choice to start from, 1 per chosen column. */
  readonly start?: Float64Array;
};

/** What the solver found. */
export type PartitionSolution = {
  readonly status: "optimal" | "stopped" | "failed";
  readonly objective: number;
  /** A bound that no whole choice can go below, as the solver has it. */
  readonly bound: number;
  /** How much of each column is chosen. */
  readonly chosen: Float64Array;
  /** For fractions, the price of each row, then of each condition (0 or less). */
  readonly prices: Float64Array;
};

/** The solver once it is loaded, and the promise of it before; loading twice would give two. */
const loaded: { highs?: Highs; promise?: Promise<void> } = {};

async function load(): Promise<void> {
  // the package's types speak of its CommonJS form; as a module its default export is the loader itself
  const { default: loader } = (await import("highs")) as unknown as { default: () => Promise<Highs> };
  const highs = await loader();
  loaded.highs ??= highs;
}

/**
 * Solves a set partition; the driver answers with undefined where the search was stopped before. A task that is finished
 * at once does not wait for the solver to load: where it cannot be loaded at once, the search is refused, since without
 * the solver it would end with another result.
 */
export const solverWork: Work<PartitionProgram, PartitionSolution | undefined> = {
  name: "solve-partition",
  apart: true,
  ready: () => (loaded.promise ??= load()),
  run: function* (program) {
    const highs = loaded.highs ?? loadAtOnce();
    if (highs === undefined) throw withoutSolver(program);
    loaded.highs = highs;
    return solve(highs, program);
  },
};

function withoutSolver({ rows }: PartitionProgram): KohortError {
  // whoever waited for it has a host without it
  const isWaitedFor = loaded.promise !== undefined;
  return new KohortError(
    "usage",
    `exact needs its solver for ${rows} records, ${isWaitedFor ? "which is not there" : "and has to wait for it to load"}`,
    {
      hint: isWaitedFor
        ? "use another algorithm, or `kohort anonymize` on the command line"
        : "call it as await drive(anonymize.task(table, spec))",
    },
  );
}

function solve(highs: Highs, program: PartitionProgram): PartitionSolution {
  const { rows, cuts, costs, starts, members, whole, seconds, branches, start } = program;
  const columns = costs.length;
  const upper = new Float64Array(rows + cuts).fill(1);
  const lower = upper.map((one, row) => (row < rows ? one : -highs.infinity));
  const model = highs.createModel({
    numCols: columns,
    numRows: rows + cuts,
    colCost: costs,
    colLower: new Float64Array(columns),
    colUpper: new Float64Array(columns).fill(whole ? 1 : highs.infinity),
    rowLower: lower,
    rowUpper: upper,
    matrix: {
      format: "csc",
      numRows: rows + cuts,
      numCols: columns,
      starts,
      indices: members,
      values: new Float64Array(members.length).fill(1),
    },
    integrality: whole ? new Int32Array(columns).fill(1) : undefined,
  });
  try {
    model.options.set("output_flag", false);
    model.options.set("time_limit", Math.max(0.01, seconds));
    if (whole) {
      model.options.set("mip_rel_gap", 0);
      model.options.set("mip_abs_gap", 1e-7);
      if (branches !== undefined) model.options.set("mip_max_nodes", branches);
      if (start !== undefined) model.setSolution({ colValue: start });
    }
    model.run();
    const status = model.getModelStatus();
    const optimal = status === highs.constants.modelStatus.optimal;
    const { colValue, rowDual } = model.getSolution();
    const bound = whole ? Number(model.info.get("mip_dual_bound")) : model.getObjectiveValue();
    return {
      status: optimal ? "optimal" : colValue.length === columns ? "stopped" : "failed",
      objective: model.getObjectiveValue(),
      bound,
      chosen: colValue,
      prices: rowDual,
    };
  } finally {
    model.dispose();
  }
}

import { few, KohortError, type Task } from "../base/index.ts";
import { type SynthesisModel, sampleModel } from "./model.ts";
import { seedFor } from "./noise.ts";
import type { PossibleTable } from "./possible.ts";
import type { Rows, Shape } from "./rows.ts";

/** What made rows must keep to; kinds, digits and the range of the training rows are kept to anyway. */
export type Constraints = {
  /** Per column the lowest and highest number. */
  readonly ranges?: Readonly<Record<string, readonly [number, number]>>;
  /** Per column the only values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** No row that is also a training row. */
  readonly noCopiesOf?: PossibleTable;
};

const mostRounds = 40;

/** Makes rows until enough keep to the constraints; others are thrown away. */
export function* generateRows(
  model: SynthesisModel,
  count: number,
  seed: number,
  constraints: Constraints = {},
): Task<Rows> {
  const isKept = checkOf(model.shapes, constraints);
  if (isKept === undefined) return yield* sampleModel(model, count, seed);
  const columns = model.shapes.map(() => new Float64Array(count));
  let found = 0;
  for (let round = 0; round < mostRounds && found < count; round++) {
    const rows = yield* sampleModel(model, Math.max(count - found, 100), seedFor(seed, 6, round));
    for (let row = 0; row < rows.count && found < count; row++) {
      if (!isKept(rows, row)) continue;
      columns.forEach((column, index) => {
        column[found] = rows.columns[index][row];
      });
      found += 1;
    }
  }
  if (found === count) return { count, columns };
  throw new KohortError("infeasible", `only ${found} of ${count} rows keep to what was asked of them`, {
    hint: "ask for fewer rows, or for less of them",
  });
}

type Check = (rows: Rows, row: number) => boolean;

function checkOf(shapes: readonly Shape[], constraints: Constraints): Check | undefined {
  const place = (name: string): number => {
    const found = shapes.findIndex((shape) => shape.name === name);
    if (found >= 0) return found;
    throw new KohortError("column", `column "${name}" is not in the table`, {
      hint: `columns are: ${few(shapes.map((shape) => shape.name))}`,
    });
  };
  const checks: Check[] = [];
  for (const [name, [low, high]] of Object.entries(constraints.ranges ?? {})) {
    const column = place(name);
    if (shapes[column].kind !== "number") throw new KohortError("column", `column "${name}" holds no numbers`);
    checks.push((rows, row) => rows.columns[column][row] >= low && rows.columns[column][row] <= high);
  }
  for (const [name, values] of Object.entries(constraints.only ?? {})) {
    const column = place(name);
    const shape = shapes[column];
    if (shape.kind !== "category") throw new KohortError("column", `column "${name}" holds no categories`);
    const allowed = new Set(values.map((value) => shape.labels.indexOf(value)));
    checks.push((rows, row) => allowed.has(rows.columns[column][row]));
  }
  if (constraints.noCopiesOf !== undefined) {
    const keys = exactKeys(constraints.noCopiesOf);
    checks.push((rows, row) => !keys.has(keyOf(rows, row)));
  }
  return checks.length === 0 ? undefined : (rows, row) => checks.every((check) => check(rows, row));
}

/** A row as a text by which equal rows are found. */
export function keyOf({ columns }: Rows, row: number): string {
  return columns.map((column) => column[row]).join("|");
}

/** The rows of which every cell is a single value. */
export function exactKeys({ rows, columns }: PossibleTable): Set<string> {
  const exact = columns.map(({ cells }) =>
    cells.kind === "number"
      ? Array.from(cells.low, (low, code) => (low === cells.high[code] || Number.isNaN(low) ? low : undefined))
      : cells.members.map((members) => (members.length === 1 ? members[0] : undefined)),
  );
  const keys = new Set<string>();
  for (let row = 0; row < rows; row++) {
    const values = columns.map(({ codes }, column) => exact[column][codes[row]]);
    if (values.every((value) => value !== undefined)) keys.add(values.join("|"));
  }
  return keys;
}

import { KohortError, type Task } from "../base/index.ts";
import {
  type ConfusionMatrix,
  confusionMatrix,
  type Features,
  fitLogistic,
  fitTrees,
  likeliest,
  predictLogistic,
  predictTrees,
  type Scores,
  scoresOf,
} from "../learning/index.ts";
import { columnIndex, labelStrings, type Table } from "../table/index.ts";
import { numberOf, type Rows, type Shape } from "./rows.ts";
import { labelPlace } from "./training.ts";

/** How well a classifier that learned from some rows predicts others. */
export type Classification = Scores & { readonly confusion: ConfusionMatrix };

/** Reads a table's rows in the columns of a model; a category it does not know is not known. */
export function rowsLike(table: Table, shapes: readonly Shape[]): Rows {
  const columns = shapes.map((shape) => {
    const column = table.columns[columnIndex(table, shape.name)];
    const missing = new Set(column.missing);
    const places = shape.kind === "category" ? new Map(shape.labels.map((label, place) => [label, place])) : undefined;
    const valueOfLabel = labelStrings(column.labels).map((text, code) => {
      if (places !== undefined) return places.get(text) ?? Number.NaN;
      if (missing.has(code)) return Number.NaN;
      return column.numbers?.[code] ?? numberOf(text);
    });
    return Float64Array.from(column.codes, (code) => valueOfLabel[code]);
  });
  return { count: table.rows, columns };
}

/** Some rows, in the order given. */
export function takeOf(rows: Rows, chosen: ArrayLike<number>): Rows {
  const columns = rows.columns.map((column) => {
    const taken = new Float64Array(chosen.length);
    for (let i = 0; i < chosen.length; i++) taken[i] = column[chosen[i]];
    return taken;
  });
  return { count: chosen.length, columns };
}

/** The rows whose value in a column is known. */
export function withKnown(rows: Rows, place: number): Rows {
  const column = rows.columns[place];
  const known = Uint32Array.from(column, (_, row) => row).filter((row) => !Number.isNaN(column[row]));
  return known.length === rows.count ? rows : takeOf(rows, known);
}

/** The columns but one as features. */
export function featuresWithout(rows: Rows, shapes: readonly Shape[], place: number): Features {
  const columns = shapes.map(({ name, kind }, index) => ({ name, kind, values: rows.columns[index] }));
  return { rows: rows.count, columns: columns.filter((_, index) => index !== place) };
}

/** The classifiers there are: boosted trees, and logistic regression as a simple reference. */
export type ClassifierName = "trees" | "logistic";

/** A classifier learns the label from some rows and is judged on others. */
export function* classify(
  train: Rows,
  test: Rows,
  shapes: readonly Shape[],
  label: string,
  classifier: ClassifierName = "trees",
): Task<Classification> {
  const place = labelPlace(shapes, label);
  const { labels } = shapes[place] as Extract<Shape, { kind: "category" }>;
  if (labels.length < 2) {
    throw new KohortError("column", `the label "${label}" has only one value`, {
      hint: "name a column with at least two classes",
    });
  }
  const judged = withKnown(test, place);
  const [learned, asked] = [featuresWithout(train, shapes, place), featuresWithout(judged, shapes, place)];
  const [target, classes] = [train.columns[place], labels.length];
  const chances =
    classifier === "logistic"
      ? predictLogistic(yield* fitLogistic(learned, target, { classes }), asked)
      : predictTrees(
          yield* fitTrees(learned, target, { objective: classes === 2 ? "binary" : "multiclass", classes }),
          asked,
        );
  return judge(chances, judged.columns[place], labels);
}

/** Scores and confusion matrix of chances. */
export function judge(chances: Float64Array, truth: Float64Array, labels: readonly string[]): Classification {
  const confusion = confusionMatrix(truth, likeliest(chances, labels.length), labels);
  return { ...scoresOf(chances, truth, labels), confusion };
}

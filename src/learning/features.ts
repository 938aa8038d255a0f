import { few, KohortError } from "../base/index.ts";
import { type Column, columnIndex, labelStrings, type Table } from "../table/index.ts";

/** A column as a learner sees it: numbers, or codes of names; NaN where nothing is known. */
export type Feature = {
  readonly name: string;
  readonly kind: "number" | "category";
  readonly values: Float64Array;
  /** What the codes of a category mean. */
  readonly categories?: readonly string[];
};

/** The columns a learner learns from, all of the same length. */
export type Features = { readonly rows: number; readonly columns: readonly Feature[] };

/** The class of each row, and the names of the classes. */
export type ClassLabels = { readonly classes: readonly string[]; readonly target: Float64Array };

/** The columns of a table as features; those named are left out. */
export function featuresOf(table: Table, except: readonly string[] = []): Features {
  const columns = table.columns.filter((column) => !except.includes(column.name)).map(featureOf);
  return { rows: table.rows, columns };
}

function featureOf(column: Column): Feature {
  const { name, codes, labels, numbers, missing } = column;
  const unknown = new Set(missing);
  const known = Float64Array.from({ length: labels.size }, (_, code) => {
    if (unknown.has(code)) return Number.NaN;
    return column.kind === "category" ? code : numbers![code];
  });
  const values = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) values[row] = known[codes[row]];
  return column.kind === "category"
    ? { name, kind: "category", values, categories: labelStrings(labels) }
    : { name, kind: "number", values };
}

/** The column that is to be predicted, as classes in order of their names unless they are stated. */
export function labelOf(table: Table, name: string, stated?: readonly string[]): ClassLabels {
  const column = table.columns[columnIndex(table, name)];
  const texts = labelStrings(column.labels);
  const seen = new Uint8Array(texts.length);
  for (const code of column.codes) seen[code] = 1;
  const classes = stated ?? [...new Set(texts.filter((_, code) => seen[code] === 1))].sort();
  const place = new Map(classes.map((label, index) => [label, index]));
  const classOf = texts.map((text) => place.get(text) ?? -1);
  const target = Float64Array.from(column.codes, (code) => {
    const found = classOf[code];
    if (found >= 0) return found;
    throw new KohortError("input", `"${texts[code]}" is not a class of "${name}"`, {
      hint: `the classes are ${few(classes)}`,
    });
  });
  return { classes, target };
}

/** Some rows of features, in the order given. */
export function pickRows(features: Features, rows: ArrayLike<number>): Features {
  const columns = features.columns.map((column) => ({ ...column, values: pick(column.values, rows) }));
  return { rows: rows.length, columns };
}

/** Some of an array's values, in the order given. */
export function pick(values: Float64Array, rows: ArrayLike<number>): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]];
  return picked;
}

/** @file How the two engines want their SQL, where they differ. */

/** A field by its number, and the expressions that are its values. */
export type FieldValues = { readonly field: number; readonly values: readonly string[] };

/** The words of one engine's SQL. */
export type Dialect = {
  /** The type of texts. */
  readonly text: string;
  readonly identifier: (name: string) => string;
  readonly literal: (text: string) => string;
  /** Division of whole numbers, rounded down. */
  readonly divide: (a: string, b: string) => string;
  readonly matches: (text: string, pattern: string) => string;
  /** A column's value as text, as both engines write it. */
  readonly asText: (expression: string) => string;
  /** An aggregate: the values with their counts as one text `value:count …`, in the order of the values. */
  readonly histogram: (value: string, count: string) => string;
  /** A query that groups a relation by each of several fields: `field`, its values by the names given, and aggregates. */
  readonly byField: (
    relation: string,
    fields: readonly FieldValues[],
    names: readonly string[],
    sums: string,
  ) => string;
  /** One of so many parts, counted from 0, into which rows fall by columns. */
  readonly part: (columns: string, parts: number) => string;
  /** A statement that keeps the result of a query as a table. */
  readonly create: (table: string, select: string) => string;
};

const plain = (expression: string, type: string): string => `coalesce(CAST(${expression} AS ${type}), '')`;

/** One query per field, all in one statement. */
function eachGrouped(relation: string, fields: readonly FieldValues[], names: readonly string[], sums: string): string {
  const selects = fields.map(({ field, values }) => {
    const named = values.map((value, i) => `${value} AS ${names[i]}`);
    return `SELECT ${field} AS field, ${named.join(", ")}, ${sums} FROM ${relation} GROUP BY ${values.join(", ")}`;
  });
  return selects.join(" UNION ALL ");
}

/** Every row once per field, beside its own columns: the relation is read once. */
function stacked(relation: string, fields: readonly FieldValues[], names: readonly string[]): string {
  const all = fields.flatMap(({ field, values }) => [field, ...values]);
  return `SELECT stack(${fields.length}, ${all.join(", ")}) AS (field, ${names.join(", ")}), * FROM ${relation}`;
}

/** DuckDB's SQL. */
export const duckdbDialect: Dialect = {
  text: "VARCHAR",
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  divide: (a, b) => `(${a} // ${b})`,
  matches: (text, pattern) => `regexp_matches(${text}, '${pattern.replaceAll("'", "''")}')`,
  asText: (expression) => plain(expression, "VARCHAR"),
  histogram: (value, count) => `string_agg(${value} || ':' || ${count}, ' ' ORDER BY ${value})`,
  byField: eachGrouped,
  part: (columns, parts) => `CAST(hash(${columns}) % ${parts} AS INTEGER)`,
  create: (table, select) => `CREATE TABLE ${table} AS ${select}`,
};

/** Spark's SQL; tables that are kept become Parquet files below a folder. */
export function sparkDialect(folder: string): Dialect {
  const literal = (text: string): string =>
    `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
  return {
    text: "STRING",
    identifier: (name) => `\`${name.replaceAll("`", "``")}\``,
    literal,
    divide: (a, b) => `(${a} DIV ${b})`,
    matches: (text, pattern) => `(${text} RLIKE ${literal(pattern)})`,
    asText: (expression) => plain(expression, "STRING"),
    histogram: (value, count) =>
      `array_join(transform(array_sort(collect_list(named_struct('v', ${value}, 'c', ${count}))), x -> concat(x.v, ':', x.c)), ' ')`,
    byField: (relation, fields, names, sums) =>
      `SELECT field, ${names.join(", ")}, ${sums} FROM (${stacked(relation, fields, names)}) k GROUP BY field, ${names.join(", ")}`,
    part: (columns, parts) => `CAST(pmod(hash(${columns}), ${parts}) AS INT)`,
    create: (table, select) =>
      `CREATE TABLE ${table} USING parquet LOCATION ${literal(`${folder}/${table}`)} AS ${select}`,
  };
}

/** @file How the two engines want their SQL, where they differ. */

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
  /** A statement that keeps the result of a query as a table. */
  readonly create: (table: string, select: string) => string;
};

const plain = (expression: string, type: string): string => `coalesce(CAST(${expression} AS ${type}), '')`;

/** DuckDB's SQL. */
export const duckdbDialect: Dialect = {
  text: "VARCHAR",
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  divide: (a, b) => `(${a} // ${b})`,
  matches: (text, pattern) => `regexp_matches(${text}, '${pattern.replaceAll("'", "''")}')`,
  asText: (expression) => plain(expression, "VARCHAR"),
  histogram: (value, count) => `string_agg(${value} || ':' || ${count}, ' ' ORDER BY ${value})`,
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
    create: (table, select) =>
      `CREATE TABLE ${table} USING parquet LOCATION ${literal(`${folder}/${table}`)} AS ${select}`,
  };
}

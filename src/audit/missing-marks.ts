/** @file Texts that often mean "not known" and are not read as that: pointed out, or written into a spec. */
import { report, type Task } from "../base/index.ts";
import type { InputSpec } from "../spec/index.ts";
import {
  type Column,
  isOneList,
  likelyMissing,
  type MissingMarks,
  marksFor,
  readingOf,
  type Table,
  withMoreMissing,
} from "../table/index.ts";

/** What a column has that most likely means "not known". */
export type LikelyMarks = {
  readonly name: string;
  readonly marks: readonly { readonly value: string; readonly rows: number }[];
};

/** Columns that one sentence names. */
const mostColumns = 5;

/** Points out texts that often mean "not known", but for columns of which a spec or a flag says what does. */
export function missingWarnings(columns: readonly Column[], stated: MissingMarks | undefined): string[] {
  const found = columns.flatMap((column) => {
    const marks = isStated(stated, column.name) ? [] : likelyMissing(column);
    return marks.length === 0 ? [] : [{ name: column.name, marks }];
  });
  return markWarnings(found, stated);
}

/** Whether it is said of a column by its name what means "not known" there. */
export function isStated(marks: MissingMarks | undefined, name: string): boolean {
  return marks !== undefined && !isOneList(marks) && Object.hasOwn(marks, name);
}

/** One sentence on the marks of columns, and the flags that say of the first whether they mean "not known". */
export function markWarnings(found: readonly LikelyMarks[], stated: MissingMarks | undefined): string[] {
  const [first] = found;
  if (first === undefined) return [];
  const flag = (marks: readonly string[]): string => `\`missing: ${JSON.stringify({ [first.name]: marks })}\``;
  const usual = marksFor(stated, first.name);
  const yes = flag([...usual, ...first.marks.map(({ value }) => value)]);
  return [
    `${markSentence(found)}; \`missing\` or input.missing says whether that means missing (yes: ${yes}, no: ${flag(usual)})`,
  ];
}

/** `column "country" has 14 × "NA"`, for five columns at most. */
export function markSentence(found: readonly LikelyMarks[]): string {
  const of = found.slice(0, mostColumns).map((one) => `column "${one.name}" has ${markCounts(one)}`);
  const more = found.length > mostColumns ? [`and ${found.length - mostColumns} more`] : [];
  return [...of, ...more].join(", ");
}

/** `14 × "NA" and 2 × "?"`. */
export function markCounts({ marks }: LikelyMarks): string {
  return marks.map(({ value, rows }) => `${rows} × "${value}"`).join(" and ");
}

/** A table read with what most likely means "not known" as missing, and how it is read so. */
export type MarkedTable = {
  readonly table: Table;
  /** As given where nothing was found. */
  readonly input: InputSpec | undefined;
  readonly found: readonly LikelyMarks[];
};

/**
 * Reads as missing what most likely means "not known", in columns of which nothing is said; `kinds` are the columns
 * whose kind is stated.
 */
export function* markLikely(
  table: Table,
  input: InputSpec | undefined,
  kinds: readonly string[] = [],
): Task<MarkedTable> {
  const stated = input?.missing;
  if (stated !== undefined && (isOneList(stated) || Object.hasOwn(stated, "*"))) return { table, input, found: [] };
  const columns: Column[] = [];
  const found: LikelyMarks[] = [];
  const missing: [name: string, marks: readonly string[]][] = Object.entries(stated ?? {});
  for (const column of table.columns) {
    yield* report("inspect", columns.length, table.columns.length);
    const { name } = column;
    const marks = isStated(stated, name) || name === "*" || name === "__proto__" ? [] : likelyMissing(column);
    const values = marks.map(({ value }) => value);
    const reading = readingOf(name, {
      decimal: input?.decimal,
      dates: input?.dates,
    });
    columns.push(withMoreMissing(column, values, kinds.includes(name), reading));
    if (marks.length === 0) continue;
    found.push({ name, marks });
    missing.push([name, column.bare === undefined ? ["", ...values] : values]);
  }
  if (found.length === 0) return { table, input, found };
  return { table: { ...table, columns }, input: { ...input, missing: Object.fromEntries(missing) }, found };
}

import { type AsyncBuffer, parquetMetadataAsync, parquetRead, type SchemaElement } from "hyparquet";
import { KohortError } from "../../base/index.ts";
import {
  type Column,
  categoryColumn,
  marksFor,
  missingCodes,
  type ReadOptions,
  type ReadResult,
  readingNotes,
  readingOf,
  statedKind,
  withKind,
  withoutMissing,
} from "../../table/index.ts";

/** Reads a Parquet file: every column as text first, then by the kind its values have. */
export async function readParquet(blob: Blob, options: ReadOptions): Promise<ReadResult> {
  const file: AsyncBuffer = {
    byteLength: blob.size,
    slice: (start, end) => blob.slice(start, end).arrayBuffer(),
  };
  const columns = await columnsOf(file).catch((cause: unknown) => {
    throw new KohortError("input", `the file cannot be read as Parquet: ${String(cause).replace(/^Error: /, "")}`, {
      hint: "files compressed with Snappy or not at all can be read here; others can be written again or as CSV",
      where: options.source,
      cause,
    });
  });
  const rows = columns[0]?.codes.length ?? 0;
  if (rows === 0) throw new KohortError("input", "the file has no records", { where: options.source });
  const whole = { rows, columns: columns.map((column) => kindOf(column, options)) };
  const notes = whole.columns.flatMap((column) =>
    readingNotes(column, statedKind(options.kinds, column.name), readingOf(column.name, options)),
  );
  const table = options.dropMissing === true ? withoutMissing(whole) : whole;
  return {
    table,
    dialect: { delimiter: ",", encoding: "utf-8", bom: false, newline: "\n" },
    rowsRead: rows,
    leftOut: rows - table.rows,
    blankLines: 0,
    notes: notes.length === 0 ? undefined : notes,
  };
}

function kindOf(column: Column, options: ReadOptions): Column {
  const { kinds, missing } = options;
  const marked = { ...column, missing: missingCodes(column.labels, ["", ...marksFor(missing, column.name, [])]) };
  return withKind(marked, statedKind(kinds, column.name), readingOf(column.name, options));
}

async function columnsOf(file: AsyncBuffer): Promise<Column[]> {
  const stored = await parquetMetadataAsync(file);
  const fields = stored.schema.filter(({ num_children }) => num_children === undefined);
  const scales = new Map(fields.map((field) => [field.name, scaleOf(field)]));
  const names = fields.map(({ name }) => name);
  const values = new Map(names.map((name) => [name, [] as string[]]));
  await parquetRead({
    file,
    metadata: { ...stored, schema: stored.schema.map(withoutScale) },
    utf8: false,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const texts = values.get(columnName);
      if (texts === undefined) return;
      const scale = scales.get(columnName);
      for (let i = 0; i < columnData.length; i++) {
        texts[rowStart + i] = scale === undefined ? textOf(columnData[i]) : decimalText(columnData[i], scale);
      }
    },
  });
  return names.map((name) => categoryColumn(name, values.get(name)!));
}

/** How many of a decimal's digits stand behind the point; undefined for what is no decimal. */
function scaleOf({ converted_type, logical_type, scale }: SchemaElement): number | undefined {
  if (logical_type?.type === "DECIMAL") return logical_type.scale;
  return converted_type === "DECIMAL" ? (scale ?? 0) : undefined;
}

/** A decimal as the whole number that is stored: as a double it would lose digits. */
function withoutScale(field: SchemaElement): SchemaElement {
  if (scaleOf(field) === undefined) return field;
  const { converted_type: _, logical_type: __, ...plain } = field;
  return plain;
}

/** A decimal with every digit that the file has of it. */
function decimalText(value: unknown, scale: number): string {
  const isWhole = typeof value === "number" || typeof value === "bigint";
  if (!isWhole && !(value instanceof Uint8Array)) return textOf(value);
  const whole = isWhole ? BigInt(value) : wholeIn(value);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const sign = whole < 0n ? "-" : "";
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The whole number that bytes are in two's complement, highest byte first. */
function wholeIn(bytes: Uint8Array): bigint {
  let whole = 0n;
  for (const byte of bytes) whole = whole * 256n + BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, whole);
}

/** A value as it would stand in a CSV file. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) {
    const text = value.toISOString();
    return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.replace(/\.000Z$/, "Z");
  }
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

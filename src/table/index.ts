export { checkTable } from "./check-table.ts";
export { delimiterByte, emptyFile, type Head, headNames, readHead } from "./csv-head.ts";
export { brokenPart, mergeParts, type ReadResult, wantedColumns } from "./csv-merge.ts";
export type { ReadOptions } from "./csv-options.ts";
export { type CsvPart, openCsvPart, type PartOptions, type PartReader, partBuffers } from "./csv-part.ts";
export { type CsvReader, openCsv, readCsv, readCsvResult } from "./csv-reader.ts";
export { csvBlocks, csvHeader, encodeFields, type WriteDialect, type WriteOptions } from "./csv-writer.ts";
export { type DateForm, dateForms, daysSince1970, readDate } from "./date-text.ts";
export {
  type DecimalMark,
  type DecimalMarks,
  decimalColumns,
  decimalFor,
  decimalMarks,
  readLike,
  withPoints,
  writtenCell,
  writtenLike,
  writtenText,
} from "./decimal-mark.ts";
export { type Dialect, type SplitRecord, splitRecord } from "./dialect.ts";
export { codeOf, type Dictionary, labelsOf, newDictionary } from "./dictionary.ts";
export { isUtf8 } from "./encoding.ts";
export { figureNamed, nameLike, type ValueForm } from "./header.ts";
export { foldIdentifiers, identifierKey } from "./identifiers.ts";
export {
  type JsonOptions,
  type JsonReader,
  openJsonLines,
  readingJson,
  readJson,
  readJsonResult,
} from "./json-reader.ts";
export { type JsonWriteOptions, jsonBlocks } from "./json-writer.ts";
export {
  describeEvidence,
  describeKind,
  evidence,
  gatherEvidence,
  type KindEvidence,
  likelyMissing,
  tellingMarks,
} from "./kind-evidence.ts";
export { type Pause, readingNotes, readingOf, statedKind, withKind, withMoreMissing } from "./kinds.ts";
export { compareLabels, type Labels, labelAt, labelStrings, labelsFrom } from "./labels.ts";
export {
  droppingRows,
  isOneList,
  type MissingMarks,
  markedColumns,
  marksFor,
  missingCodes,
  takeRows,
  takingRows,
  withoutMissing,
} from "./missing.ts";
export { canonicalOrder, fieldRanks, sortRows, splitRows } from "./order.ts";
export { type Fields, type RowChoice, rowBlocks } from "./row-blocks.ts";
export { fromSafeCell, fromSafeCells, safeCell } from "./safe-cells.ts";
export { type FoldedColumn, foldSpelling, type Spelling, spellingKey, spellings, valueKey } from "./spelling.ts";
export {
  atOnce,
  type Codes,
  type Column,
  categoryColumn,
  cell,
  columnIndex,
  type Kind,
  labelCounts,
  newCodes,
  type Table,
} from "./table.ts";
export { writeCsv, writeDialect, writeJson } from "./write.ts";

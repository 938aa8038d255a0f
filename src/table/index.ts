export { type Labels, labelAt, labelStrings, labelsFrom } from "./labels.ts";
export {
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

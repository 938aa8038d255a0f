export { uncodedValue } from "./check.ts";
export {
  type BottomCoding,
  type ListGrouping,
  type RareGrouping,
  type Rounding,
  type TopCoding,
  type Transformation,
  type TransformationEntry,
  transformations,
} from "./registry.ts";
export { resolveTransformations, type Transformed, transformColumn } from "./transform.ts";

export { untransformedValue } from "./check.ts";
export { otherName, type Transformation, transformations } from "./registry.ts";
export { groupedNames, resolveTransformations, roundedTo, transformColumn } from "./transform.ts";

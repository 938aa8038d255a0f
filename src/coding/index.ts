export { uncodedValue } from "./check.ts";
export { type Transformation, transformations } from "./registry.ts";
export { resolveTransformations, transformColumn } from "./transform.ts";

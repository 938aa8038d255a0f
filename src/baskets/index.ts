export { basketsIn } from "./basket.ts";
export { generaliseItems, publishedItems } from "./generalise.ts";
export { rarestOf } from "./supports.ts";

export { basketsIn } from "./basket.ts";
export { fewestFitting } from "./fitting.ts";
export { generaliseItems, publishedItems } from "./generalise.ts";
export { rarestOf } from "./supports.ts";

export { type Finer, type Missing, type Why, type WhyCell, type WhyOptions, why } from "./why.ts";
export { whySentences } from "./why-words.ts";

export { type FinerValue, type RecordShortfall, type Why, type WhyCell, type WhyOptions, why } from "./why.ts";
export { whySentences } from "./why-words.ts";

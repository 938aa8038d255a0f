export { type AttackOptions, attack } from "./attack.ts";
export { type Examination, type ExamineOptions, examine } from "./examine.ts";

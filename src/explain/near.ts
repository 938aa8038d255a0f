/** @file Words that have no page of their own, and the pages that tell most of what they stand for. */

/** Per word the names of three topics. */
export const nearTopics: Readonly<Record<string, readonly [string, string, string]>> = {
  certificate: ["audit", "recipe", "cohort"],
  certificates: ["audit", "recipe", "cohort"],
  "date-form": ["dates", "input", "hierarchy"],
  household: ["quasi-identifier", "combinations", "cohort"],
  report: ["risk", "disclosure", "ncp"],
  salt: ["key", "pseudonym", "recipe"],
  verify: ["audit", "recipe", "cohort"],
  weight: ["loss", "aggregate", "quasi-identifier"],
  weights: ["loss", "aggregate", "quasi-identifier"],
};

export type { AttackEntry, Finding, Impossibility, Outcome } from "./attack.ts";
export { type AttackName, attackCalled, attackNames, attacks } from "./registry.ts";
export { cohortsFor, type KnownColumn, type ReleaseView, rankIn, ranksCovered, viewRelease } from "./release-view.ts";
export {
  type Findings,
  notTried,
  openScene,
  runAttacks,
  type SceneOptions,
  type SkippedAttack,
  usualTargets,
} from "./run-attacks.ts";
export type { Scene } from "./scene.ts";
export { countedColumn } from "./sensitive-view.ts";
export { tellStory } from "./story.ts";

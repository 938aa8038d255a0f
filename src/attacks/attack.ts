import type { Task } from "../base/index.ts";
import type { Scene } from "./scene.ts";
import type { SensitiveView } from "./sensitive-view.ts";

/** What an attack came to: how often it succeeded and how often somebody would who does not look at the release. */
export type Outcome = {
  /** Successes, or their expected number. */
  readonly successes: number;
  /** How many people or claims were attacked. */
  readonly targets: number;
  /** The share of successes of somebody who guesses blindly. */
  readonly baseline: number;
  /** The largest chance that the release's goals allow for anybody, and the largest that was found. */
  readonly promise?: { readonly atMost: number; readonly highest: number };
  /** What was found, as a clause: `the right record is picked for 6 % of people`. */
  readonly says: string;
  /** Further figures. */
  readonly details?: Readonly<Record<string, unknown>>;
};

/** Why an attack cannot be tried here. */
export type Impossibility = { readonly impossible: string };

/** An attack as the registry knows it. */
export type AttackEntry = {
  readonly title: string;
  /** What it does, in one sentence for people. */
  readonly sentence: string;
  /** What the attacker has to know. */
  readonly knows: string;
  /** What helps against it. */
  readonly mitigation: string;
  /** Other names it goes by. */
  readonly also: readonly string[];
} & (
  | { readonly sensitive: false; readonly run: (scene: Scene) => Task<Outcome | Impossibility> }
  /** One that is after a sensitive column, and so is tried once for each. */
  | {
      readonly sensitive: true;
      readonly run: (scene: Scene, sensitive: SensitiveView) => Task<Outcome | Impossibility>;
    }
);

/** An attack on a release, with its verdict. */
export type Finding = {
  readonly attack: string;
  /** The sensitive column it was after. */
  readonly attribute?: string;
  /** The share of targets for whom it succeeded, exactly or as expected from what each cohort covers. */
  readonly success: number;
  /** The share for whom a blind guess would have. */
  readonly baseline: number;
  /** The 95 % Wilson interval of the success. */
  readonly interval: readonly [low: number, high: number];
  /** Whether it does better than a blind guess, and than what the goals of the release allow where they speak of it. */
  readonly exposed: boolean;
  readonly verdict: string;
  readonly targets: number;
  readonly details: Readonly<Record<string, unknown>>;
};

import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { type RiskPresetName, riskPresets } from "../risk/index.ts";
import type { Distance } from "./distance.ts";
import type { Reference } from "./model.ts";
import type { PrivacyGoal } from "./registry.ts";

/** A setting whose number is to be chosen from the table. */
export const auto = "auto";

/** `{ "model": "k-anonymity", "k": "auto", "preset": "controlled" }`: the least k that meets a preset, or the knee. */
export type AutoK = {
  readonly model: "k-anonymity";
  readonly k: "auto";
  readonly preset?: RiskPresetName;
};

/** `{ "model": "l-diversity", "l": "auto" }`: the largest l that keeps the loss within a factor of that without it. */
export type AutoL = {
  readonly model: "l-diversity";
  readonly attribute?: string;
  readonly l: "auto";
  readonly variant?: "distinct" | "entropy";
  /** The factor; 2 unless stated. */
  readonly within?: number;
};

/** `{ "model": "t-closeness", "t": "auto" }`: the smallest t that keeps the loss within a factor of that without it. */
export type AutoT = {
  readonly model: "t-closeness";
  readonly attribute?: string;
  readonly t: "auto";
  readonly distance?: Distance;
  readonly reference?: Reference;
  /** The factor; 2 unless stated. */
  readonly within?: number;
};

/** A goal whose number is to be chosen. */
export type AutoGoal = AutoK | AutoL | AutoT;

/** A goal as a spec may state it: with its number, or to be chosen. */
export type StatedGoal = PrivacyGoal | AutoGoal;

/** A number as its schema says, or `auto`. */
export function orAuto(schema: z.ZodMiniType<number>): z.ZodMiniType<number | "auto"> {
  return z.union([schema, z.literal(auto)]);
}

/** The names of presets as a setting beside `k: "auto"`. */
export const presetKey: { readonly preset: z.ZodMiniType<RiskPresetName | undefined> } = {
  preset: explained(
    "With k auto: the least k that meets this preset; the knee of loss against risk unless stated.",
    z.optional(z.enum(Object.keys(riskPresets) as [RiskPresetName, ...RiskPresetName[]])),
  ),
};

/** The loss that is allowed, as a factor, beside `l: "auto"` and `t: "auto"`. */
export const withinKey: { readonly within: z.ZodMiniType<number | undefined> } = {
  within: explained(
    "With auto: how many times the loss without this requirement may be lost.",
    z.optional(z.number().check(z.minimum(1))),
    2,
  ),
};

/** Whether a goal still waits for its number. */
export function isAuto(goal: StatedGoal): goal is AutoGoal {
  return ["k", "l", "t"].some((key) => (goal as Record<string, unknown>)[key] === auto);
}

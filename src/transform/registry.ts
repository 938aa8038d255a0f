import * as z from "zod/mini";
import { explained } from "../base/index.ts";

/** Values above a limit are published as the limit. */
export type TopCoding = { readonly kind: "top"; readonly at: number | string };

/** Values below a limit are published as the limit. */
export type BottomCoding = { readonly kind: "bottom"; readonly at: number | string };

/** Numbers are published as the nearest multiple of a width. */
export type Rounding = { readonly kind: "round"; readonly to: number };

/** Names that few records have are published under one name. */
export type RareGrouping = { readonly kind: "rare"; readonly below: number; readonly as?: string };

/** Names that are not listed, or that few records have, are published under one name. */
export type ListGrouping = {
  readonly kind: "group";
  readonly keep: readonly string[];
  readonly below?: number;
  readonly as?: string;
};

/** What is done to the values of a column before anything else. */
export type Transformation = TopCoding | BottomCoding | Rounding | RareGrouping | ListGrouping;

/** The name of what is not named itself. */
export const otherName = "other";

/** A transformation as the registry knows it. */
export type TransformationEntry = {
  /** What it does, in one sentence for people. */
  readonly sentence: string;
  readonly schema: z.ZodMiniType;
};

const limit = explained("The limit: a number, or a day as the column writes it.", z.union([z.number(), z.string()]));
const below = z.int().check(z.minimum(2));
const as = explained(
  "The one name that the others are published under.",
  z.optional(z.string().check(z.minLength(1))),
  otherName,
);

/** Every transformation by name; the spec, the command line and the docs read this. */
export const transformations: Readonly<Record<Transformation["kind"], TransformationEntry>> = {
  top: {
    sentence: "Top coding: values above a limit are published as the limit.",
    schema: z.strictObject({ kind: z.literal("top"), at: limit }),
  },
  bottom: {
    sentence: "Bottom coding: values below a limit are published as the limit.",
    schema: z.strictObject({ kind: z.literal("bottom"), at: limit }),
  },
  round: {
    sentence: "Rounding: numbers are published as the nearest multiple of a width, halves upward.",
    schema: z.strictObject({
      kind: z.literal("round"),
      to: explained("The width whose multiples are published.", z.number().check(z.gt(0))),
    }),
  },
  rare: {
    sentence: "Rare categories: names that fewer records have than stated are published under one name.",
    schema: z.strictObject({
      kind: z.literal("rare"),
      below: explained("Names that fewer records have are rare.", below),
      as,
    }),
  },
  group: {
    sentence:
      "A list of categories: names that are not in it, or that fewer records have than stated, are published under one name.",
    schema: z.strictObject({
      kind: z.literal("group"),
      keep: explained("The names that stay, with commas between.", z.array(z.string())),
      below: explained("Listed names that fewer records have do not stay.", z.optional(below)),
      as,
    }),
  },
};

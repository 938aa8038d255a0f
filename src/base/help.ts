/**
 * @file What settings mean, said once beside the schema that checks them. The JSON Schema that editors read, the forms of
 * the studio and `kohort explain` all take it from here.
 */
import * as z from "zod/mini";

/** What a setting does, and what holds when a spec says nothing of it. */
export type Help = { readonly description: string; readonly default?: boolean | number | string };

/** What is said of each setting, by its schema. */
export const help: z.core.$ZodRegistry<Help> = z.registry<Help>();

/** A setting with one sentence that says what it does, and the value it has unless stated, where it has one. */
export function explained<Schema extends z.ZodMiniType>(
  description: string,
  schema: Schema,
  usual?: boolean | number | string,
): Schema {
  help.add(schema, { description, default: usual });
  return schema;
}

/** A setting that is on or off. */
export function toggle(description: string, usual: boolean): z.ZodMiniOptional<z.ZodMiniBoolean> {
  return explained(description, z.optional(z.boolean()), usual);
}

/** A setting that is a whole number, at least so large. */
export function wholeNumber(
  description: string,
  least: number,
  usual?: number,
): z.ZodMiniOptional<z.ZodMiniNumberFormat> {
  return explained(description, z.optional(z.int().check(z.minimum(least))), usual);
}

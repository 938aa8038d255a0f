import * as z from "zod/mini";
import { didYouMean, explained, KohortError } from "../base/index.ts";
import type { BuildContext } from "./context.ts";
import { readHierarchy } from "./files.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** A hierarchy file as `kohort.json` names it. */
export type FileSetting = {
  readonly kind: "file";
  readonly path: string;
  /** What separates labels; found out among `;`, tab and `,` unless stated. */
  readonly delimiter?: string;
};

/** Checks a file setting. */
export const fileSchema: z.ZodMiniType<FileSetting> = z.strictObject({
  kind: z.literal("file"),
  path: explained(
    "The file with a line per value, then its groups from the smallest on.",
    z.string().check(z.minLength(1)),
  ),
  delimiter: explained(
    "What separates the labels of a line; found out unless stated.",
    z.optional(z.string().check(z.minLength(1))),
  ),
});

/** Names a hierarchy file: `hierarchyFile("age.csv")` is `{ kind: "file", path: "age.csv" }`. */
export function hierarchyFile(path: string, options: Omit<FileSetting, "kind" | "path"> = {}): FileSetting {
  return { kind: "file", path, ...options };
}

/** Reads the hierarchy out of the bytes that the host handed in for the path. */
export function fileHierarchy(_values: readonly string[], options: FileSetting, context: BuildContext = {}): Hierarchy {
  const { path, delimiter } = options;
  const bytes = context.files?.get(path);
  if (bytes === undefined) {
    throw new KohortError("file", `hierarchy file "${path}" is not there`, {
      hint: didYouMean(path, [...(context.files?.keys() ?? [])], "files"),
      where: context.name,
    });
  }
  return readHierarchy(bytes, { delimiter, where: path }).hierarchy;
}

import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { KohortError } from "../base/index.ts";
import { keyFrom } from "../identifiers/index.ts";

/** Bytes past which a file is surely no key. */
const mostBytes = 0x1_0000;

/**
 * The secret for replacing identifiers: from the file named, else from the environment, else none. A file that others
 * may read is refused, and no error ever quotes a key.
 */
export function readKey(path: string | undefined, inEnvironment: string | undefined): Uint8Array | undefined {
  if (path !== undefined) return keyFrom(privateBytes(path), `"${path}"`);
  if (inEnvironment === undefined || inEnvironment === "") return undefined;
  return keyFrom(new TextEncoder().encode(inEnvironment), "KOHORT_KEY");
}

/** The text of a recipe's key; a file that others may read is refused. */
export function readRecipeKey(path: string): string {
  return new TextDecoder().decode(privateBytes(path, Number.POSITIVE_INFINITY));
}

/** Where the key of a recipe lies. */
export function recipeKeyPath(recipe: string): string {
  return `${recipe.replace(/\.json$/i, "")}.key.json`;
}

function privateBytes(path: string, most: number = mostBytes): Uint8Array {
  const file = openSync(path, "r");
  try {
    const { mode, size } = fstatSync(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new KohortError("file", `the key file "${path}" can be read by others`, {
        hint: `make it yours alone: chmod 600 ${path}`,
      });
    }
    if (size > most) {
      throw new KohortError("file", `the key file "${path}" has ${size} bytes, which is too long for a key`, {
        hint: "make one with `openssl rand -hex 32`",
      });
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

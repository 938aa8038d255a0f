import {
  append,
  formatCount,
  formatNumber,
  hmacSha256,
  type KeyedHash,
  KohortError,
  type Task,
} from "../base/index.ts";
import { type Column, columnIndex, labelAt, labelCounts, type Table } from "../table/index.ts";
import { formatKeeping, type PermutationOf } from "./format.ts";
import { feistelPermutations, ff1Permutations } from "./format-schemes.ts";
import { hashing, naming } from "./keyed.ts";
import { masking, redacting } from "./mask.ts";
import { type Format, type Replacement, replacements } from "./registry.ts";
import { relabel } from "./relabel.ts";
import { shiftDates } from "./shift-dates.ts";

/** A table whose identifying columns are replaced, and what its publisher should know. */
export type ReplacedTable = { readonly table: Table; readonly warnings: readonly string[] };

/** Replaces columns by name; those that need a key take the one given, and refuse to go on without. */
export function* replaceIdentifiers(
  table: Table,
  asked: ReadonlyMap<string, Replacement>,
  key: Uint8Array | undefined,
): Task<ReplacedTable> {
  const columns = [...table.columns];
  const warnings: string[] = [];
  const keyed = key === undefined ? undefined : hmacSha256(key);
  for (const [name, replacement] of asked) {
    const index = columnIndex(table, name);
    if (replacements[replacement.kind].keyed && keyed === undefined) {
      throw new KohortError("usage", `column "${name}" is to be replaced by ${replacement.kind}, which needs a key`, {
        hint: "give it with `key`, or put it into the environment as KOHORT_KEY",
      });
    }
    const column = table.columns[index];
    const replaced = yield* replaceColumn(table, column, replacement, keyed);
    refuseMerged(column, replaced, replacement);
    if (replacement.kind === "mask") {
      refuseBare(column, replacement.keep);
      append(warnings, stillAlone(replaced));
    }
    columns[index] = replaced;
  }
  return { table: { rows: table.rows, columns }, warnings };
}

function replaceColumn(
  table: Table,
  column: Column,
  replacement: Replacement,
  keyed: KeyedHash | undefined,
): Task<Column> {
  switch (replacement.kind) {
    case "redact":
      return relabel(column, redacting(replacement.text ?? "[redacted]"));
    case "mask":
      return relabel(column, masking(replacement.from ?? "right", replacement.keep, replacement.with ?? "*"));
    case "hash":
      return relabel(column, hashing(keyed!, replacement.length ?? 64, replacement.domain));
    case "pseudonym": {
      const { prefix = "", length = 16, domain = "" } = replacement;
      return relabel(column, naming(keyed!, prefix, length, domain));
    }
    case "format":
      return relabel(column, formatKeeping(schemeOf(replacement, column.name, keyed!)));
    case "shift-dates": {
      const person = table.columns[columnIndex(table, replacement.by)];
      return shiftDates(column, person, keyed!, { days: replacement.days ?? 365, domain: replacement.domain ?? "" });
    }
  }
}

function schemeOf({ scheme = "ff1", domain = "" }: Format, column: string, keyed: KeyedHash): PermutationOf {
  return scheme === "ff1" ? ff1Permutations(keyed, { domain, column }) : feistelPermutations(keyed, domain);
}

/** Names so short that two people got the same one would join what belongs apart. */
function refuseMerged(before: Column, after: Column, { kind }: Replacement): void {
  if ((kind !== "hash" && kind !== "pseudonym") || after.labels.size === before.labels.size) return;
  throw new KohortError("infeasible", `two values of column "${before.name}" would get the same ${kind}`, {
    hint: "ask for a larger length",
  });
}

/** A value that is no longer than what a mask keeps would be published as it is. */
function refuseBare({ name, labels, missing }: Column, keep: number): void {
  const isMissing = new Set(missing);
  let bare = 0;
  for (let code = 0; code < labels.size; code++) {
    if (!isMissing.has(code) && [...labelAt(labels, code)].length <= keep) bare++;
  }
  if (bare === 0) return;
  const values = bare === 1 ? "1 value" : `${formatNumber(bare)} values`;
  throw new KohortError("infeasible", `the mask of column "${name}" hides nothing of ${values}`, {
    hint: `keep fewer than ${formatCount(keep, "character")}`,
  });
}

function stillAlone(column: Column): string[] {
  const missing = new Set(column.missing);
  const alone = labelCounts(column).reduce((sum, count, code) => sum + +(count === 1 && !missing.has(code)), 0);
  if (alone === 0) return [];
  const values = alone === 1 ? "1 masked value" : `${alone} masked values`;
  return [`${values} of column "${column.name}" still belong to one record each; keep fewer characters`];
}

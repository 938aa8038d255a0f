/** @file How the input is to be read, as the spec and the flags on top of it say. */
import { attributesFromFlags, type InputSpec, type Spec, specFlagsFrom, specFromFlags } from "../spec/index.ts";
import { type Table, withKind } from "../table/index.ts";
import { type Parsed, valuesOf } from "./parse.ts";

/** The part of the spec that says how to read, with what the flags say about it. */
export function inputSpecOf(parsed: Parsed, base: Spec | undefined): InputSpec {
  const { delimiter, format, missing, dropMissing } = specFlagsFrom(parsed.values);
  const bare: Spec = {
    version: 1,
    attributes: { any: { role: "insensitive" } },
    privacy: [{ model: "k-anonymity", k: 1 }],
    ...(base?.input === undefined ? {} : { input: base.input }),
  };
  return specFromFlags({ delimiter, format, missing, dropMissing }, bare, []).input ?? {};
}

/** The table with the kinds that `--kind` states in place of the inferred ones. */
export function withStatedKinds(table: Table, parsed: Parsed, source: string): Table {
  const kind = valuesOf(parsed, "kind");
  if (kind.length === 0) return table;
  const names = table.columns.map((column) => column.name);
  const bare: Spec = {
    version: 1,
    attributes: Object.fromEntries(names.map((name) => [name, { role: "insensitive" }])),
    privacy: [{ model: "k-anonymity", k: 1 }],
  };
  const stated = attributesFromFlags({ kind }, bare, names);
  const columns = table.columns.map((column) => {
    const asked = stated[column.name]?.kind;
    return asked === undefined ? column : withKind(column, asked, source);
  });
  return { ...table, columns };
}

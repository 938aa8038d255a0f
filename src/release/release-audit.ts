import type { Audit, AuditOptions } from "../audit/index.ts";
import { KohortError } from "../base/index.ts";
import { hasStars } from "../problem/index.ts";
import { columnsWith } from "../spec/index.ts";
import {
  type DecimalMark,
  fromSafeCell,
  isOneList,
  type MissingMarks,
  type ReadOptions,
  safeCell,
  type Table,
} from "../table/index.ts";
import type { Release } from "./release.ts";

/** What the audit of a written release needs to know of it. */
export type AuditSubject = Pick<Release, "table" | "spec" | "problem" | "suppressed" | "original" | "persons"> & {
  /** Whether ranges end where no record needs to lie, as those of a recipe do. */
  readonly widened?: true;
};

/**
 * How the bytes of a release are read again: only the columns that are measured, sensitive ones with their kinds; all
 * columns where a record may carry nothing, which only all of them tell.
 */
export function rereadOptions(
  { spec, table, problem, original }: AuditSubject,
  safeCells = false,
): Required<Pick<ReadOptions, "kinds" | "missing" | "only" | "released" | "decimal">> {
  const sensitive = columnsWith(spec, "sensitive");
  const kinds = Object.fromEntries(
    original.columns.flatMap(({ name, kind }) =>
      sensitive.includes(name) ? [[safeCells ? safeCell(name) : name, kind]] : [],
    ),
  );
  const others = Object.keys(spec.attributes).filter((name) => {
    const { transform, separator } = spec.attributes[name];
    return transform !== undefined || separator !== undefined;
  });
  const quasi = problem.attributes.map(({ name }) => name);
  const measured = new Set([...quasi, ...sensitive, ...others]);
  const needsAll = hasStars(table, quasi);
  const written = (name: string): string => (safeCells ? safeCell(name) : name);
  return {
    kinds,
    missing: renamed(spec.input.missing, written),
    only: (name) => needsAll || measured.has(safeCells ? fromSafeCell(name) : name),
    released: true,
    decimal: Object.fromEntries(
      table.columns.map(({ name, decimal }): [string, DecimalMark] => [written(name), decimal ?? "."]),
    ),
  };
}

/** Marks by column under the names that the file has. */
function renamed(marks: MissingMarks, nameOf: (name: string) => string): MissingMarks {
  if (isOneList(marks)) return marks;
  return Object.fromEntries(Object.entries(marks).map(([name, own]) => [name === "*" ? name : nameOf(name), own]));
}

/** What a written release is held against; `uncoded` is the table before its values were coded. */
export function releaseAuditOptions(
  release: AuditSubject,
  uncoded: Table,
  files: ReadonlyMap<string, Uint8Array>,
): AuditOptions {
  const { spec, problem } = release;
  const kinds = columnsWith(spec, "sensitive").map((name) => {
    const kind = release.original.columns.find((column) => column.name === name)?.kind;
    return [name, { ...spec.attributes[name], kind }] as const;
  });
  return {
    quasiIdentifiers: problem.attributes.map((attribute) => attribute.name),
    sensitive: columnsWith(spec, "sensitive"),
    privacy: spec.privacy,
    spelling: spec.spelling,
    missing: spec.input.missing,
    attributes: { ...spec.attributes, ...Object.fromEntries(kinds) },
    files,
    original: release.original,
    hierarchies: Object.fromEntries(
      problem.attributes.flatMap(({ name, tree }) => (tree === undefined ? [] : [[name, tree.hierarchy]])),
    ),
    uncoded,
    widened: release.widened === undefined ? undefined : true,
    ...(release.persons?.of === undefined ? { countRows: true } : { persons: release.persons.of }),
  };
}

/** Throws if what was measured on the bytes is not what was made. */
export function refuseUnheld(found: Audit, { table }: { readonly table: { readonly rows: number } }): void {
  const wrong = unheld(found, table.rows);
  if (wrong !== undefined) {
    throw new KohortError("audit", `the written file ${wrong}`, {
      hint: "the release was not published; what was written is not what was made, check the disk and run it again",
    });
  }
  if (found.uncheckedLevels === undefined) return;
  const [unchecked] = found.uncheckedLevels;
  throw new KohortError("audit", `the levels of "${unchecked}" cannot be checked in the written file`, {
    hint: "the release was not published; leave its levels out",
  });
}

function unheld({ release, uncoded, outside, privacy }: Audit, rows: number): string | undefined {
  if (release.rows !== rows) return `has ${release.rows} rows, the release ${rows}`;
  if (uncoded !== undefined) {
    return `has "${uncoded.value}" in column "${uncoded.attribute}", which ${uncoded.kind} forbids`;
  }
  if (outside !== undefined) {
    const { attribute, value, levels } = outside;
    return `has "${value}" in column "${attribute}", which is outside levels ${levels[0]} to ${levels[1]}`;
  }
  const failed = privacy.find((verdict) => !verdict.holds);
  return failed && `does not hold ${failed.model}: asked ${failed.asked}, measured ${failed.measured}`;
}

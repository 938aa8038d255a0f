import type { Task } from "../base/index.ts";
import type { PersonRows } from "../cohort/index.ts";
import type { GroupCodes } from "../risk/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { headerWarnings, type OddName, oddNamesIn } from "./header-warnings.ts";
import { leastSize } from "./least-size.ts";
import { type PrivacyWarning, refuseWarnings, tellingWarnings } from "./privacy-warnings.ts";
import { secretReportWarnings } from "./secret-certificate.ts";
import { type Telling, type TellingInput, telling } from "./telling.ts";
import { specWarnings } from "./warnings.ts";

/** What a release is checked for: what its columns tell, and what was said of its people before. */
export type CheckInput = Pick<TellingInput, "released" | "input" | "rows"> & {
  readonly spec: FullSpec;
  /** The row of the input that each prepared row was, where some were left out; `rows` are prepared ones. */
  readonly preparedRows?: Uint32Array;
  /** RowOwner each prepared row is, where people are counted. */
  readonly persons?: PersonRows;
  /** How many records were left out for the goals' sake. */
  readonly suppressed: number;
  readonly said: { readonly [kind in "replaced" | "people"]: readonly string[] };
};

/** What bears on people's privacy beside what columns tell. */
export type ToldFacts = Pick<CheckInput, "spec" | "suppressed"> & {
  /** The columns that are published, and those of the input whose names look like values. */
  readonly names: readonly string[];
  readonly odd: readonly OddName[];
  readonly said: Partial<CheckInput["said"]>;
};

/** Measures what the published columns tell, and refuses the release where its spec refuses warnings. */
export function* checkColumnsTold({ preparedRows, persons, suppressed, said, ...input }: CheckInput): Task<{
  readonly told: Telling;
  readonly privacyWarnings: readonly PrivacyWarning[];
}> {
  const { spec, released } = input;
  const told = yield* telling({
    ...input,
    rows: preparedRows === undefined ? input.rows : input.rows.map((row) => preparedRows[row]),
    k: leastSize(spec) ?? 1,
    persons: persons && publishedPersons(persons, input.rows),
  });
  const names = released.columns.map(({ name }) => name);
  return { told, privacyWarnings: warningsTold(told, { spec, names, odd: oddNamesIn(input.input), suppressed, said }) };
}

/** The privacy warnings of a release; refuses it where its spec refuses warnings. */
export function warningsTold(
  told: Telling,
  { spec, names, odd, suppressed, said }: ToldFacts,
): readonly PrivacyWarning[] {
  const saying = (kind: "people" | "replaced"): PrivacyWarning[] =>
    (said[kind] ?? []).map((sentence) => ({ kind, columns: [], sentence }));
  const warnings = [
    ...saying("people"),
    ...headerWarnings(odd),
    ...specWarnings(names, spec),
    ...tellingWarnings(told, { k: leastSize(spec) ?? 1, suppression: spec.suppression }),
    ...secretReportWarnings(spec.privacy, suppressed),
    ...saying("replaced"),
  ];
  refuseWarnings(spec.warnings, warnings);
  return warnings;
}

/** RowOwner published rows they are, numbered by first appearance; a row without an identifier is a person of its own. */
function publishedPersons({ of }: PersonRows, rows: Uint32Array): GroupCodes {
  const known = new Map<number, number>();
  let size = 0;
  const codes = Uint32Array.from(rows, (row) => {
    const person = of[row];
    if (person < 0) return size++;
    let code = known.get(person);
    if (code === undefined) {
      code = size++;
      known.set(person, code);
    }
    return code;
  });
  return { codes, size };
}

import type { Task } from "../base/index.ts";
import type { PersonRows } from "../cohort/index.ts";
import type { GroupCodes } from "../risk/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { headerWarnings, oddNamesIn } from "./header-warnings.ts";
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
  /** Whose each prepared row is, where people are counted. */
  readonly persons?: PersonRows;
  /** How many records were left out for the goals' sake. */
  readonly suppressed: number;
  readonly said: { readonly [kind in "replaced" | "people"]: readonly string[] };
};

/** Measures what the published columns tell, and refuses the release where its spec refuses warnings. */
export function* checkColumnsTold({ preparedRows, persons, suppressed, said, ...input }: CheckInput): Task<{
  readonly told: Telling;
  readonly privacyWarnings: readonly PrivacyWarning[];
}> {
  const { spec, released } = input;
  const k = leastSize(spec);
  const told = yield* telling({
    ...input,
    rows: preparedRows === undefined ? input.rows : input.rows.map((row) => preparedRows[row]),
    k,
    persons: persons && publishedPersons(persons, input.rows),
  });
  const privacyWarnings: PrivacyWarning[] = [
    ...said.people.map((sentence): PrivacyWarning => ({ kind: "people", columns: [], sentence })),
    ...headerWarnings(oddNamesIn(input.input)),
    ...specWarnings(
      released.columns.map(({ name }) => name),
      spec,
    ),
    ...tellingWarnings(told, { k, suppression: spec.suppression }),
    ...secretReportWarnings(spec.privacy, suppressed),
    ...said.replaced.map((sentence): PrivacyWarning => ({ kind: "replaced", columns: [], sentence })),
  ];
  refuseWarnings(spec.warnings, privacyWarnings);
  return { told, privacyWarnings };
}

/** Whose published rows they are, numbered by first appearance; a row without an identifier is a person of its own. */
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

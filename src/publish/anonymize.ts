import type { Audit } from "../audit/index.ts";
import { type Task, type Verb, verb } from "../base/index.ts";
import type { RunOptions } from "../problem/index.ts";
import { makeRelease, type Release } from "../release/index.ts";
import { type SpecInCode, validateSpec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { bytesSink } from "./bytes-sink.ts";
import { publish } from "./publish.ts";

/** A release with what was measured on its own bytes, written and read back. */
export type AuditedRelease = Release & { readonly audit: Audit };

/** Makes a release of a table that meets the spec, audited from its bytes; `anonymize.task` is the same work in steps. */
export const anonymize: Verb<[table: Table, spec: SpecInCode, options?: RunOptions], AuditedRelease> =
  /* @__PURE__ */ verb(anonymizeTask);

function* anonymizeTask(table: Table, given: SpecInCode, options: RunOptions = {}): Task<AuditedRelease> {
  const spec = validateSpec({ version: 1, ...given });
  const { beside: _, ...release } = yield* publish({
    spec,
    columns: table.columns.map(({ name }) => name),
    make: () => makeRelease(table, spec, options),
    sink: bytesSink<Release>({ input: table, files: options.files, dialect: options.dialect }),
    *conclude({ made, audit }) {
      return { ...made, audit };
    },
  });
  return release;
}

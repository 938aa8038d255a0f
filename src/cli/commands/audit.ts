import { KohortError } from "../../base/index.ts";
import { type Audit, audit, type Verdict } from "../../run/index.ts";
import {
  attributesFromFlags,
  checkSpec,
  type ParsedSpec,
  type Spec,
  specFlagsFrom,
  specFromFlags,
} from "../../spec/index.ts";
import type { RunCommand } from "../context.ts";
import { driveFor } from "../drive.ts";
import { formatCount, formatNumber, formatShare, formatTable } from "../format.ts";
import { isSet, type Parsed } from "../parse.ts";
import { checkReport, writeReport } from "../report-file.ts";
import { readSource } from "../source.ts";
import { openSpec } from "../spec-source.ts";
import type { Paint } from "../terminal.ts";
import { packageVersion } from "../version.ts";

/** Measures a table as it stands; exit code 1 if it is below what is asked. */
export const runAudit: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  checkReport(parsed);
  const { base } = await openSpec(parsed);
  const { table } = await readSource(parsed.words[0]!, context, base?.spec);
  const names = table.columns.map((column) => column.name);
  const { attributes, privacy } = askedOf(parsed, base, names);
  const withRole = (role: string): string[] => names.filter((name) => attributes[name]?.role === role);
  const found = await driveFor(
    audit.task(table, {
      quasiIdentifiers: withRole("quasi-identifying"),
      sensitive: withRole("sensitive"),
      privacy,
    }),
    context,
  );
  terminal.settle();
  const document = reportOf(found, names.length);
  writeReport(context, document);
  terminal.print(isSet(parsed, "json") ? JSON.stringify(document, null, 2) : describe(found, terminal.paintResult));
  const failed = found.privacy.find((verdict) => !verdict.holds);
  if (failed !== undefined) throw below(failed);
  return 0;
};

type Asked = { readonly attributes: Spec["attributes"]; readonly privacy: Spec["privacy"] };

/** What the flags and the spec ask for; columns that the spec calls identifying need not be in a release. */
function askedOf(parsed: Parsed, base: ParsedSpec | undefined, names: readonly string[]): Asked {
  const flags = specFlagsFrom(parsed.values);
  const spec = base?.spec;
  const left = spec === undefined ? undefined : { ...spec, attributes: present(spec.attributes, names) };
  const attributes = attributesFromFlags(flags, left, names);
  const isAsked = ["k", "require", "preset"].some((name) => isSet(parsed, name)) || spec !== undefined;
  const privacy = isAsked ? specFromFlags(flags, left, names).privacy : [];
  const checked: Spec = { version: 1, attributes, privacy: [{ model: "k-anonymity", k: 1 }, ...privacy] };
  checkSpec(checked, names, base?.placeOf);
  return { attributes, privacy };
}

function present(attributes: Spec["attributes"], names: readonly string[]): Spec["attributes"] {
  const kept = Object.entries(attributes).filter(([name, { role }]) => role !== "identifying" || names.includes(name));
  return Object.fromEntries(kept);
}

function reportOf({ release, privacy, risk }: Audit, columns: number): Record<string, unknown> {
  const { rows, cohorts, smallest, largest } = release;
  return {
    kohort: packageVersion(),
    input: { rows, columns },
    release: { rows, suppressed: 0, cohorts, smallest, largest },
    privacy,
    risk,
  };
}

function describe({ release, privacy, risk }: Audit, paint: Paint): string {
  const verdicts = privacy.map((verdict) => [
    verdict.attribute === undefined ? verdict.model : `${verdict.model}(${verdict.attribute})`,
    verdict.asked === undefined ? "" : `asked ${formatNumber(verdict.asked)}`,
    `measured ${formatNumber(verdict.measured)}`,
    verdict.asked === undefined ? "" : verdict.holds ? paint.green("holds") : paint.red("does not hold"),
  ]);
  const facts = [
    ["records", formatNumber(release.rows)],
    [
      "cohorts",
      `${formatNumber(release.cohorts)}, from ${formatNumber(release.smallest)} to ${formatNumber(release.largest)} records`,
    ],
    ["highest risk", formatShare(risk.highest)],
    ["average risk", formatShare(risk.average)],
    ...Object.entries(risk.records).map(([threshold, share]) => [
      `risk above ${formatShare(Number(threshold))}`,
      `${formatShare(share)} of records`,
    ]),
  ];
  const anyColumns = Array.from({ length: 4 }, () => ({ title: "" }));
  return `${formatTable(anyColumns, verdicts)}\n\n${formatTable(anyColumns.slice(0, 2), facts)}\n`;
}

function below({ model, asked, measured, failing }: Verdict): KohortError {
  const records = formatCount(failing, "record");
  return new KohortError("audit", `${model} is ${formatNumber(measured)} where ${formatNumber(asked!)} is asked`, {
    hint: `${records} ${failing === 1 ? "is" : "are"} in cohorts that do not meet it; see \`kohort explain ${model}\``,
  });
}

import { type Audit, type AuditOptions, audit, isSecretCertificate, type Verdict } from "../../audit/index.ts";
import { didYouMean, jsonText, KohortError } from "../../base/index.ts";
import { hierarchyFiles } from "../../engine/index.ts";
import { anyTable, type PrivacyGoal } from "../../privacy/index.ts";
import { prepareTable } from "../../problem/index.ts";
import { auditPage } from "../../report/index.ts";
import {
  attributesFromFlags,
  checkSpec,
  isNaming,
  partsFrom,
  type Role,
  type Spec,
  specFlagsFrom,
  specFromFlags,
  withNumbers,
} from "../../spec/index.ts";
import { markedColumns } from "../../table/index.ts";
import type { Context, RunCommand } from "../context.ts";
import { formatCount, formatNumber, formatPoints, formatShare, formatTable, printable } from "../format.ts";
import { auditStored, engineOf } from "../in-store.ts";
import { type Header, inputSpecOf, peekHeader, releaseRequestOf } from "../input.ts";
import { type CommandLine, hasFlag, shareOf, textOf } from "../parse.ts";
import { provenanceOf, refuseReport, writeReport } from "../report-file.ts";
import { withSession } from "../session.ts";
import { headerOf, openSpec, refuseWithoutRoles, type SpecSource, spellingOf } from "../spec-source.ts";
import { cohortPeople, otherPeople } from "../summary.ts";
import type { Paint } from "../terminal.ts";
import { packageVersion } from "../version.ts";

/** Measures a table as it stands; exit code 1 if it is below what is asked. */
export const runAudit: RunCommand = async (context) => {
  const { parsed, terminal } = context;
  refuseReport(context);
  refuseWithoutRoles(parsed, parsed.words[0]);
  const fraction = shareOf(parsed, "fraction", true);
  const spec = await openSpec(parsed);
  const { engine: stated } = partsFrom(specFlagsFrom(parsed.values), spec.base?.spec);
  const engine = engineOf(parsed, stated, parsed.words[0], undefined);
  const { found, columns, isSecret } =
    engine.name === "memory"
      ? await auditRead(context, spec, fraction)
      : {
          ...(await auditStored(context, engine, spec.base?.spec, (header) =>
            storeOptions(context, spec, header, fraction),
          )),
          isSecret: false,
        };
  const document = reportOf(found, columns);
  await writeReport(context, document, () => auditPage(found, provenanceOf(context)), isSecret);
  terminal.print(hasFlag(parsed, "json") ? jsonText(document) : describe(found, terminal.paintResult));
  for (const warning of found.warnings) terminal.warn(printable(warning));
  const failed = found.privacy.find((verdict) => !verdict.holds);
  if (failed !== undefined) throw below(failed, found.release.people === undefined ? "record" : "person");
  if (found.uncoded !== undefined) {
    const { attribute, kind, value } = found.uncoded;
    throw new KohortError("audit", `column "${attribute}" has "${value}", which ${kind} forbids`, {
      hint: "the table is not coded as the spec says",
    });
  }
  if (found.outside !== undefined) {
    const { attribute, levels, value } = found.outside;
    throw new KohortError(
      "audit",
      `column "${attribute}" has "${value}", which is outside levels ${levels[0]} to ${levels[1]}`,
      { hint: "the table is not generalised as the spec says" },
    );
  }
  return 0;
};

/** What is asked of a table that stays in a store; files beside it are for tables in memory. */
function storeOptions(
  { parsed }: Context,
  spec: SpecSource,
  header: Header,
  fraction: number | undefined,
): AuditOptions {
  const beside = ["original", "population"].find((name) => hasFlag(parsed, name));
  if (beside !== undefined) {
    throw new KohortError("usage", `--${beside} needs the memory engine`, {
      hint: "read the table with --engine memory",
    });
  }
  return {
    ...auditOptions(parsed, spec, header),
    ...(fraction === undefined ? {} : { fraction }),
  };
}

/** Reads a table and measures it; what compares with suppressed people is its owner's secret. */
async function auditRead(
  context: Context,
  spec: SpecSource,
  fraction: number | undefined,
): Promise<{ readonly found: Audit; readonly columns: number; readonly isSecret: boolean }> {
  const { parsed } = context;
  const population = textOf(parsed, "population");
  const header = peekHeader(releaseRequestOf(parsed.words[0], parsed, spec.base?.spec));
  if (header !== undefined) auditOptions(parsed, spec, header);
  return withSession(context, async (session) => {
    const read = await session.readRelease(parsed.words[0], spec.base?.spec);
    const originalPath = textOf(parsed, "original");
    const original = originalPath === undefined ? undefined : await session.read(originalPath, spec.base?.spec);
    const asked = auditOptions(parsed, spec, headerOf(read));
    const attributes = asked.attributes ?? {};
    const prepared = original === undefined ? undefined : await session.drive(prepareTable(original.table, attributes));
    const options = {
      ...asked,
      ...(fraction === undefined ? {} : { fraction }),
      ...(original === undefined ? {} : { original: prepared!.table, uncoded: original.table }),
      ...(population === undefined ? {} : { population: (await session.readRelease(population)).table }),
      threads: session.pool.threads,
    };
    const found = await session.drive(audit.task(read.table, options));
    const { rows, suppressed } = found.release;
    const missing = prepared === undefined ? 0 : prepared.table.rows - (rows - suppressed);
    const isSecret = isSecretCertificate(options.privacy ?? [], missing);
    return { found, columns: read.table.columns.length, isSecret };
  });
}

/** What the flags and the spec ask for; columns that a release drops need not be in it. */
function auditOptions(parsed: CommandLine, source: SpecSource, { names, quasiIndexes }: Header): AuditOptions {
  const { base } = source;
  const flags = specFlagsFrom(parsed.values);
  const own = flags.quasi === undefined && base === undefined ? quasiIndexes?.map(String) : flags.quasi;
  const stated = { ...flags, quasi: own };
  const spec = base?.spec;
  const left = spec === undefined ? undefined : { ...spec, attributes: present(spec.attributes, names) };
  const attributes = source.withDomains(attributesFromFlags(stated, left, names));
  const isAsked = ["k", "l", "t", "require", "preset"].some((name) => hasFlag(parsed, name)) || spec !== undefined;
  const privacy = isAsked ? withNumbers(specFromFlags(stated, left, names).privacy) : [];
  const checked: Spec = {
    version: 1,
    attributes,
    privacy: privacy.length === 0 ? [anyTable] : privacy,
  };
  checkSpec(checked, names, base?.placeOf);
  const withRole = (role: Role): string[] => names.filter((name) => attributes[name]?.role === role);
  const sensitive = withRole("sensitive");
  const isBeside = hasFlag(parsed, "original") || hasFlag(parsed, "population");
  const needed = isBeside ? Object.keys(attributes) : sensitive;
  const files = filesOf(needed, attributes, privacy, source);
  const spelling = spellingOf(parsed, spec);
  const unknown = markedColumns(inputSpecOf(parsed, undefined).missing).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new KohortError("column", `--missing names column "${unknown}", which is not in the table`, {
      hint: didYouMean(unknown, names, "columns"),
    });
  }
  const { missing = [""] } = inputSpecOf(parsed, spec);
  const [person] = withRole("person");
  return {
    missing,
    quasiIdentifiers: withRole("quasi-identifying"),
    sensitive,
    spelling,
    privacy,
    attributes: { ...absentNames(spec?.attributes ?? {}, names), ...attributes },
    files,
    person,
    countRows: (flags.person ?? (person === undefined ? spec?.person : undefined)) === "none",
  };
}

/** The files an audit needs: paths in the spec and of domains are taken from its folder, paths in flags from here. */
function filesOf(
  columns: readonly string[],
  attributes: Spec["attributes"],
  privacy: readonly PrivacyGoal[],
  { base, folder }: SpecSource,
): Map<string, Uint8Array> {
  const own = { version: 1 as const, attributes: {}, privacy: [] };
  const hierarchies = columns.flatMap((name) => {
    const { hierarchy } = attributes[name];
    const isStated = hierarchy?.kind === "domains" || base?.spec.attributes[name]?.hierarchy === hierarchy;
    return [...hierarchyFiles({ ...own, attributes: { [name]: attributes[name] } }, isStated ? folder : ".")];
  });
  const populations = privacy.flatMap((goal) => {
    const isStated = base?.spec.privacy.some((other) => JSON.stringify(other) === JSON.stringify(goal)) === true;
    return [...hierarchyFiles({ ...own, privacy: [goal] }, isStated ? folder : ".")];
  });
  const quasi =
    privacy.some((goal) => "population" in goal) && base !== undefined ? hierarchyFiles(base.spec, folder) : [];
  return new Map([...quasi, ...hierarchies, ...populations]);
}

function present(attributes: Spec["attributes"], names: readonly string[]): Spec["attributes"] {
  const kept = Object.entries(attributes).filter(
    ([name, { role }]) => (!isNaming(role) && role !== "unpublished") || names.includes(name),
  );
  return Object.fromEntries(kept);
}

/** Columns that name people and that a release does not have: only their roles matter, to tell whose rows they are. */
function absentNames(attributes: Spec["attributes"], names: readonly string[]): Spec["attributes"] {
  const absent = Object.entries(attributes).filter(([name, { role }]) => isNaming(role) && !names.includes(name));
  return Object.fromEntries(absent.map(([name, { role }]) => [name, { role }]));
}

function reportOf(
  { release, privacy, risk, warnings, uncheckedLevels }: Audit,
  columns: number,
): Record<string, unknown> {
  const { rows, suppressed, leftOut, cohorts, smallest, largest, people } = release;
  return {
    kohort: packageVersion(),
    input: { rows, columns },
    release: {
      rows,
      suppressed,
      leftOut,
      cohorts,
      smallest,
      largest,
      people,
    },
    privacy,
    risk,
    warnings,
    uncheckedLevels,
  };
}

function describe({ release, privacy, risk, uncheckedLevels = [] }: Audit, paint: Paint): string {
  const verdicts = privacy.map((verdict) => [
    verdict.attribute === undefined ? verdict.model : `${verdict.model}(${verdict.attribute})`,
    verdict.asked === undefined ? "" : `asked ${relationOf(verdict)}${formatNumber(verdict.asked, 4)}`,
    `measured ${formatNumber(verdict.measured, 4)}`,
    verdict.asked === undefined ? "" : verdict.holds ? paint.green("holds") : paint.red("does not hold"),
  ]);
  const whom = release.people === undefined ? "records" : "people";
  const facts = [
    ["records", formatNumber(release.rows)],
    ...peopleFact(release.people),
    ...(release.suppressed === 0 ? [] : [["blank (* in every cell)", formatNumber(release.suppressed)]]),
    ...(release.leftOut === 0 ? [] : [["left out for missing values", formatNumber(release.leftOut)]]),
    [
      "cohorts",
      `${formatNumber(release.cohorts)}, from ${formatNumber(release.smallest)} to ${formatNumber(release.largest)} records${cohortPeople(release.people)}`,
    ],
    ["highest risk", formatShare(risk.highest)],
    ["average risk", formatShare(risk.average)],
    ...Object.entries(risk.records).map(([threshold, share]) => [
      `risk above ${formatShare(Number(threshold))}`,
      `${formatShare(share)} of ${whom}`,
    ]),
    ["presets met", metPresets(risk)],
    ...againstPopulation(risk),
    ...told(risk, whom),
    ...populationLines(risk),
    ...uncheckedLevels.map((name) => [`levels of ${printable(name)}`, "not checked; give --original"]),
  ];
  const anyColumns = Array.from({ length: 4 }, () => ({ title: "" }));
  return `${formatTable(anyColumns, verdicts)}\n\n${formatTable(anyColumns.slice(0, 2), facts)}\n`;
}

/** The people that the records belong to, where a column says so. */
function peopleFact(people: Audit["release"]["people"]): string[][] {
  if (people === undefined) return [];
  const by = people.column === undefined ? "" : `, by column "${printable(people.column)}"`;
  const how = people.taken === true ? `, which names people and repeats; ${otherPeople}` : "";
  const gaps =
    people.nameless === 0
      ? ""
      : `; ${formatCount(people.nameless, "row")} without an identifier add nobody to a cohort`;
  return [["people", `${formatNumber(people.total)}${by}${how}${gaps}`]];
}

function metPresets({ presets }: Audit["risk"]): string {
  const met = Object.entries(presets).filter(([, preset]) => preset.met);
  return met.length === 0 ? "none" : met.map(([name, { k }]) => `${name} (k ${k})`).join(", ");
}

/** What cohorts tell about sensitive columns. */
function told({ disclosure = {} }: Audit["risk"], whom: string): string[][] {
  return Object.entries(disclosure).map(([name, { homogeneity, largestGain }]) => [
    `told of ${printable(name)}`,
    `${formatShare(homogeneity)} of ${whom} by cohorts of one value; a share rises by at most ${formatPoints(largestGain)}`,
  ]);
}

/** The risk against somebody who knows the population, where that is another than the table. */
function againstPopulation({ highest, average, journalist, marketer, outside }: Audit["risk"]): string[][] {
  if (journalist === highest && marketer === average) return [];
  const missing = outside === undefined ? "" : ` (${formatCount(outside, "record")} not in the population given)`;
  return [
    ["journalist risk", `${formatShare(journalist)}${missing}`],
    ["marketer risk", formatShare(marketer)],
  ];
}

function populationLines({ population }: Audit["risk"]): string[][] {
  if (population === undefined) return [];
  const { chosen, populationUniques, share } = population;
  const people = formatNumber(Math.round(population.population));
  return [
    ["unique in the table", formatCount(population.sampleUniques, "record")],
    [
      "unique in the population",
      `about ${formatNumber(Math.round(populationUniques))} of ${people} people (${formatShare(share)}), by ${chosen}`,
    ],
  ];
}

/** "≥" needs no saying. */
function relationOf({ relation }: Verdict): string {
  return relation === undefined || relation === "≥" ? "" : `${relation} `;
}

function below(verdict: Verdict, noun: "record" | "person"): KohortError {
  const { model, attribute, asked, measured, failing, second } = verdict;
  const name = attribute === undefined ? model : `${model}(${attribute})`;
  const limit = `${relationOf(verdict)}${formatNumber(asked!, 4)}`;
  const more = second === undefined ? "" : ` (${second.name} ${formatNumber(second.measured)}, asked ${second.asked})`;
  const records = noun === "person" && failing !== 1 ? `${formatNumber(failing)} people` : formatCount(failing, noun);
  return new KohortError("audit", `${name} is ${formatNumber(measured, 4)} where ${limit} is asked${more}`, {
    hint: `${records} ${failing === 1 ? "is" : "are"} in cohorts that do not meet it; see \`kohort explain ${model}\``,
  });
}

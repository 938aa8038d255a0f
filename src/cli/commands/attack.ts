import {
  type AttackName,
  attackCalled,
  attackNames,
  type Finding,
  type Findings,
  notTried,
  type SkippedAttack,
  tellStory,
} from "../../attacks/index.ts";
import { didYouMean, jsonText, KohortError } from "../../base/index.ts";
import { hierarchyFiles, truthFrom } from "../../engine/index.ts";
import { type AttackOptions, attack } from "../../examine/index.ts";
import type { Hierarchy } from "../../hierarchy/index.ts";
import { anyTable } from "../../privacy/index.ts";
import { hierarchyFor, prepareTable } from "../../problem/index.ts";
import { attackPage } from "../../report/index.ts";
import { attributesFromFlags, columnsWith, comparesExactly, type Spec, withDefaults } from "../../spec/index.ts";
import type { Table } from "../../table/index.ts";
import type { Context, RunCommand } from "../context.ts";
import { inOrder } from "../file-order.ts";
import { formatShare, formatTable, printable, wrap } from "../format.ts";
import type { Header } from "../input.ts";
import { type CommandLine, hasFlag, shareOf, textOf, valuesOf, wholeNumberOf } from "../parse.ts";
import { provenanceOf, refuseReport, writeReport } from "../report-file.ts";
import { type Session, withSession } from "../session.ts";
import { headerOf, openSpec, type SpecSource, spellingOf } from "../spec-source.ts";
import type { Paint } from "../terminal.ts";
import { packageVersion } from "../version.ts";

/** Simulates attackers on a release; exit code 1 if one does better than a blind guess by more than is allowed. */
export const runAttack: RunCommand = async (given) => {
  const { terminal } = given;
  refuseReport(given);
  const kinds = kindsOf(given.parsed);
  const bound = shareOf(given.parsed, "fail-above");
  const settings = settingsOf(given.parsed);
  const story = wholeNumberOf(given.parsed, "story", 1);
  // here --kind names an attack; what reads tables must not take it for a column's kind
  const parsed: CommandLine = { ...given.parsed, values: without(given.parsed.values, "kind") };
  const context: Context = { ...given, parsed };
  const source = await openSpec(parsed);
  const base = source.base?.spec;
  const { found, lines } = await withSession(context, (session) =>
    inOrder(parsed, session, base, async () => {
      const before = await session.read(parsed.words[0], base);
      const { table: release } = await session.readRelease(parsed.words[1], base);
      const options: AttackOptions = {
        ...settings,
        ...(await columnsOf(parsed, source, headerOf(before), session, before.table, release)),
        ...(await companions(parsed, session, base)),
        ...(kinds === undefined ? {} : { kind: kinds }),
      };
      if (story === undefined) {
        return { found: await session.drive(attack.task(before.table, release, options)), lines: undefined };
      }
      const scene = await session.drive(attack.scene(before.table, release, options));
      return { found: undefined, lines: tellStory(scene, story - 1) };
    }),
  );
  if (lines !== undefined) {
    const text = lines.map((line) => wrap(printable(line), Math.min(terminal.columns, 100))).join("\n");
    terminal.print(hasFlag(parsed, "json") ? jsonText({ row: story, story: lines }) : `${text}\n`);
    return 0;
  }
  if (bound === undefined) refuseUntried(found);
  await deliver(context, found, kinds);
  const worst = worstOf(found.findings);
  if (bound !== undefined && worst === undefined) {
    throw new KohortError("audit", "no attack could be tried, so nothing says that none does better than allowed", {
      hint: notTried(found.skipped, nameOf)[0] ?? "an attack found nothing to try",
    });
  }
  if (bound !== undefined && worst !== undefined && worst.success - worst.baseline > bound) throw above(worst, bound);
  return 0;
};

function without(values: CommandLine["values"], name: string): CommandLine["values"] {
  return new Map([...values].filter(([key]) => key !== name));
}

function kindsOf(parsed: CommandLine): AttackName[] | undefined {
  const words = valuesOf(parsed, "kind").flatMap((text) => text.split(","));
  if (words.length === 0) return undefined;
  return words.map((word) => {
    const name = attackCalled(word);
    if (name !== undefined) return name;
    throw new KohortError("usage", `there is no attack "${word}"`, { hint: didYouMean(word, attackNames, "attacks") });
  });
}

function settingsOf(parsed: CommandLine): AttackOptions {
  const confidence = shareOf(parsed, "confidence", true);
  const numbers = {
    targets: wholeNumberOf(parsed, "targets", 1),
    excluded: wholeNumberOf(parsed, "excluded", 0),
    seed: wholeNumberOf(parsed, "seed", 0),
  };
  return { ...numbers, confidence };
}

/** The second release and the truth, where they are given. */
async function companions(parsed: CommandLine, session: Session, base: Spec | undefined): Promise<AttackOptions> {
  const second = textOf(parsed, "second-release");
  const truth = textOf(parsed, "truth");
  return {
    secondRelease: second === undefined ? undefined : (await session.readRelease(second, base)).table,
    truth: truth === undefined ? undefined : truthFrom((await session.readPlain(truth)).table, truth),
  };
}

/** What flags and spec say about columns, and how the release was made where they say that. */
async function columnsOf(
  parsed: CommandLine,
  source: SpecSource,
  header: Header,
  session: Session,
  read: Table,
  release: Table,
): Promise<AttackOptions> {
  const says = [
    "quasi",
    "sensitive",
    "identifying",
    "insensitive",
    "person",
    "hierarchy",
    "transform",
    "missing-means",
  ].some((name) => hasFlag(parsed, name));
  const asks = ["k", "l", "t", "require", "preset"].some((name) => hasFlag(parsed, name));
  const stated = valuesOf(parsed, "knows");
  const knows =
    stated.length === 0 ? undefined : Object.keys(attributesFromFlags({ quasi: stated }, undefined, header.names));
  const isCompatible = valuesOf(parsed, "option").includes("compatible=true");
  const written: AttackOptions = isCompatible ? { form: "tilde" } : {};
  if (source.base === undefined && !says) return knows === undefined ? written : { knows, ...written };
  const privacy = source.base?.spec.privacy ?? [anyTable];
  const spec = source.withFlags(header, { version: 1, attributes: {}, ...source.base?.spec, privacy });
  const files = hierarchyFiles(spec, source.folder);
  const { table: original } = await session.drive(prepareTable(read, spec.attributes));
  const hierarchies: Record<string, Hierarchy> = {};
  for (const [name, { hierarchy }] of Object.entries(spec.attributes)) {
    const column = original.columns.find((one) => one.name === name);
    if (hierarchy !== undefined && column !== undefined) hierarchies[name] = hierarchyFor(column, hierarchy, { files });
  }
  const quasi = columnsWith(spec, "quasi-identifying");
  const isMade = quasi.length > 0 && (source.base !== undefined || asks);
  const isTilde = comparesExactly(spec);
  return {
    attributes: spec.attributes,
    spelling: spellingOf(parsed, spec),
    countRows: spec.person === "none",
    hierarchies,
    files,
    sensitive: columnsWith(spec, "sensitive").filter((name) => release.columns.some((column) => column.name === name)),
    ...(knows !== undefined ? { knows } : quasi.length > 0 ? { knows: quasi } : {}),
    form: isTilde ? ("tilde" as const) : undefined,
    spec: isMade ? withDefaults(spec) : undefined,
  };
}

async function deliver(
  context: Context,
  { findings, skipped }: Findings,
  kinds: AttackName[] | undefined,
): Promise<void> {
  const { parsed, terminal } = context;
  if (kinds !== undefined && findings.length === 0 && skipped.length > 0) {
    const { attack: name, reason, hint } = skipped[0];
    throw new KohortError("usage", `${name} cannot be tried: it ${reason}`, {
      hint: hint ?? `see \`kohort explain ${name}\``,
    });
  }
  await writeReport(context, { kohort: packageVersion(), attacks: findings }, () =>
    attackPage({ findings, skipped }, provenanceOf(context)),
  );
  if (hasFlag(parsed, "json")) terminal.print(jsonText(findings));
  else terminal.print(describe(findings, terminal.paintResult, terminal.columns));
  for (const sentence of notTried(skipped, nameOf)) terminal.say(`not tried: ${printable(sentence)}`);
}

function nameOf({ attack: name, attribute }: SkippedAttack): string {
  return attribute === undefined ? name : `${name}(${attribute})`;
}

/** Refuses to end well where one reason keeps all attacks from being tried. */
function refuseUntried({ findings, skipped }: Findings): void {
  const [first] = skipped;
  if (findings.length > 0 || first === undefined || first.hint === undefined) return;
  if (skipped.length < 2 || skipped.some(({ reason }) => reason !== first.reason)) return;
  throw new KohortError("usage", `no attack can be tried: each ${first.reason}`, { hint: first.hint });
}

function describe(findings: readonly Finding[], paint: Paint, columns: number): string {
  const rows = findings.map(({ attack: name, attribute, success, baseline, interval, exposed, verdict }) => [
    printable(attribute === undefined ? name : `${name}(${attribute})`),
    formatShare(success),
    `${formatShare(interval[0])} – ${formatShare(interval[1])}`,
    formatShare(baseline),
    exposed ? paint.red("exposed") : paint.green(verdict.startsWith("within") ? "promised" : "no better"),
  ]);
  const table = formatTable(
    [
      { title: "attack", width: 36 },
      { title: "success", align: "right" },
      { title: "95 % interval", align: "right" },
      { title: "blind", align: "right" },
      { title: "" },
    ],
    rows,
  );
  const verdicts = findings.map(
    ({ attack: name, verdict }) =>
      `${paint.bold(name)}\n${wrap(printable(verdict), Math.min(columns, 100) - 2).replace(/^/gm, "  ")}`,
  );
  return `${table}\n\n${verdicts.join("\n")}\n`;
}

function worstOf(findings: readonly Finding[]): Finding | undefined {
  return [...findings].sort((a, b) => b.success - b.baseline - (a.success - a.baseline))[0];
}

function above({ attack: name, success, baseline }: Finding, bound: number): KohortError {
  return new KohortError(
    "audit",
    `${name} succeeds for ${formatShare(success)} where a blind guess does for ${formatShare(baseline)}, which is more than ${formatShare(bound)} above it`,
    { hint: `see \`kohort explain ${name}\` for what helps against it` },
  );
}

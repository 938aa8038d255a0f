import { assert, few, KohortError, remember, type Task } from "../base/index.ts";
import type { CoverOptions } from "../cohort/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { wilson } from "../learning/index.ts";
import { canonicalOrder, type Table } from "../table/index.ts";
import type { Finding, Impossibility, Outcome } from "./attack.ts";
import { type AttackName, attackNames, attacks } from "./registry.ts";
import { peopleOf, viewRelease } from "./release-view.ts";
import type { Scene } from "./scene.ts";
import { type SensitiveView, viewSensitive } from "./sensitive-view.ts";
import { percent } from "./words.ts";

/** What the attacker has and knows. */
export type SceneOptions = {
  /** The columns whose values the attacker knows of people. */
  readonly knows: readonly string[];
  /** The columns the attacker is after. */
  readonly sensitive?: readonly string[];
  /** How their values are written where several spellings count as one; undefined where every text is a value. */
  readonly spellings?: Scene["spellings"];
  readonly secondRelease?: Table;
  readonly truth?: Uint32Array;
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  /** The columns whose missing values match anything. */
  readonly wildcards?: readonly string[];
  readonly orders?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly form?: CoverOptions["form"];
  readonly targets?: number;
  readonly seed?: number;
  readonly excluded?: number;
  readonly confidence?: number;
  readonly staysWhole?: Scene["staysWhole"];
  readonly promised?: number;
};

/** People attacked where nothing else is said. */
export const usualTargets = 2000;

/** Lays the two tables side by side as an attacker would. */
export function* openScene(original: Table, release: Table, options: SceneOptions): Task<Scene> {
  const hierarchies = options.hierarchies ?? {};
  const optionsOf = (name: string): CoverOptions => ({
    hierarchy: hierarchies[name],
    order: options.orders?.[name],
    form: options.form,
    wildcard: options.wildcards?.includes(name) ?? false,
  });
  checkTruth(options.truth, original, release);
  const view = yield* viewRelease(original, release, options.knows, optionsOf);
  const { secondRelease } = options;
  const shared = options.knows.filter((name) => secondRelease?.columns.some((column) => column.name === name));
  const second =
    secondRelease === undefined ? undefined : yield* viewRelease(original, secondRelease, shared, optionsOf);
  return {
    original,
    order: yield* canonicalOrder(original),
    release,
    view,
    people: yield* peopleOf(view, original.rows),
    second:
      second === undefined
        ? undefined
        : { table: second.table, view: second, people: yield* peopleOf(second, original.rows) },
    truth: options.truth,
    sensitive: options.sensitive ?? [],
    spellings: options.spellings,
    hierarchies,
    targets: options.targets ?? usualTargets,
    seed: options.seed ?? 1,
    excluded: options.excluded ?? 1,
    confidence: options.confidence ?? 1,
    staysWhole: options.staysWhole,
    promised: options.promised,
  };
}

function checkTruth(truth: Uint32Array | undefined, original: Table, release: Table): void {
  if (truth === undefined) return;
  const fits = truth.length === release.rows && truth.every((row) => row < original.rows);
  if (fits) return;
  throw new KohortError("input", `the truth speaks of ${truth.length} rows, the release has ${release.rows}`, {
    hint: "it must be the one written with this release, and the original read with the same `missing` and `dropMissing`",
  });
}

/** An attack that was not tried, why, and what to do to have it tried where something can be done. */
export type SkippedAttack = {
  readonly attack: AttackName;
  readonly attribute?: string;
  readonly reason: string;
  readonly hint?: string;
};

/** What came of attacks, and which could not be tried, with the reason. */
export type Findings = {
  readonly findings: readonly Finding[];
  readonly skipped: readonly SkippedAttack[];
};

/** Why an attack is not among those that are tried unless it is named. */
const onlyByName: Partial<Record<AttackName, string>> = {
  minimality: "is tried only by name: it can take longer than all others together",
};

/** Tries attacks, all but those that take long unless some are named; those on sensitive values once for every sensitive column. */
export function* runAttacks(scene: Scene, named?: readonly AttackName[]): Task<Findings> {
  const { sensitive } = scene;
  const findings: Finding[] = [];
  const skipped: SkippedAttack[] = [];
  const views = new Map<string, SensitiveView>();
  for (const attack of named ?? attackNames) {
    const entry = attacks[attack];
    const reason = named === undefined ? onlyByName[attack] : undefined;
    if (reason !== undefined) {
      skipped.push({ attack, reason });
      continue;
    }
    const note = (of: { attribute?: string }, outcome: Outcome | Impossibility): void => {
      if ("impossible" in outcome) skipped.push({ attack, ...of, reason: outcome.impossible });
      else findings.push(findingOf(attack, of, outcome));
    };
    if (!entry.sensitive) note({}, yield* entry.run(scene));
    else if (sensitive.length === 0) skipped.push({ attack, reason: "needs a sensitive column" });
    else {
      for (const attribute of sensitive) {
        const view = remember(views, attribute, () => viewSensitive(scene, scene.view, attribute));
        note({ attribute }, yield* entry.run(scene, view));
      }
    }
  }
  return { findings, skipped };
}

function findingOf(attack: AttackName, of: { attribute?: string }, outcome: Outcome): Finding {
  const { successes, targets, baseline, promise, says, details = {} } = outcome;
  assert(successes >= 0 && successes <= targets * (1 + 1e-9), `${attack} succeeds between never and always`);
  const success = targets === 0 ? 0 : Math.min(1, successes / targets);
  const interval = wilson(Math.min(successes, targets), targets);
  const isAbove = interval[0] > baseline + 1e-12;
  const isKept = isAbove && promise !== undefined && promise.highest <= promise.atMost + 1e-12;
  const beside = isKept ? ` (promised: at most ${percent(promise.atMost)})` : ` (blind ${percent(baseline)})`;
  const word = isKept ? "within what was promised" : isAbove ? "exposed" : "no better than a blind guess";
  const verdict = `${word}: ${says}${isAbove ? beside : ""}`;
  return { attack, ...of, success, baseline, interval, exposed: isAbove && !isKept, verdict, targets, details };
}

/** Sentences on the attacks that were not tried, one per reason, with the way to try them where there is one. */
export function notTried(skipped: readonly SkippedAttack[], nameOf: (one: SkippedAttack) => string): string[] {
  const groups = new Map<string, SkippedAttack[]>();
  for (const one of skipped) remember(groups, `${one.reason}\n${one.hint ?? ""}`, () => []).push(one);
  return [...groups.values()].map((group) => {
    const { reason, hint } = group[0];
    const subject = group.length === 1 ? nameOf(group[0]) : `${few(group.map(nameOf))}: each`;
    return `${subject} ${reason}${hint === undefined ? "" : `; ${hint}`}`;
  });
}

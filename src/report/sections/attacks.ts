import { type AttackName, attacks, type Finding, type Findings, notTried } from "../../attacks/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import { intervalsFigure } from "../figures/intervals.ts";
import type { PageSection } from "../page.ts";
import { modelName } from "./promises.ts";

function nameOf({ attack, attribute }: { readonly attack: string; readonly attribute?: string }): string {
  return modelName({ model: attack, attribute });
}

/** What attackers came to, each with its interval and beside a blind guess, and what helps against those that did better. */
export function attacksSection(findings: readonly Finding[], skipped: Findings["skipped"] = []): PageSection {
  const exposed = findings.filter((one) => one.exposed);
  const shares = findings.map((one) => ({
    name: nameOf(one),
    share: one.success,
    interval: one.interval,
    baseline: one.baseline,
  }));
  const left = skipped.length === 0 ? [] : [{ title: "Not tried", list: notTried(skipped, nameOf) }];
  if (findings.length === 0) return { title: "Attacks", text: "No attack was tried.", parts: left };
  const helps = [...new Set(exposed.map(({ attack }) => attack as AttackName))];
  return {
    title: "Attacks",
    text: "Each attack was tried with the original at hand. Success is the share of people or claims for whom it is right, with its 95 % interval; blind is the share for whom a guess without the release would be.",
    table: {
      head: ["attack", "success", "95 % interval", "blind", "tried on", "verdict"],
      rows: findings.map((one) => [
        nameOf(one),
        formatShare(one.success),
        `${formatShare(one.interval[0])} – ${formatShare(one.interval[1])}`,
        formatShare(one.baseline),
        formatNumber(one.targets),
        one.verdict,
      ]),
    },
    figures: [intervalsFigure("Attacks against a blind guess", shares)],
    parts: [
      ...(helps.length === 0
        ? []
        : [
            {
              title: "What helps against those that do better",
              list: helps.map((name) => `${name}: ${attacks[name].mitigation}`),
            },
          ]),
      ...left,
    ],
  };
}

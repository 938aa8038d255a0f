import type { Choice, ChoicePoint } from "./choose.ts";

/** Differences of loss that are rounding. */
const rounding = 1e-9;

/** The points of a curve from the loosest demand to the strictest; t asks more the smaller it is, k and l the larger. */
function byStrictness(setting: Choice["setting"], curve: readonly ChoicePoint[]): ChoicePoint[] {
  const sign = setting === "t" ? -1 : 1;
  return curve.filter(({ variant }) => variant === undefined).sort((a, b) => sign * (a.value - b.value));
}

/** What the next stricter point of the curve would cost, where there is one. */
export function nextStricter(setting: Choice["setting"], curve: readonly ChoicePoint[], chosen: number): string {
  const points = byStrictness(setting, curve);
  const next = points[points.findIndex(({ value }) => value === chosen) + 1];
  if (next === undefined) return `; no stricter ${setting} was tried`;
  return `; the next stricter, ${setting} ${next.value}, loses ${percent(next.loss)}`;
}

/** Warns where a stricter demand costs less than a looser one, so that the curve is no guide between its points. */
export function curveWarnings({ setting, curve, chosen }: Choice): string[] {
  const points = byStrictness(setting, curve);
  const drops = points.slice(1).map((stricter, i) => ({ looser: points[i], stricter }));
  const worst = drops.reduce<(typeof drops)[number] | undefined>((most, drop) => {
    const depth = ({ looser, stricter }: (typeof drops)[number]): number => looser.loss - stricter.loss;
    return depth(drop) > (most === undefined ? rounding : depth(most)) ? drop : most;
  }, undefined);
  if (worst === undefined) return [];
  const { looser, stricter } = worst;
  return [
    `the loss does not grow steadily with stricter ${setting}: ${setting} ${looser.value} loses ${percent(looser.loss)}, the stricter ${setting} ${stricter.value} only ${percent(stricter.loss)}; candidates are searched by a heuristic, so look at the curve before relying on the choice of ${setting} ${chosen}`,
  ];
}

/** The NCP above which goals that were chosen leave next to nothing: values published at more than half their range. */
const littleLeft = 0.5;

/** Warns where the goals that were chosen cost most of what the table tells. */
export function costWarnings(choices: readonly Choice[], ncp: number): string[] {
  if (choices.length === 0 || ncp <= littleLeft) return [];
  const chosen = choices.map(({ setting, chosen: value }) => `${setting} ${value}`).join(", ");
  return [
    `the goals that auto chose (${chosen}) leave little of the table: NCP ${percent(ncp)}; state looser ones as numbers`,
  ];
}

/** A share with two decimals. */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}

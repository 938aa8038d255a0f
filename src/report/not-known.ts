import type { UnknownFigure } from "../release/index.ts";

const titles: Readonly<Record<string, string>> = { ncp: "NCP", cAvg: "C_avg" };

/** Why a figure is not there, in a sentence. */
export function notKnownText({ figure, reason }: UnknownFigure): string {
  return `${titles[figure] ?? figure} is not known: ${reason}`;
}

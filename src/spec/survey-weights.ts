/**
 * @file Survey weights: how many people of the population a record stands for. They tell the stratum that somebody was
 * sampled in and are often nearly unique. A header such as `weight` may mean the weight of a body as well, which is told
 * by the values and by what stands beside it.
 */
import type { ColumnSummary } from "./column-summary.ts";
import { wordsOf } from "./header-words.ts";

/** Words that mean survey weights and nothing else. */
const plain =
  /wgt|^(?:p|per|pers|person|hh|house|household|asec|earn|final|base|design|sampling|sample|survey|pop|population|expansion|calibration|calibrated|stat|analytic|replicate)(?:wt|weight|weights|weighting)$|wt$(?<=\w{4})|^wt(?:finl|supp|int|mec)|^hochrechnung|^hochrechnungsfaktor$|gewichtungsfaktor|^ponder|^fexp$|^facexp$|^hrf$|^repweight/;

/** Words that mean survey weights beside a word for a weight. */
const beside =
  /^(?:sampling|sample|survey|person|household|hh|final|base|design|population|expansion|calibration|replicate|cross|longitudinal|encuesta|sondage|stichprobe)$/;

/** Words for any weight. */
const any = new Set("weight weights gewicht poids peso wt w gew factor faktor facteur fattore".split(" "));

/** Words for the factor by which a sample is expanded. */
const factors = new Set("factor faktor facteur fattore".split(" "));

/** Words that make a weight that of a body or a thing. */
const bodily =
  /^(?:kg|kgs|lb|lbs|g|gr|grams|pounds|body|birth|baby|loss|gain|change|dry|net|gross|class|koerper|korper)$|bodyweight|birthweight|korpergewicht|koerpergewicht|geburtsgewicht/;

/** Headers of what is measured together with a body's weight. */
const bodies = new Set(
  "height bmi groesse grosse korpergrosse koerpergroesse taille altura estatura statura altezza lengte waist stature".split(
    " ",
  ),
);

/** Whether a column of numbers holds survey weights or weights of bodies; undefined where it holds neither. */
export function weightOf(column: ColumnSummary, headers: readonly string[] = []): "survey" | "body" | undefined {
  const { kind, figures, name } = column;
  if (kind !== "number" || figures === undefined) return undefined;
  const words = wordsOf(name);
  const isAny = words.some((word) => any.has(word));
  if (words.some((word) => bodily.test(word))) return isAny ? "body" : undefined;
  if (words.some((word) => plain.test(word))) return "survey";
  if (!isAny) return undefined;
  if (words.some((word) => beside.test(word))) return "survey";
  if (!words.every((word) => any.has(word)) || words.every((word) => factors.has(word))) return undefined;
  if (words[0] === "w" && figures.whole) return undefined;
  if (headers.some((header) => wordsOf(header).some((word) => bodies.has(word)))) return "body";
  return isLikeBodies(column) ? "body" : "survey";
}

/** Whether numbers may be weights of bodies: within what people weigh, and written as scales show it. */
function isLikeBodies({ figures, distinct, rows, missing }: ColumnSummary): boolean {
  const { least, greatest, whole, tenths } = figures!;
  if (least <= 0 || greatest > 700 || greatest > 50 * least || greatest < 20) return false;
  if (whole) return true;
  return tenths && 50 * distinct > rows - missing;
}

/** @file Draws one row of the census table and writes it as bytes; the loop that `census.ts` lives by. */
import { assert, type Random } from "../base/index.ts";
import { type AliasTables, aliasTables, drawFrom } from "./alias.ts";
import * as model from "./census-model.ts";

/** Something drawn: the weights of its values in each context, and their labels as bytes in slots of equal width. */
type Field = { readonly draws: AliasTables; readonly bytes: Uint8Array; readonly lengths: Uint8Array };

type FieldName =
  | "age"
  | "workclass"
  | "education"
  | "marital"
  | "occupation"
  | "relationship"
  | "race"
  | "sex"
  | "capital"
  | "hours"
  | "country"
  | "income";

/** All that is needed to write rows, prepared once. */
export type RowWriter = Readonly<Record<FieldName, Field>> & {
  readonly ageBand: Uint8Array;
  readonly educationBand: Uint8Array;
  /** How the hours of a workclass are drawn when the age says nothing else. */
  readonly hoursOf: Uint8Array;
  readonly agePoints: Uint8Array;
  readonly educationPoints: Uint8Array;
  readonly occupationPoints: Uint8Array;
};

const slotBits = 5;

function field(labels: readonly string[], contexts: readonly (readonly number[])[], end = ","): Field {
  const bytes = new Uint8Array(labels.length << slotBits);
  const lengths = new Uint8Array(labels.length);
  const encoder = new TextEncoder();
  labels.forEach((label, code) => {
    const slot = bytes.subarray(code << slotBits, (code + 1) << slotBits);
    const { read, written } = encoder.encodeInto(label + end, slot);
    assert(read === label.length + end.length, "a label fits its slot");
    lengths[code] = written;
  });
  return { draws: aliasTables(contexts), bytes, lengths };
}

/**
 * A field with two sets of contexts: sharpened weights for the typical and flattened ones for the others. One set alone
 * gives too many distinct people in a small table and too few in a large one.
 */
function variedField(labels: readonly string[], contexts: readonly (readonly number[])[]): Field {
  const typical = contexts.map((weights) => weights.map((weight) => weight * weight));
  const other = contexts.map((weights) => weights.map((weight) => Math.sqrt(weight) * Math.sqrt(Math.sqrt(weight))));
  return field(labels, [...typical, ...other]);
}

/** Four of ten people are typical of their age, sex and schooling. */
const typicalBelow = 0x6666_6666;

/** Gain and loss as one field: most have neither, nobody has both. */
function capitalField(): Field {
  const { gains, losses } = model;
  const labels = ["0,0", ...gains.map((gain) => `${gain},0`), ...losses.map((loss) => `0,${loss}`)];
  const weights = (none: number, gain: number, loss: number, high: boolean) => [
    none,
    ...gains.map((amount, rank) => (gain / (rank + 4)) * (amount > 7000 === high ? 1 : 0.2)),
    ...losses.map((_, rank) => loss / (rank + 4)),
  ];
  return field(labels, [weights(935, 22, 13, false), weights(690, 95, 43, true)]);
}

const hourManners = ["full", "part", "own"] as const;
const part = hourManners.indexOf("part");

/** Prepares the tables that rows are drawn from. */
export function rowWriter(): RowWriter {
  const ages = model.ageWeights.map((_, position) => model.youngest + position);
  const ageBand = Uint8Array.from(ages, (age) => model.ageBands.filter((first) => age >= first).length);
  const { incomePoints } = model;
  return {
    age: field(ages.map(String), [model.ageWeights]),
    workclass: variedField(model.workclasses, model.workclassWeights),
    education: variedField(
      model.educations.map((name, position) => `${name},${position + 1}`),
      model.educationWeights,
    ),
    marital: variedField(model.maritals, model.maritalWeights),
    occupation: variedField(model.occupations, model.occupationWeights),
    relationship: field(model.relationships, model.relationshipWeights),
    race: variedField(model.races, [model.raceWeights]),
    sex: field(model.sexes, [model.sexWeights]),
    capital: capitalField(),
    hours: field(
      Array.from({ length: 99 }, (_, position) => String(position + 1)),
      hourManners.map(model.hourWeights),
    ),
    country: variedField(model.countries, model.countryWeights),
    income: field(
      model.incomes,
      model.incomePerMille.map((share) => [1000 - share, share]),
      "\n",
    ),
    ageBand,
    educationBand: Uint8Array.from(model.educationBands),
    hoursOf: Uint8Array.from(model.workclasses, (name) =>
      name === "Self-employed" || name === "Owner of a firm" ? hourManners.indexOf("own") : hourManners.indexOf("full"),
    ),
    agePoints: Uint8Array.from(ageBand, (band) => incomePoints.ageBand[band]),
    educationPoints: Uint8Array.from(incomePoints.education),
    occupationPoints: Uint8Array.from(incomePoints.occupation),
  };
}

const ageBands = model.ageBands.length + 1;
const schoolingBands = model.occupationWeights.length / 2;
const maritals = model.maritals.length;
const occupations = model.occupations.length;
const races = model.races.length;

/** Draws a row, writes it at a position of a block and returns the position behind it. */
export function writeRow(writer: RowWriter, block: Uint8Array, start: number, random: Random): number {
  const other = random.next() < typicalBelow ? 0 : 1;
  const sex = drawFrom(writer.sex.draws, 0, random.next());
  const age = drawFrom(writer.age.draws, 0, random.next());
  const band = writer.ageBand[age];
  const education = drawFrom(writer.education.draws, band + other * ageBands, random.next());
  const marital = drawFrom(writer.marital.draws, band + (sex + other * 2) * ageBands, random.next());
  const occupation = drawFrom(
    writer.occupation.draws,
    writer.educationBand[education] + (sex + other * 2) * schoolingBands,
    random.next(),
  );
  const workclass = drawFrom(writer.workclass.draws, occupation + other * occupations, random.next());
  const relationship = drawFrom(writer.relationship.draws, marital + sex * maritals, random.next());
  const race = drawFrom(writer.race.draws, other, random.next());
  const country = drawFrom(writer.country.draws, race + other * races, random.next());
  const manner = band === 0 || band === ageBands - 1 ? part : writer.hoursOf[workclass];
  const hours = drawFrom(writer.hours.draws, manner, random.next());
  const points =
    writer.educationPoints[education] +
    writer.occupationPoints[occupation] +
    writer.agePoints[age] +
    (marital === 0 ? model.incomePoints.married : 0);
  const income = drawFrom(writer.income.draws, points, random.next());
  const capital = drawFrom(writer.capital.draws, income, random.next());

  let at = putLabel(block, start, writer.age, age);
  at = putLabel(block, at, writer.workclass, workclass);
  at = putWeight(block, at, random.next(), random.next());
  at = putLabel(block, at, writer.education, education);
  at = putLabel(block, at, writer.marital, marital);
  at = putLabel(block, at, writer.occupation, occupation);
  at = putLabel(block, at, writer.relationship, relationship);
  at = putLabel(block, at, writer.race, race);
  at = putLabel(block, at, writer.sex, sex);
  at = putLabel(block, at, writer.capital, capital);
  at = putLabel(block, at, writer.hours, hours);
  at = putLabel(block, at, writer.country, country);
  return putLabel(block, at, writer.income, income);
}

function putLabel(block: Uint8Array, start: number, { bytes, lengths }: Field, code: number): number {
  let at = start;
  let from = code << slotBits;
  for (const end = from + lengths[code]; from < end; from++) block[at++] = bytes[from];
  return at;
}

/** How many people a row stands for: 12,000 to some 900,000, most often near 200,000, hardly ever the same twice. */
function putWeight(block: Uint8Array, start: number, first: number, second: number): number {
  const rare = (second & 31) === 0 ? ((second >>> 5) & 1023) << 9 : 0;
  let rest = 12_000 + 2 * ((first >>> 16) + (first & 0xffff)) + (second >>> 15) + rare;
  const digits = rest < 100_000 ? 5 : 6;
  for (let at = start + digits - 1; at >= start; at--) {
    const tens = (rest / 10) | 0;
    block[at] = 48 + rest - tens * 10;
    rest = tens;
  }
  block[start + digits] = 44;
  return start + digits + 1;
}

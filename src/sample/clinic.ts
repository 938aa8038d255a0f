/**
 * @file The built-in sample: a clinic's admissions. Age bends schooling, work and diagnosis, schooling the work, sex and
 * season the diagnosis; a few places are crowded and many are nearly empty. All choices are integer draws, so that every
 * engine makes the same bytes.
 */
import { type Random, randomFrom } from "../base/index.ts";
import * as model from "./clinic-model.ts";

/** How many admissions, and which ones. */
export type ClinicOptions = { readonly rows?: number; readonly seed?: number };

/** A made-up clinic's admissions as CSV; the same options always give the same bytes. */
export function clinicCsv({ rows = 3000, seed = 1 }: ClinicOptions = {}): string {
  const random = randomFrom(seed);
  const lines = ["name,age,sex,zip,education,job,admission,diagnosis\n"];
  const given = new Set<string>();
  for (let row = 0; row < rows; row++) lines.push(`${admission(random, given).join(",")}\n`);
  return lines.join("");
}

/** The kohort.json that goes with the clinic's table. */
export const clinicSpec = {
  version: 1,
  attributes: {
    name: { role: "identifying" },
    age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5, factor: 2 } },
    sex: { role: "quasi-identifying" },
    zip: { role: "quasi-identifying", hierarchy: { kind: "masking", from: "right" } },
    education: { role: "quasi-identifying" },
    job: { role: "quasi-identifying" },
    admission: { role: "quasi-identifying", hierarchy: { kind: "dates" } },
    diagnosis: { role: "sensitive" },
  },
  privacy: [{ model: "k-anonymity", k: 5 }],
} as const;

function admission(random: Random, given: Set<string>): string[] {
  const female = random.below(100) < 54;
  const first = pick(female ? model.firstNames.female : model.firstNames.male, random);
  const initial = random.below(model.initials.length);
  const name = ownName(first, initial, pick(model.lastNames, random), given);
  const age = model.youngest + 5 * weighted(model.ageBandWeights, random) + random.below(5);
  const schooling = age < 21 ? 0 : age < 27 ? 1 : age <= 50 ? 2 : age <= 70 ? 3 : 4;
  const education = weighted(model.educationWeights[schooling], random);
  const month = weighted(model.monthWeights, random);
  return [
    name,
    String(age),
    female ? "female" : "male",
    zip(random),
    random.below(100) === 0 ? "" : model.educations[education],
    job(age, education, random),
    day(month, random),
    diagnosis({ age, female, month }, random),
  ];
}

/** A name that nobody else has: every admission is of another person, who takes the next free initial, or two. */
function ownName(first: string, initial: number, last: string, given: Set<string>): string {
  const { initials } = model;
  for (let tried = 0; ; tried++) {
    const second = tried < initials.length ? "" : ` ${initials[Math.floor(tried / initials.length - 1)]}.`;
    const name = `${first} ${initials[(initial + tried) % initials.length]}.${second} ${last}`;
    if (given.has(name)) continue;
    given.add(name);
    return name;
  }
}

function pick(items: readonly string[], random: Random): string {
  return items[random.below(items.length)];
}

/** A position, drawn in proportion to the integers that stand there. */
function weighted(weights: readonly number[], random: Random): number {
  let rest = random.below(weights.reduce((sum, weight) => sum + weight, 0));
  return weights.findIndex((weight) => (rest -= weight) < 0);
}

/** Within an area the first codes are crowded and the last ones nearly empty. */
function zip(random: Random): string {
  const area =
    model.areas[
      weighted(
        model.areas.map(({ weight }) => weight),
        random,
      )
    ];
  const within = Math.min(random.below(area.codes), random.below(area.codes), random.below(area.codes));
  return area.prefix + String(within * 2 + 1).padStart(2, "0");
}

function job(age: number, education: number, random: Random): string {
  if (random.below(100) === 0) return "";
  const retired = age >= 67 ? 93 : age >= 60 ? 12 * (age - 59) : 0;
  if (random.below(100) < retired) return "retired";
  const atSchool = age <= 18 ? 92 : age <= 21 ? 60 : age <= 26 ? 30 : 0;
  if (random.below(100) < atSchool) return "student";
  return model.jobs[weighted(model.jobWeights[education], random)];
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function day(month: number, random: Random): string {
  const year = 2023 + random.below(2);
  const length = monthLengths[month] + (month === 1 && year === 2024 ? 1 : 0);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${year}-${two(month + 1)}-${two(1 + random.below(length))}`;
}

type Patient = { readonly age: number; readonly female: boolean; readonly month: number };

function diagnosis({ age, female, month }: Patient, random: Random): string {
  const band = age < 30 ? 0 : age < 45 ? 1 : age < 60 ? 2 : age < 75 ? 3 : 4;
  const season = Math.floor(((month + 1) % 12) / 3);
  const weights = model.diagnoses.map((known) => {
    return known.byAge[band] * (female ? known.female : known.male) * known.bySeason[season];
  });
  return model.diagnoses[weighted(weights, random)].name;
}

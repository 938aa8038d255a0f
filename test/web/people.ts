import { randomFrom } from "../../src/base/index.ts";

const towns = ["Aldorf", "Brenn", "Cassel", "Dorn", "Ems"];
const trades = ["baker", "smith", "nurse", "clerk"];
const ills = ["asthma", "flu", "gout", "none", "ulcer"];

/** A table that is not the sample: semicolons between its fields, a missing value now and then. */
export function peopleCsv(rows: number, seed = 5): string {
  const random = randomFrom(seed);
  const lines = ["person;born;town;trade;height;ill"];
  for (let row = 0; row < rows; row++) {
    const town = towns[Math.min(random.below(5), random.below(5))];
    const trade = random.below(40) === 0 ? "" : trades[random.below(4)];
    lines.push(
      [`p${row}`, 1930 + random.below(80), town, trade, 150 + random.below(45), ills[random.below(5)]].join(";"),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** What its columns are. */
export const peopleSpec = {
  version: 1,
  attributes: {
    person: { role: "identifying" },
    born: { role: "quasi-identifying" },
    town: { role: "quasi-identifying" },
    trade: { role: "quasi-identifying" },
    height: { role: "insensitive" },
    ill: { role: "sensitive" },
  },
  privacy: [{ model: "k-anonymity", k: 4 }],
} as const;

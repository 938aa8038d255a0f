/**
 * @file The invented population behind `census.ts`: names, weights and what depends on what. Age bends schooling and
 * marriage, schooling and sex bend the occupation, the occupation the employer, marriage the place in the household,
 * and all of them the income. Weights are shares in no particular unit.
 */

/** The lowest age; ages run up from here, one weight each. */
export const youngest = 17;

/** How many people there are of each age, rising to the thirties and thinning out to the oldest, who share one value. */
export const ageWeights: readonly number[] = [
  86, 124, 168, 178, 186, 198, 228, 222, 226, 220, 228, 236, 230, 240, 246, 234, 246, 248, 250, 252, 244, 238, 236, 224,
  230, 222, 214, 206, 206, 208, 200, 164, 162, 160, 158, 142, 136, 122, 116, 110, 104, 102, 100, 90, 82, 72, 68, 60, 54,
  50, 42, 38, 32, 26, 24, 21, 18, 15, 13, 11, 9, 8, 7, 6, 5, 4, 3, 2.6, 2, 1.4, 1, 0.8, 0.5, 6,
];

/** The first age of each band after the first; bands decide schooling and marriage. */
export const ageBands: readonly number[] = [19, 23, 30, 45, 65];

/** The two values of sex. */
export const sexes: readonly string[] = ["Male", "Female"];

/** How many there are of each sex. */
export const sexWeights: readonly number[] = [675, 325];

/** Schooling from the lowest to the highest; the number in the next column is the position, from 1. */
export const educations: readonly string[] = [
  "No schooling",
  "Grades 1 to 4",
  "Grades 5 to 6",
  "Grades 7 to 8",
  "Grade 9",
  "Grade 10",
  "Grade 11",
  "Grade 12",
  "High school",
  "Some college",
  "Trade school",
  "Junior college",
  "Bachelor degree",
  "Master degree",
  "Licensed profession",
  "Doctorate",
];

/** How common each schooling is, by age band. */
export const educationWeights: readonly (readonly number[])[] = [
  [0.3, 0.6, 2, 10, 35, 110, 230, 90, 200, 130, 3, 3, 0.2, 0.05, 0.02, 0.01],
  [1, 2, 6, 6, 14, 24, 36, 20, 320, 420, 25, 26, 60, 2, 0.3, 0.05],
  [1, 4, 9, 8, 13, 16, 27, 12, 330, 215, 44, 38, 225, 36, 9, 3],
  [1, 4, 8, 11, 11, 17, 24, 10, 330, 200, 52, 38, 182, 62, 22, 14],
  [2, 7, 13, 33, 20, 34, 30, 8, 330, 178, 38, 26, 152, 92, 26, 22],
  [4, 14, 18, 92, 32, 42, 34, 8, 320, 150, 22, 16, 120, 62, 30, 24],
];

/** The band of each schooling: unfinished school, school, certificates, a first degree, more. */
export const educationBands: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 4];

/** Marital status; the first is the one that counts for income. */
export const maritals: readonly string[] = [
  "Married",
  "Never married",
  "Divorced",
  "Separated",
  "Widowed",
  "Spouse elsewhere",
  "Spouse in service",
];

/** How common each marital status is, by age band, for men and then for women. */
export const maritalWeights: readonly (readonly number[])[] = [
  [8, 980, 3, 3, 0.2, 4, 0.4],
  [105, 850, 18, 10, 0.5, 9, 0.7],
  [430, 470, 68, 19, 1, 12, 0.8],
  [690, 145, 130, 22, 3, 12, 0.4],
  [770, 60, 130, 20, 15, 11, 0.1],
  [770, 50, 70, 10, 90, 10, 0.05],
  [15, 965, 5, 6, 0.4, 7, 1],
  [110, 800, 45, 25, 2, 14, 2.6],
  [220, 520, 170, 55, 6, 17, 3],
  [210, 245, 390, 80, 32, 20, 1.2],
  [210, 110, 410, 60, 185, 18, 0.4],
  [150, 90, 190, 20, 530, 14, 0.1],
];

/** Kinds of work. */
export const occupations: readonly string[] = [
  "Skilled trades",
  "Management",
  "Professional",
  "Office work",
  "Sales",
  "Personal services",
  "Machine operation",
  "Driving and hauling",
  "Cleaning and labouring",
  "Technical support",
  "Farming and fishing",
  "Protective services",
  "Household services",
  "Armed forces",
];

/** How common each occupation is, by schooling band, for men and then for women. */
export const occupationWeights: readonly (readonly number[])[] = [
  [235, 38, 8, 30, 60, 115, 165, 135, 130, 5, 75, 18, 1, 0.2],
  [245, 95, 28, 70, 105, 65, 105, 100, 75, 24, 48, 32, 0.3, 0.4],
  [250, 130, 65, 65, 105, 42, 72, 52, 30, 92, 36, 44, 0.1, 0.4],
  [62, 275, 260, 70, 185, 28, 18, 16, 12, 48, 24, 30, 0.1, 0.3],
  [20, 225, 600, 26, 78, 12, 5, 5, 3, 28, 10, 8, 0.05, 0.2],
  [28, 28, 8, 130, 145, 350, 185, 16, 55, 8, 14, 8, 62, 0.01],
  [22, 98, 30, 370, 130, 180, 72, 9, 20, 32, 7, 8, 16, 0.02],
  [18, 118, 110, 340, 82, 130, 26, 6, 8, 148, 6, 9, 5, 0.02],
  [10, 200, 385, 205, 102, 42, 10, 3, 4, 58, 5, 6, 3, 0.02],
  [5, 180, 650, 68, 36, 18, 3, 1, 1, 34, 3, 4, 1, 0.01],
];

/** Kinds of employers. */
export const workclasses: readonly string[] = [
  "Private company",
  "Self-employed",
  "Owner of a firm",
  "Local government",
  "Regional government",
  "National government",
  "Family helper",
  "Volunteer",
];

/** How common each workclass is, by occupation. */
export const workclassWeights: readonly (readonly number[])[] = [
  [775, 132, 27, 35, 14, 16, 0.5, 0.2],
  [665, 96, 98, 52, 47, 45, 0.3, 0.2],
  [560, 92, 39, 168, 100, 42, 0.1, 0.4],
  [755, 13, 8, 72, 66, 84, 0.8, 0.5],
  [806, 106, 80, 2, 3, 4, 0.6, 0.1],
  [812, 52, 8, 58, 38, 10, 0.2, 0.8],
  [946, 18, 7, 6, 7, 10, 0.3, 0.2],
  [806, 78, 17, 72, 26, 14, 0.4, 0.1],
  [930, 12, 2, 34, 12, 8, 0.6, 0.5],
  [764, 28, 4, 42, 62, 74, 0.1, 0.1],
  [455, 430, 50, 26, 14, 8, 16, 0.3],
  [292, 10, 8, 470, 180, 44, 0.1, 0.4],
  [994, 3, 0.5, 0.5, 0.5, 0.5, 0.1, 0.5],
  [1, 0.2, 0.1, 0.1, 0.2, 990, 0.1, 0.1],
];

/** Places in the household. */
export const relationships: readonly string[] = [
  "Husband",
  "Wife",
  "Own child",
  "Not in family",
  "Single householder",
  "Other relative",
];

/** How common each relationship is, by marital status, for men and then for women. */
export const relationshipWeights: readonly (readonly number[])[] = [
  [985, 0.05, 6, 1, 0, 8],
  [0, 0, 395, 505, 35, 65],
  [0, 0, 75, 675, 215, 35],
  [0, 0, 90, 590, 250, 70],
  [0, 0, 12, 620, 300, 68],
  [0, 0, 55, 620, 225, 100],
  [960, 0, 20, 15, 0, 5],
  [0.05, 935, 32, 8, 0, 25],
  [0, 0, 420, 430, 110, 40],
  [0, 0, 62, 440, 470, 28],
  [0, 0, 75, 340, 545, 40],
  [0, 0, 15, 530, 410, 45],
  [0, 0, 85, 330, 505, 80],
  [0, 880, 80, 20, 0, 20],
];

/** The five values of race. */
export const races: readonly string[] = ["White", "Black", "Asian or Pacific", "Indigenous", "Mixed or other"];

/** How many there are of each race. */
export const raceWeights: readonly number[] = [860, 94, 29, 10, 8];

/** Countries of birth, first the one that nearly all share. */
export const countries: readonly string[] = (
  "Country of survey, Brazil, Indonesia, Ukraine, Venezuela, Romania, Pakistan, Argentina, Chile, Spain, " +
  "Barbados, Malaysia, Nepal, Austria, Costa Rica, Bangladesh, Uruguay, Sri Lanka, Bulgaria, Panama, Turkey, " +
  "Mongolia, Nigeria, Cape Verde, Paraguay, Bolivia, Croatia, Belgium, Suriname, Denmark, Singapore, Ghana, " +
  "Myanmar, Bhutan, Brunei, Slovenia, Slovakia, Belize, Norway, Fiji, Luxembourg"
).split(", ");

/** How common each country is, by race. */
export const countryWeights: readonly (readonly number[])[] = [
  [
    27000, 620, 3, 118, 100, 106, 10, 90, 88, 76, 2, 2, 3, 66, 36, 1, 56, 2, 56, 50, 34, 1, 1, 40, 28, 24, 30, 26, 22,
    24, 1, 1, 0.5, 1, 0.5, 15, 13, 9, 13, 1, 1,
  ],
  [
    27600, 15, 4, 8, 36, 6, 3, 2, 30, 16, 620, 1, 1, 1, 70, 1, 4, 1, 1, 6, 1, 1, 420, 10, 8, 1, 1, 4, 4, 1, 0.5, 90,
    0.5, 0.5, 0.5, 1, 0.5, 20, 1, 0.5, 0.5,
  ],
  [
    9600, 20, 6300, 10, 5, 5, 2900, 3, 2, 30, 40, 2300, 2400, 2, 2, 2000, 2, 1500, 1, 2, 260, 1300, 1, 4, 2, 40, 1, 20,
    10, 1, 660, 50, 540, 580, 460, 1, 1, 2, 1, 90, 1,
  ],
  [
    28000, 210, 60, 10, 20, 40, 20, 20, 2, 2, 4, 20, 2, 2, 5, 2, 20, 2, 1, 30, 1, 2, 1, 1, 5, 20, 1, 1, 20, 1, 20, 2, 1,
    1, 5, 1, 1, 10, 1, 10, 1,
  ],
  [
    16800, 2600, 90, 10, 1600, 40, 220, 600, 60, 10, 120, 10, 10, 5, 1600, 2, 180, 20, 1, 620, 220, 2, 20, 10, 90, 180,
    1, 10, 520, 1, 10, 140, 2, 2, 2, 1, 1, 40, 1, 20, 1,
  ],
];

/** Hours a week: half of everyone works 40, tens and fives are common, everything from 1 to 99 occurs. */
export function hourWeights(manner: "full" | "part" | "own"): number[] {
  return Array.from({ length: 99 }, (_, position) => {
    const hours = position + 1;
    const round = hours % 10 === 0 ? 14 : hours % 5 === 0 ? 10 : hours % 4 === 0 ? 2.2 : 1;
    const short = hours < 35;
    if (manner === "part") return round * (short ? 16 : hours === 40 ? 22 : hours < 50 ? 2.5 : 0.25);
    if (manner === "own") return round * (short ? 2.4 : hours === 40 ? 24 : hours <= 70 ? 9 : 1);
    return round * (short ? 0.9 : hours === 40 ? 85 : hours <= 60 ? 9 : 0.35);
  });
}

/** The two values of income. */
export const incomes: readonly string[] = ["up to 50k", "over 50k"];

/** Points towards a high income: by schooling, by occupation, by age band and for marriage. */
export const incomePoints: {
  readonly education: readonly number[];
  readonly occupation: readonly number[];
  readonly ageBand: readonly number[];
  readonly married: number;
} = {
  education: [0, 0, 0, 1, 1, 1, 1, 1, 3, 4, 4, 5, 7, 8, 10, 10],
  occupation: [2, 5, 4, 1, 3, 0, 1, 1, 0, 4, 0, 3, 0, 2],
  ageBand: [0, 0, 3, 6, 7, 4],
  married: 8,
};

/** How many in a thousand with that many points have a high income. */
export const incomePerMille: readonly number[] = [
  1, 1, 1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 58, 82, 112, 150, 196, 250, 312, 378, 446, 514, 580, 640, 694, 740, 780, 815,
  845, 870, 890,
];

/** Amounts gained by the few who gained anything, common ones first. */
export const gains: readonly number[] = [
  ...Array.from({ length: 120 }, (_, rank) => 110 + ((rank * 7919 + 700) % 1499) * 10),
  99_999,
];

/** Amounts lost by the few who lost anything, common ones first. */
export const losses: readonly number[] = Array.from({ length: 96 }, (_, rank) => 150 + ((rank * 71 + 180) % 409) * 10);

import type { Kind } from "../table/index.ts";

/**
 * One cohort as a model sees it: how many records, and how often each value of the model's sensitive column occurs.
 * Where people are counted, models without a sensitive column are given people as `size`; the others are given the
 * (person, value) pairs of the histogram as `size`, and people apart.
 */
export type CohortCounts = {
  readonly size: number;
  readonly histogram: Float64Array;
  /** Different people in the cohort, where they are counted and `size` is not them. */
  readonly people?: number;
};

/** A hierarchy over sensitive values as bare numbers: nodes from the root down, each before its children. */
export type ValueTree = {
  /** The node above each node, −1 for the root. */
  readonly parent: Int32Array;
  /** The node that each value is. */
  readonly nodeOf: Int32Array;
};

/** A sensitive column as models know it. */
export type SensitiveCounts = {
  readonly name: string;
  /** How often each value occurs among the released records; values stand in their order where they have one. */
  readonly totals: Float64Array;
  /** How often each value occurs in the table that the release was made of, where that is known and differs. */
  readonly input?: Float64Array;
  /** How the values are understood; names unless stated. */
  readonly kind?: Kind;
  /** Whether the order of the values means something: numbers, days, names with a stated order. */
  readonly ordered?: boolean;
  readonly tree?: ValueTree;
  /** Set for the one column that counts the people of a population instead: its one value is how many there are. */
  readonly people?: true;
};

/** What a model may know of the whole table: each sensitive column with the count of each of its values. */
export type TableCounts = {
  readonly rows: number;
  /** Records of the table that the release was made of, where these are the rows of a release and that is known. */
  readonly inputRows?: number;
  readonly sensitive: readonly SensitiveCounts[];
  /** How many people the rows belong to, where people are counted; totals are then of (person, value) pairs. */
  readonly persons?: number;
};

/** The table that shares are relative to: the released records, or the table that the release was made of. */
export type Reference = "released" | "input";

/** How a measured figure must stand to the asked one. */
export type Relation = "≥" | "≤" | "<";

/** A second figure of a model, for those that ask two things at once. */
export type SecondFigure = {
  readonly name: string;
  readonly asked: number;
  readonly relation: Relation;
  readonly measure: (cohort: CohortCounts) => number;
  readonly worse: (a: number, b: number) => number;
};

/** A privacy requirement ready to be asked about cohorts. Algorithms are given models; they know none by name. */
export type PrivacyModel = {
  readonly name: string;
  /** What was asked for, as a number to set beside the measured one. */
  readonly asked: number;
  readonly relation: Relation;
  /** What is measured, in a few words: tools disagree on definitions. */
  readonly definition: string;
  /** Which of the table's sensitive columns it looks at; −1 for none. */
  readonly sensitive: number;
  /** No cohort with fewer records can hold. */
  readonly least: number;
  /** Whether `size ≥ least` is all there is to it. */
  readonly bySize: boolean;
  /** Whether joining two cohorts that hold gives one that holds. */
  readonly monotone: boolean;
  /**
   * Whether a cohort that holds still holds when any other records join it, or a table when cohorts are joined or small
   * ones left out; not so unless stated, or decided by size.
   */
  readonly upward?: true;
  /**
   * `cohort`: a release holds exactly if each of its cohorts does. `table`: it holds if each of its cohorts does, and
   * may hold although some do not; `ofTable` decides.
   */
  readonly scope: "cohort" | "table";
  /**
   * Set if it asks how many people of a population fit a cohort, which its histogram then says: `matched` looks at the
   * cohorts that are published, `all` also at people who fit none. An algorithm that does not count people is not asked.
   */
  readonly population?: "matched" | "all";
  /** Which table's shares of values the verdict depends on; suppressing records changes those of what is released. */
  readonly relative: false | Reference;
  readonly holds: (cohort: CohortCounts) => boolean;
  /**
   * For a cohort that does not hold: the share of its records that must be left out, however the cohort is parted into
   * smaller ones that hold. Figures that are convex have one: a whole is no worse than the mean of its parts.
   */
  readonly leastLost?: (cohort: CohortCounts) => number;
  /** The model's own figure for one cohort. */
  readonly measure: (cohort: CohortCounts) => number;
  /** Which of two cohorts' figures is the worse one, and so stands for the table. */
  readonly worse: (a: number, b: number) => number;
  readonly second?: SecondFigure;
  /**
   * For `table` scope: the figure of all cohorts together, and how many records stand against it. `records` are those
   * that a size is of, where that is not the size itself: with wildcards a record matches more than are written alike.
   */
  readonly ofTable?: (
    sizes: ArrayLike<number>,
    records?: ArrayLike<number>,
  ) => { readonly measured: number; readonly failing: number };
  /** Whether a cohort could hold at all, whatever number were asked; always, unless stated. */
  readonly possible?: (cohort: CohortCounts) => boolean;
  /** For a goal that the whole table fails: what it has, and the nearest that could be asked. */
  readonly nearest: (whole: CohortCounts) => NearestGoal;
};

/** What a table has that fails a goal, what could be asked instead in words, and the settings that would ask for it. */
export type NearestGoal = {
  readonly found: string;
  readonly askable: string;
  readonly settings?: Readonly<Record<string, number>>;
};

/** The nearest that could be asked where one setting is the matter: a figure, or the text that shows it. */
export function nearestBy(
  found: string,
  which: "least" | "most",
  setting: string,
  figure: number | string,
): NearestGoal {
  const askable = `the ${which} that can be asked is ${setting} ${figure}`;
  return { found, askable, settings: { [setting]: Number(figure) } };
}

/**
 * Whether a model asks something of people whom no record fits: a class of the population of which nobody is in the
 * table fails then, and leaving records out cannot mend that. A class whose records were left out has them, and is
 * judged no further, as is any cohort that is left out.
 */
export function asksOfEveryClass(model: Pick<PrivacyModel, "population" | "holds">): boolean {
  return model.population === "all" && !model.holds({ size: 0, histogram: Float64Array.of(1) });
}

/** How far a figure may miss what is asked and still count as equal; definitions with < take it the other way. */
export const slack = 1e-9;

/** A cohort as a model sees it where people are counted; `histogram` is the one of the model's sensitive column. */
export function countedByPeople(
  { sensitive }: Pick<PrivacyModel, "sensitive">,
  people: number,
  histogram: Float64Array,
): CohortCounts {
  if (sensitive < 0) return { size: people, histogram };
  let size = 0;
  for (let value = 0; value < histogram.length; value++) size += histogram[value];
  return { size, histogram, people };
}

/** A model whose sentences speak of people. */
export function inPeople(model: PrivacyModel): PrivacyModel {
  const said = (text: string): string =>
    text.replace(/\b1 record\b|\bone record\b/g, "1 person").replace(/\brecords?\b/g, "people");
  return {
    ...model,
    definition: said(model.definition),
    nearest: (whole) => {
      const { found, askable, settings } = model.nearest(whole);
      return { found: said(found), askable: said(askable), settings };
    },
  };
}

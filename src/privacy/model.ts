/** One cohort as a model sees it: how many records, and how often each value of the model's sensitive column occurs. */
export type CohortCounts = {
  readonly size: number;
  readonly histogram: Float64Array;
};

/** What a model may know of the whole table: each sensitive column with the count of each of its values. */
export type TableCounts = {
  readonly rows: number;
  readonly sensitive: readonly { readonly name: string; readonly totals: Float64Array }[];
};

/** A privacy requirement ready to be asked about cohorts. Algorithms are given models; they know none by name. */
export type PrivacyModel = {
  readonly name: string;
  /** What was asked for, as a number to set beside the measured one. */
  readonly asked: number;
  /** Which of the table's sensitive columns it looks at; −1 for none. */
  readonly sensitive: number;
  /** No cohort with fewer records can hold. */
  readonly least: number;
  /** Whether joining two cohorts that hold gives one that holds. */
  readonly monotone: boolean;
  /** Whether a cohort that holds still holds when any other records join it; not so unless stated. */
  readonly upward?: boolean;
  readonly holds: (cohort: CohortCounts) => boolean;
  /** The model's own figure for one cohort. */
  readonly measure: (cohort: CohortCounts) => number;
  /** Which of two cohorts' figures is the worse one, and so stands for the table. */
  readonly worse: (a: number, b: number) => number;
};

/** One page of `kohort explain`. */
export type Topic = {
  readonly name: string;
  /** Other words that lead here. */
  readonly also?: readonly string[];
  /** What it is, in one sentence. */
  readonly sentence: string;
  readonly formula?: string;
  readonly paper?: string;
  /** A worked example small enough to check by hand. */
  readonly example: string;
  /** What it does not protect against, or what the figure does not say. */
  readonly limits: string;
  /** What to do when it comes as an error code. */
  readonly asError?: string;
  readonly see?: readonly string[];
};

/** Topics that belong together in the list. */
export type TopicGroup = { readonly title: string; readonly topics: readonly Topic[] };

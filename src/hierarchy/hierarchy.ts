/** The values of an attribute, grouped level by level: level 0 is the data, the last level is one value for all. */
export type Hierarchy = {
  /** The labels of each level; level 0 holds every value the hierarchy knows, the last level exactly one. */
  readonly levels: readonly (readonly string[])[];
  /** `parents[l][i]` is the place in level l+1 of the group that label i of level l belongs to. */
  readonly parents: readonly Uint32Array[];
  /** How many values stand right below the root only because the source of the hierarchy does not name them. */
  readonly unlisted?: number;
};

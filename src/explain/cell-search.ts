import type { TopicGroup } from "./topic.ts";

/** Searches that decide cell by cell, for small tables and for learning. */
export const cellSearchTopics: TopicGroup = {
  title: "Cell search",
  topics: [
    {
      name: "exact",
      also: ["optimum", "proof"],
      sentence: "Exact search finds the best table cell by cell and proves that there is none better.",
      formula: `classes   up to 16 records: the cheapest cover of every subset of records
          up to a few hundred: groups worth adding are priced, a solver (HiGHS) chooses among them
matching  branch and bound; when a row fails, some row must take a wider option: each such cut raises the bound
--option seconds=30        how long to look for a proof; beyond that the bound says how far off it can be
--option optima=10         list that many of the tables that tie
--option meaning=matching  see k-concealment`,
      paper: "A. Meyerson, R. Williams, On the complexity of optimal k-anonymity, 2004 (it is NP-hard from k = 3)",
      example: `A 25 M, B 21 F, C 30 M, D 21 F with k = 2: rows 1 and 3 as * [25-30] M, rows 2 and 4 as * 21 F;
search.optimal is true and search.optima counts the tables that cost the same.`,
      limits: "At most 2,000 records; from a few hundred, or from k = 4, expect a gap instead of a proof.",
      see: ["mingen", "genetic", "certainty", "k-concealment"],
    },
    {
      name: "mingen",
      sentence:
        "MinGen looks at every table there is, column by column, and keeps the best; it is here to be learnt from.",
      formula: `for every way to publish column 1:  does it hold k by itself?  can it still be cheaper than the best?
    for every way to publish column 2: …
        the last column is decided: a table, and perhaps the best
--option prune=false   leave nothing out     --option cache=false      work everything out again
--option trace=true    keep the decisions    --option iterations=1000  look at random tables only`,
      paper: "L. Sweeney, Achieving k-anonymity privacy protection using generalization and suppression, 2002",
      example: `4 records, 5 columns: 181,398,528 tables, of which a few hundred prefixes are looked at.
search.states, pruneFactor, prunes, trims, cache and secondsPerState say how it went.`,
      limits:
        "The number of tables grows with the product of all cells' candidates; 15 records are out of reach. Use exact.",
      see: ["pruning", "caching", "exact", "genetic"],
    },
    {
      name: "pruning",
      also: ["prune", "trims"],
      sentence: "Pruning leaves out tables that cannot be the best, without looking at them.",
      formula: `loss     cost of the columns so far + least cost of the columns to come > cost of the best table
privacy  the columns so far already fail: one more column can only tell more people apart
trim     a column that fails by itself is never tried with others
record   a record costs at least what it pays to be like its (k − 1)th nearest in the columns to come`,
      example: `Names A, B, C, D with k = 2: of the 16 ways to keep or star them only one holds, all starred;
the other 15 are trimmed, and with them 15/16 of all tables.`,
      limits: `Ties must survive, so loss is pruned only when it is strictly worse. Models that are not monotone (joining two
cohorts that hold may fail) are judged on whole tables only.`,
      see: ["mingen", "caching"],
    },
    {
      name: "caching",
      also: ["cache", "prefix-tree"],
      sentence: "The cache remembers, for the first columns, which records are still alike and whether that holds.",
      formula: `a tree: an edge per column, taken by what that column does to the records, not by its texts
classes   which records are alike           matching  which originals each record covers
hit rate = hits / lookups, per column in search.cache`,
      example: `Age [21-25] [21-25] 30 and Age * * 30 part three records alike: the second is a hit, and its privacy is known.
Their costs differ, and cost is never cached.`,
      limits: "It saves work, not memory: at most 500,000 places are kept. Results are the same with cache=false.",
      see: ["mingen", "pruning"],
    },
    {
      name: "genetic",
      also: ["generations", "mutation", "population-of-tables"],
      sentence: "The genetic algorithm breeds whole tables: the best tenth of each generation are parents of the next.",
      formula: `fitness    records that fail first, cost second: every table that holds ranks above every one that does not
crossover  each cell from one of two parents
mutation   a share m / (m + 100) of the children; m doubles with every tenth of the generations
--option population=100  --option generations=1000  --option mutation=10  --seed N  --option trace=true`,
      paper:
        "V. Iyengar, Transforming data to satisfy privacy constraints, 2002 (a genetic algorithm for generalization)",
      example: `m = 10: 9 % of the children are mutated in the first tenth, 17 % in the second, … 98 % in the last.
Four populations are bred from seeds of their own; the best table of all is the answer.`,
      limits: "It proves nothing; `exact` does. It starts with a table of stars, so that what it returns always holds.",
      see: ["mingen", "exact"],
    },
    {
      name: "k-concealment",
      also: ["matching", "meaning", "1-k-anonymity"],
      sentence:
        "Every released row could stand for at least k originals, counting only complete one-to-one assignments.",
      formula: `draw i → j when released row i covers original j (the true assignment is i → i)
i keeps j  ⇔  i covers j, and i and j are in one strongly connected component
released side: every i keeps ≥ k      original side: every j is kept by ≥ k`,
      paper: `T. Tassa, A. Mazza, A. Gionis, k-Concealment: an alternative model of k-type anonymity, 2012. They count per
original; per released row, as MG-GA counts, is the same at k = 2 and not from k = 3 on.`,
      example: `M F F released as * F F, k = 2: fails. Both F rows need both F originals, so * can only be M.
M F F released as * * F, k = 2: holds.`,
      limits: `Weaker than k-anonymity: rows need not look alike, so l-diversity and t-closeness have no cohorts to look at. It
can only be audited with the original: kohort audit release.csv --original original.csv`,
      see: ["k-anonymity", "exact"],
    },
    {
      name: "certainty",
      also: ["minimal-distortion", "md"],
      sentence: "Certainty adds up what every cell leaves open; minimal distortion counts the cells that were changed.",
      formula: `certainty           * 1;  range (high − low) / (column's high − low);  group: children of its parent / distinct values
minimal-distortion  every changed cell 1
both are multiplied by the column's weight, which may be 0 or below`,
      paper: "the metrics of the teaching program MG-GA; see docs/coming-from-mg-ga.md",
      example: `ages 21, 25, 30: [25-30] costs 5/9
jobs in two groups, three different jobs in the column: a group costs 2/3`,
      limits: "A broader group can cost less than a narrower one; NCP, which counts leaves, is the honest one.",
      see: ["ncp", "exact"],
    },
  ],
};

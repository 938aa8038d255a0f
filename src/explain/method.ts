import type { TopicGroup } from "./topic.ts";

/** How releases are made and what they look like. */
export const methodTopics: TopicGroup = {
  title: "Method and release",
  topics: [
    {
      name: "mondrian",
      also: ["algorithm", "algorithms"],
      sentence: "Mondrian cuts the table in two along one attribute, again and again, while both sides can keep k.",
      formula: `for a part: attributes by span(part) / span(table), widest first
            cut at the median value; both sides must hold at least k records, else try the next cut
            no cut left: the part is a cohort`,
      paper: `K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity, 2006. Where we differ: the
ranges are those of the members at every step, and where the cut after the median value is not allowed
the cut before it is tried, which loses less.`,
      example: `ages 21 22 25 | 41 44 47, k = 3:   cut at the median → [21..25] and [41..47], 3 records each
                                   neither can be cut again: two cohorts`,
      limits: "It is greedy: a good first cut may forbid better ones later. It suppresses nothing.",
      see: ["ncp", "k-anonymity", "generalised-values"],
    },
    {
      name: "best-cut",
      also: ["beam"],
      sentence:
        "Best-cut Mondrian weighs every cut of every attribute by what both sides will lose, and takes the best.",
      formula: `for a part and a cut into sides of n₁ and n₂ records whose tight boxes cost w₁ and w₂:
            n₁ w₁ (k/n₁)^(1/p) + n₂ w₂ (k/n₂)^(1/p),   p = 6 (4 for k ≥ 25)
            the least wins; parts of at most 8k records try their best cuts to the end and keep what loses least`,
      example: `ages 20 21 22 60 61 62 63, k = 3:   the median cut gives 20 21 22 60 | 61 62 63 and loses a range of 40;
                                    the best cut gives 20 21 22 | 60 61 62 63 and loses 3`,
      limits: `Boxes never overlap, which costs some loss against methods whose boxes may. A tighter cohort is also more alike
inside, so look at what it discloses beside what it loses.`,
      see: ["mondrian", "ncp"],
    },
    {
      name: "cluster",
      also: ["clustering", "local-recoding", "annealing", "swap-descent", "regrouping"],
      sentence:
        "Clustering puts each record with its nearest neighbours, then exchanges records between cohorts while that loses less.",
      formula: `1  near neighbours from a few snake orders (walks in which neighbours differ little)
2  the densest k records make a cohort first; it grows by the record that widens its box least
3  descent: records move, or change places with records of their neighbours' cohorts, while Σ n·w falls
4  regrouping, if asked: near cohorts are taken apart and grown anew from random records, then exchanges are made
   at random (annealing); what loses more is kept less and less often`,
      paper: `J. Byun, A. Kamra, E. Bertino, N. Li, Efficient k-anonymization using clustering techniques, 2007 (k-member).
Where we differ: the densest group first instead of the farthest record, neighbours instead of full scans,
and the exchanges afterwards.`,
      example: `ages 20 22 24 26 and 23 25 with k = 3:   best cut   20 22 23 | 24 25 26
two attributes can make boxes that overlap: a cohort of young in all regions, one of all ages in one region`,
      limits: `Boxes may overlap (local recoding), so a person's values can fit two cohorts; counting queries on the release need
more care. Tighter cohorts are more alike inside: look at what they disclose beside what they lose.`,
      see: ["auto", "best-cut", "ncp"],
    },
    {
      name: "auto",
      also: ["effort", "low-loss"],
      sentence: "auto, the default, chooses the method that loses least for the effort you give it.",
      formula: `effort=fast       the quickest that still beats Mondrian by far
effort=balanced   the default: well under a second for tens of thousands of records
effort=best       several seconds
effort=60         seconds; shows the loss as it falls, Ctrl-C writes the best so far
partition=true    boxes never overlap (the default): best-cut Mondrian
partition=false   local recoding: clustering, which loses less`,
      example: `UCI Adult, eight quasi-identifiers, k = 10: Mondrian loses 7.3 %, auto 5.2 %, auto with partition=false 4.7 %`,
      limits: `A search that is given seconds depends on the machine's speed; its report says "planned" and "rounds", and the
options planned=… and rounds=… repeat it exactly. The default is a partition because what overlapping boxes lose less
is paid for by a release that is harder to count with, and that shows more when two of them are published.`,
      see: ["best-cut", "cluster", "mondrian", "ncp"],
    },
    {
      name: "generalised-values",
      also: ["generalized-values", "intervals-in-a-release", "values"],
      sentence: "A generalised value names everything a record's true value may be.",
      formula: `[low..high]   numbers and dates, both ends included
{a|b|c}       categories, in the attribute's order
label         a node of a hierarchy
*             anything: the whole domain, or missing and present values together
value         a single value is itself`,
      example: `age [30..39]  zip {12163|12167}  sex *       a woman of 34 in 12163 may be this record, so may a man of 39
                                             in 12167; a man of 40 may not`,
      limits: `A value in the data that looks like one of these forms is escaped when it is written and read back, so that
the two cannot be confused.`,
      see: ["hierarchy", "missing-values"],
    },
    {
      name: "row-order",
      also: ["canonical", "shuffled"],
      sentence: "The order of the rows tells nothing: they are sorted by what was released.",
      formula: `--order canonical   sorted by the released bytes (the default)
--order shuffled    that order, permuted by the seed
--order input       the order of the input, with a warning`,
      paper: "L. Sweeney, k-anonymity: a model for protecting privacy, 2002, section 4.1 (unsorted matching attack)",
      example: `Two releases of one table, both in the input's order:
release 1: age [30..39], zip *         row 7
release 2: age *,        zip 12163     row 7     → row 7 is in its thirties and lives in 12163`,
      limits:
        "Sorting does not help when two releases share a column that names each row, such as an insensitive number. The order of the input's rows does not change a release either: names without an order are laid out by frequency, and random numbers are drawn by the order of the records' values. Forms that equal another program lay names out by first appearance, as it does.",
      see: ["k-anonymity"],
    },
    {
      name: "suppression",
      also: ["suppressed"],
      sentence:
        "A suppressed record is left out of the release because keeping it would cost all others too much detail.",
      formula: "--suppression 0.02   at most 2 % of the records may be left out",
      paper: "P. Samarati, Protecting respondents' identities in microdata release, 2001",
      example: `100 people aged 20 to 60 and one aged 103, k = 5: without suppression the oldest cohort is [57..103];
with one record left out it is [57..60].`,
      limits:
        "Who is missing can be told from what is there: a release without the only very old person says so. auto leaves records out where a model on sensitive values then costs less; Mondrian leaves none out and says that it ignores the flag; --keep-suppressed keeps the records with * in every quasi-identifier as a cohort that is judged like any other, or with * in every cell where that fails. Models that compare with the table compare with the released records; reference=input compares with the input.",
      see: ["mondrian"],
    },
  ],
};

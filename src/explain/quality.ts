import type { TopicGroup } from "./topic.ts";

/** How much was lost. */
export const qualityTopics: TopicGroup = {
  title: "Quality",
  topics: [
    {
      name: "disclosure",
      also: ["homogeneity-rate", "frontier", "gives-away"],
      sentence: "Disclosure is what a release tells about a sensitive column to somebody who finds a person's cohort.",
      formula: `homogeneity   records in cohorts whose members all have one value / all records
inference     records whose value is the most frequent one of their cohort / all records
baseline      records whose value is the most frequent one of the release / all records`,
      example: `cohorts {flu flu flu} {flu asthma asthma}:   homogeneity 3/6, inference 5/6, baseline 4/6`,
      limits: `Low loss and low disclosure pull against each other: tight cohorts are alike inside. \`kohort frontier\` shows both.
It counts what a cohort tells, not what a whole release teaches about people outside it.`,
      see: ["l-diversity", "t-closeness", "ncp", "auto"],
    },
    {
      name: "ncp",
      also: ["normalised-certainty-penalty"],
      sentence:
        "NCP is how wide the published values are, on average, as a share of their whole range: 0 nothing lost, 1 all.",
      formula: `number     (high − low) / (max − min of the column), what lies beyond the data cut off
category   (values it may be − 1) / (values in the column − 1)
hierarchy  leaves under the node / leaves in all, 0 for a single leaf
* and all cells of a suppressed record 1
NCP        the mean over all records and quasi-identifiers (weighted, if weights are given)`,
      paper: "J. Xu et al., Utility-based anonymization using local recoding, 2006",
      example: `column age from 20 to 60 (range 40), two records published as [20..30], two as [50..60]:
each loses 10 / 40 = 0.25, so NCP = 25 %`,
      limits:
        "It treats every value as equally likely and every attribute alone; it does not say whether a model trained on the release is any good. A mean does not say what it covers: compare of two files leaves NCP out and says so.",
      see: ["discernibility", "c-avg"],
    },
    {
      name: "discernibility",
      also: ["dm", "discernability"],
      sentence: "Discernibility counts, for each record, how many it cannot be told apart from.",
      formula: "DM = Σ |cohort|², a suppressed record counting as the whole table",
      paper: "R. Bayardo, R. Agrawal, Data privacy through optimal k-anonymization, 2005",
      example: `cohorts of 2, 2 and 3 records: 4 + 4 + 9 = 17; the least possible for 7 records is 7, the most 49

\`distinctLost\` in a report is another figure that has been called discernibility: distinct combinations of
quasi-identifiers before − after. 7 before and 3 after: 4.`,
      limits: "It looks at sizes only: two releases with equal cohorts but very different intervals have the same DM.",
      see: ["ncp", "c-avg"],
    },
    {
      name: "c-avg",
      also: ["cavg", "average-cohort", "averagecohort"],
      sentence: "C_avg says how much larger cohorts are than they had to be.",
      formula:
        "averageCohort = published records / cohorts;  cAvg = averageCohort / k (the largest k asked of cohorts), 1 at best",
      paper: "K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity, 2006",
      example: "30,162 records in 1,795 cohorts with k = 10: averageCohort = 16.8, cAvg = 1.68",
      limits:
        "Like discernibility it looks at sizes only, not at how wide the published values are. Without a k there is none; compare takes it from the spec or -k.",
      see: ["ncp", "discernibility"],
    },
  ],
};

import type { TopicGroup } from "./topic.ts";

/** How likely it is that somebody is recognised. */
export const riskTopics: TopicGroup = {
  title: "Risk",
  topics: [
    {
      name: "risk",
      also: ["prosecutor", "journalist", "marketer"],
      sentence: "Risk is the chance that somebody who knows a person's quasi-identifiers picks that person's record.",
      formula: `prosecutor  knows that the person is in the table       highest = 1 / smallest cohort
journalist  knows the population the table is drawn from  1 / fewest people of it that match a cohort
marketer    wants as many as possible                     (1/n) Σ records of a cohort / people that match it
average     the mean over records                         cohorts / records`,
      paper: `K. El Emam, F. Dankar, Protecting privacy using k-anonymity, 2008; K. El Emam, Guide to the De-Identification
of Personal Health Information, 2013`,
      example: `cohorts of 1, 2, 2 and 5 records (10 records):
highest risk 1/1 = 100 %, average risk 4 cohorts / 10 records = 40 %
risk above 20 %: the one alone and the four in pairs, 50 % of records

if 4 and 30 people of a register match two cohorts of 2 and 3 records:
journalist 1/4 = 25 %, marketer (2/4 + 3/30) / 5 = 12 %

kohort audit release.csv --quasi age,zip,sex --population register.csv`,
      limits: `It counts cohorts of the quasi-identifiers that are named and no others, and it is about records, not values:
whoever is in a large cohort of one diagnosis has a small risk and a known diagnosis.`,
      see: ["presets", "k-anonymity", "population-uniques"],
    },
    {
      name: "combinations",
      also: ["uniqueness", "risky-combinations", "separation", "distinction"],
      sentence: "A set of columns singles a person out when nobody else has that person's values in them.",
      formula: `unique       records alone with their values of these columns
minimal      of them, those that no smaller set of these columns singles out
distinction  distinct combinations / records
separation   pairs of records that differ in them / all pairs`,
      paper: "R. Motwani, Y. Xu, Efficient algorithms for masking and finding quasi-identifiers, 2007",
      example: `age  zip        age alone: 51 and 58 are unique            2 of 4
34   12163      zip alone: 12163 and 12167 are unique      2 of 4
34   12167      age, zip: everybody is unique              4 of 4
51   12205      but each by one column already, so minimal is 0 for the pair;
58   12205      separation 6/6, distinction 4/4`,
      limits:
        "It knows the table, not what others know: a set of columns nobody outside could know harms nobody, however unique.",
      see: ["quasi-identifier", "risk"],
    },
    {
      name: "population-uniques",
      also: ["population", "fraction", "zayatz", "pitman", "snb", "dankar"],
      sentence:
        "How many people are alone with their quasi-identifiers not in the table but in the population behind it.",
      formula: `Zayatz   s₁·P·N/n,  P = s₁·(n/N) / Σ_j s_j·(chance that a sample has exactly one of j equal people)
Pitman   N·Γ(θ+1)·Γ(θ+α+N−1) / (Γ(θ+α)·Γ(θ+N)),  θ and α by maximum likelihood
SNB      cohorts·(1−β)^α,  cohort sizes less one negative binomial, α and β by maximum likelihood
rule     n/N ≤ 0.1: Pitman; above: the smaller of Zayatz and SNB
(s_j cohorts of j records, n records in the table, N people in the population)`,
      paper: `L. Zayatz 1991; N. Hoshino 2001; G. Chen, S. Keller-McNulty 1998; the rule: F. Dankar, K. El Emam, A. Neisa,
T. Roffey, Estimating the re-identification risk of clinical data sets, 2012`,
      example: `two records alone and one pair (n = 4), drawn from N = 8 people:
a pair is seen once with chance 2·C(6,3)/C(8,4) = 4/7, somebody alone with 1/2
P = 2·(1/2) / (2·(1/2) + 4/7) = 7/11, so Zayatz says 2·(7/11)·2 = 2.5 of 8 people

kohort audit table.csv --quasi age,zip,sex --fraction 0.05`,
      limits: `An estimate from sizes alone, under a model of the population that may not be true; it presumes a random
sample. Estimators disagree, often by a factor, which is why all three are in \`--json\`.`,
      see: ["risk", "combinations"],
    },
  ],
};

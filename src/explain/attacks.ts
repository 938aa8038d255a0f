import type { TopicGroup } from "./topic.ts";

/** What attackers do with a release, and what helps. */
export const attackTopics: TopicGroup = {
  title: "Attacks",
  topics: [
    {
      name: "attack",
      also: ["attacks", "baseline", "wilson", "verdict", "fail-above"],
      sentence:
        "An attack is tried on the original and the release, and its success is set beside that of a blind guess.",
      formula: `success   share of people for whom it succeeds, exact with --truth, else expected from what cohorts cover
blind     the same for somebody who does not look at the release
interval  Wilson, 95 %: (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n),  z = 1.96
exposed   the whole interval lies above the blind guess
--fail-above X ends with 1 if success − blind is more than X for any attack`,
      paper: "E. Wilson, Probable inference, the law of succession, and statistical inference, 1927",
      example: `15 of 148 targets: 15/148 = 10.1 %, interval 6.2 % – 16.0 %
a blind guess of 1 in 3,000 (0.03 %) lies below it: exposed`,
      limits: `An attack that fails says that this attacker failed. Others may know more, and what is kept from everybody
cannot be measured by trying.`,
      see: ["linkage", "homogeneity", "skewness", "risk"],
    },
    {
      name: "linkage",
      also: ["record-linkage", "re-identification"],
      sentence: "Record linkage takes every released record that agrees with what is known of a person and picks one.",
      formula: `success = mean over people of 1 / records that agree;  blind = 1 / records
promised = 1 / k, or the highest risk asked for, to whoever knows quasi-identifiers alone; a chance within it for
everybody is not "exposed"`,
      paper: `L. Sweeney, Weaving technology and policy together to maintain confidentiality, 1997; J. Domingo-Ferrer,
V. Torra, Disclosure risk assessment via record linkage, 2003`,
      example: `released: [30..39] F ×4, [40..49] F ×2, [30..39] M ×4 (10 records)
known: a woman of 34 → 4 records agree, chance 1/4;  blind 1/10`,
      limits: "A small chance protects the record, not the value: see homogeneity. Means are matched by distance only.",
      see: ["k-anonymity", "risk", "homogeneity"],
    },
    {
      name: "homogeneity",
      also: ["homogeneity-attack"],
      sentence: "A cohort whose members share their sensitive value tells it without a record being picked.",
      formula: "success = records in cohorts where one value has at least the share --confidence (1) / records",
      paper: "A. Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, 2006, section 2.1",
      example: `[30..39] F: flu, flu, flu, flu         → 4 of 10 records told
[40..49] F: flu, asthma                  blind: 0, since the table has several values
[30..39] M: asthma, flu, asthma, ulcer   success 40 %`,
      limits: "It counts certainty. A cohort with 99 flu and one asthma passes and tells nearly as much: see skewness.",
      see: ["l-diversity", "background-knowledge", "skewness"],
    },
    {
      name: "background-knowledge",
      also: ["background", "excluded-values"],
      sentence: "Whoever can rule out some values for a person reads what is left of the cohort.",
      formula: `rule out the m most frequent values other than the person's (--excluded m, 1 unless stated);
success = records whose value is then all that is left;  blind = the same for the whole table`,
      paper: "A. Machanavajjhala et al. 2006, section 2.1; D. Martin et al., Worst-case background knowledge, 2007",
      example: `cohort of a man: pregnancy, ulcer, ulcer → pregnancy is ruled out, ulcer is left
with m = 1 a cohort of two values tells both, one of three tells none`,
      limits: "It takes the most useful exclusion for granted; real attackers know less, or know something else.",
      see: ["l-diversity", "homogeneity"],
    },
    {
      name: "skewness",
      also: ["skew"],
      sentence: "In each cohort the attacker bets on the value that is more frequent there than in the table.",
      formula: `bet on the v with the largest q_v − p_v (q in the cohort, p in the table);
success = share of right bets;  blind = share of right bets when made without the cohort;
success − blind = mean gain, never more than t of t-closeness by equal distance`,
      paper:
        "N. Li, T. Li, S. Venkatasubramanian, t-closeness: privacy beyond k-anonymity and l-diversity, 2007, section 3",
      example: `table: 1 % positive; a cohort: 25 positive, 25 negative
bet on positive: right for 50 %, blind 1 %; the gain of 49 points is what t bounds (equal distance)`,
      limits: `In small cohorts chance alone makes some value more frequent, so there is always some gain; what matters is
how much. It knows no distance between values: see similarity.`,
      see: ["t-closeness", "similarity", "homogeneity"],
    },
    {
      name: "similarity",
      also: ["semantic-similarity"],
      sentence: "A cohort's values differ but mean the same: all stomach diseases, all low salaries.",
      formula: `numbers: largest − smallest in the cohort ≤ ¼ of the table's range
names: one node of the hierarchy below the root covers them all
success = records in such cohorts / records
blind = the largest share of the column's records that are alike: in one range so wide, or below one node`,
      paper: "N. Li, T. Li, S. Venkatasubramanian 2007, section 3",
      example: `salaries 3k … 11k (range 8k): {3k, 4k, 5k} spans 2k ≤ 2k, so "low salary" is told
{gastric ulcer, gastritis, stomach cancer}: all below "stomach"`,
      limits: "It needs numbers or a hierarchy of the sensitive column; without them nobody knows what is alike.",
      see: ["t-closeness", "skewness"],
    },
    {
      name: "unsorted-matching",
      also: ["unsorted"],
      sentence: "Two tables in the same row order are joined by position, whatever was done to their values.",
      formula: `success = rows at the same place that could be the same person's (exactly: that are) / rows
blind   = the same for rows put together at random`,
      paper: "L. Sweeney, k-anonymity: a model for protecting privacy, 2002, section 4.1",
      example: `original        release in its order    release in canonical order
34 F flu        [30..39] flu            [30..39] asthma
51 M ulcer      [50..59] ulcer          [30..39] flu
38 F asthma     [30..39] asthma         [50..59] ulcer
by position:    3 of 3                  0 of 3`,
      limits: "Order is one way to join; the values themselves are another: see intersection.",
      see: ["row-order", "intersection", "linkage"],
    },
    {
      name: "intersection",
      also: ["complementary-release", "composition", "compose", "ledger"],
      sentence: "Two releases of the same people, each safe alone, are laid over each other.",
      formula: `candidates = people who could be in one of the person's cohorts in both releases
success = people with one candidate (themselves) / people;  blind = people whom one release alone isolates`,
      paper: "L. Sweeney 2002, section 4.2; S. Ganta, S. Kasiviswanathan, A. Smith, Composition attacks, 2008",
      example: `release 1 puts Ann with {Bob, Cleo}, release 2 with {Dora, Egon}: Ann is alone in both

kohort anonymize t.csv … -o r1.csv --ledger people.json
kohort anonymize t.csv … -o r2.csv --ledger people.json --compose safe     refuses (exit 1)`,
      limits: `The ledger knows the releases it was told of. It keeps salted hashes and cohort numbers, no values,
and must be kept as secret as the original. People are known again by their identifying columns or whole rows; where
they cannot be matched, --compose safe refuses. So it does if a group that the releases together tell apart has fewer
people than any of them promised, if cohorts differ where a release asks for a goal on sensitive values, and if a
quasi-identifier of one release is another kind of column in the other.`,
      see: ["unsorted-matching", "k-anonymity"],
    },
    {
      name: "minimality",
      also: ["minimality-attack"],
      sentence: "A method that stops as soon as it must tells something by where it stopped.",
      formula: `deal a cohort's values out to its people at random (80 times); keep the deals for which the method would
stop here too; guess each person's most frequent value among them;  blind = the cohort's most frequent value`,
      paper: "R. Wong, A. Fu, K. Wang, J. Pei, Minimality attack in privacy preserving data publishing, 2007",
      example: `l = 2; three people at x = 0, four at x = 1, published as [0..1] with A A A A B B B.
It was not cut, so one side has one value: AAA | ABBB (4 ways) or BBB | AAAA (1 way).
People at 1 have B with 3/5: guesses are right for 6 of 7, by the most frequent value for 4 of 7.`,
      limits:
        "It is tried only by name (--kind minimality), since it can take longer than all others together. It needs the method and its parameters (-c, or -k, -l, --algorithm …), and boxes that hold only their cohort.",
      see: ["l-diversity", "downcoding"],
    },
    {
      name: "endpoints",
      also: ["endpoint-leak", "endpoint", "snap"],
      sentence: "The ends of a tight interval are values that somebody has.",
      formula: `success = chance that a random end is the person's value;  blind = 1 / values in the interval
--snap COLUMN=WIDTH widens intervals outward to multiples of WIDTH (days for dates)`,
      example: `ages 31 and 38, k = 2, published as [31..38]: an end is right half the time, blind 1/8
with --snap age=10: [30..39], an end is right never here, blind 1/10`,
      limits: "Snapped intervals still say where a cohort lies; a wide grid costs as much as any generalisation.",
      see: ["downcoding", "ncp"],
    },
    {
      name: "downcoding",
      also: ["down-coding"],
      sentence: "Because no cell is wider than its cohort needs, parts of it must be taken, and finer values follow.",
      formula: `claims: each end of an interval is somebody's value; each child of a node with two children has somebody
success = claims that hold;  blind = 1 − (1 − part of the cell)^records, if people lay evenly`,
      paper: "A. Cohen, Attacks on deidentification's defenses, 2022",
      example: `five people in [20..69] published tightly: "somebody is 20" and "somebody is 69" both hold;
if they lay evenly among 50 ages, each would hold with 1 − (49/50)^5 = 9.6 %`,
      limits:
        "It finds values of somebody in the cohort, not of whom; together with other knowledge that may be enough.",
      see: ["endpoints", "minimality"],
    },
    {
      name: "definetti",
      also: ["de-finetti"],
      sentence: "All cohorts together show which values go with which people, also within a cohort.",
      formula: `start with each cohort's values dealt out evenly; learn naive Bayes P(value | quasi-identifiers) from that;
deal them out again as it says, keeping each cohort's counts; repeat 8 times
success = people whose likeliest value is theirs;  blind = the most frequent value of each cohort`,
      paper: "D. Kifer, Attacks on privacy and deFinetti's theorem, 2009",
      example: `cohorts mix smokers and others; those with more smokers have more lung cancer, so within a cohort
lung cancer is dealt to the smokers`,
      limits:
        "It learns what is true of people at large; where that is weak it does worse than the cohort's own majority.",
      see: ["t-closeness", "inference"],
    },
    {
      name: "inference",
      also: ["attribute-inference", "classifier"],
      sentence:
        "A classifier learned from the release guesses the sensitive value of people whose other values are known.",
      formula: `naive Bayes on released rows, a range counting evenly for each value in it
success = people guessed right;  blind = share of the most frequent value`,
      paper: "Article 29 Working Party, Opinion 05/2014 on anonymisation techniques (inference)",
      example: "income is known for 76 % by saying ≤50K; a release of age, schooling and work lets 80 % be guessed",
      limits: `This is also what a useful release teaches, and it works on people who are not in it. Whether that is harm
is a question about use, not about records.`,
      see: ["definetti", "t-closeness"],
    },
  ],
};

import type { TopicGroup } from "./topic.ts";

/** What can be asked of a release beside k-anonymity. */
export const modelTopics: TopicGroup = {
  title: "Privacy models",
  topics: [
    {
      name: "alpha-k-anonymity",
      also: ["alpha", "alpha-k"],
      sentence: "Cohorts have at least k records, and no sensitive value has a share above α in one.",
      formula: "|E| ≥ k and max over values v of count(v in E) / |E| ≤ α; measured: the largest such share",
      paper: "R. Wong, J. Li, A. Fu, K. Wang, (α,k)-anonymity, KDD 2006",
      example: `cohort: flu flu asthma asthma flu     largest share 3/5
--require 'alpha-k-anonymity(alpha=0.6,k=5)'   holds
--require 'alpha-k-anonymity(alpha=0.5,k=5)'   does not`,
      limits:
        "It does not ask how frequent a value is in the whole table: a rare disease at a share of 0.5 is a large gain in knowledge.",
      see: ["k-anonymity", "l-diversity", "beta-likeness"],
    },
    {
      name: "p-sensitivity",
      also: ["p-sensitive", "p-sensitive-k-anonymity"],
      sentence: "Cohorts have at least k records and at least p different sensitive values.",
      formula: `|E| ≥ k and number of different values in E ≥ p; measured: the fewest values
at most min over j < p of ⌊(n − cf_j) / (p − j)⌋ cohorts can have p, cf_j the records of the j most frequent values`,
      paper: "T. M. Truta, B. Vinay, Privacy protection: p-sensitive k-anonymity property, ICDE workshops 2006",
      example: `cohort: flu flu asthma     3 records, 2 values
--require 'p-sensitivity(p=2,k=3)'   holds
--require 'p-sensitivity(p=2,k=4)'   does not
table: 8 flu, 1 asthma, 1 diabetes   at most (10 − 8) / 1 = 2 cohorts can have 2 values`,
      limits:
        "Two values may be as unequal as 99 to 1, and may mean the same: entropy l-diversity and t-closeness ask for more.",
      see: ["k-anonymity", "l-diversity", "alpha-k-anonymity"],
    },
    {
      name: "l-diversity",
      also: ["l", "diversity", "entropy-l-diversity", "recursive-l-diversity"],
      sentence: "Every cohort has at least l well-represented values of the sensitive column.",
      formula: `distinct   (default) number of different values ≥ l
entropy    exp(−Σ q ln q) ≥ l, q the shares in the cohort
grassberger  at least l values, and the same with Grassberger's estimate: exp(ln N − Σ n G(n) / N) ≥ l,
           G(n) = −γ − ln 2 + 2/1 + 2/3 + … (⌊n/2⌋ terms); small cohorts are estimated higher
recursive  r1 < c · (rl + … + rm), counts in descending order; with fewer than l values it fails, l = 1 always holds`,
      paper: "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-diversity, ICDE 2006",
      example: `cohort: flu flu flu flu flu flu flu flu asthma diabetes      counts 8, 1, 1
distinct   3
entropy    exp(−0.8 ln 0.8 − 0.2 ln 0.1) = 1.89
grassberger  exp(ln 10 − (8 · 2.08 − 2 · 1.27) / 10) = 2.44
recursive  l = 2: 8 / (1 + 1) = 4, so c must be greater than 4

-l 3                                                distinct
--require 'l-diversity(l=1.8,variant=entropy)'
--require 'l-diversity(l=2,variant=recursive,c=5)'`,
      limits: `Distinct l-diversity protects little: a cohort of 999 flu and 1 asthma has two values. Values may differ and
mean the same (gastritis, gastric ulcer: similarity), and a cohort may still be far from the table (skewness).`,
      see: ["k-anonymity", "t-closeness", "alpha-k-anonymity"],
    },
    {
      name: "t-closeness",
      also: ["t", "closeness", "emd", "earth-movers-distance"],
      sentence: "The sensitive values of every cohort are spread as in the table, up to a distance of t.",
      formula: `equal               ½ Σ |q − p| over all values of the table      (names, by default)
ordered             1/(d − 1) · Σi |Σj≤i (qj − pj)|               (numbers and dates, by default)
hierarchical        Σ over inner nodes of level/height · min(too much, too little in its children)
largest-difference  max |q − p| over the values present; what one paper on Adult calls t-closeness`,
      paper: "N. Li, T. Li, S. Venkatasubramanian, t-closeness, ICDE 2007",
      example: `table of 9 salaries 3k … 11k, cohort 3k 4k 5k: ordered distance 3/8
                              cohort 6k 8k 11k: 1/6

-t 0.2                                               the default distance
--require 't-closeness(t=0.2,distance=hierarchical)'  needs --hierarchy for the sensitive column`,
      limits: `The table is the released one; reference=input compares with the input before records were suppressed.
The measure is of the released table as a whole: what the table itself tells about people is not protected.
Equal distance does not know that gastritis and gastric ulcer are both stomach diseases; hierarchical does.
A value's share rises by at most t with equal distance, but by up to (d − 1)·t with ordered and height·t with hierarchical
distance: values near each other may stand in for each other, and a cohort of one value can pass. Ask for l as well.
Names need a stated order ("order" in the spec, or a hierarchy) for the ordered distance.`,
      see: ["l-diversity", "beta-likeness", "delta-disclosure"],
    },
    {
      name: "beta-likeness",
      also: ["beta", "enhanced-beta-likeness"],
      sentence: "No sensitive value is more likely in a cohort than in the table by more than a factor 1 + β.",
      formula: `basic     (q − p) / p ≤ β             for every value in the cohort
enhanced  (q − p) / p ≤ min(β, −ln p)  so that frequent values cannot become near-certain`,
      paper: "J. Cao, P. Karras, Publishing microdata with a robust privacy guarantee, PVLDB 2012",
      example: `HIV has a share of 0.01 in the table and 0.03 in a cohort: (0.03 − 0.01) / 0.01 = 2
flu has 0.5 in the table and 0.9 in a cohort: 0.8; enhanced allows at most −ln 0.5 = 0.69`,
      limits: "It bounds gains only: that somebody in a cohort does not have a value may become certain.",
      see: ["t-closeness", "delta-disclosure"],
    },
    {
      name: "delta-disclosure",
      also: ["delta-disclosure-privacy", "delta"],
      sentence: "Knowing a person's cohort tells fewer than δ bits about any sensitive value.",
      formula: `|log2(q / p)| < δ, strictly, for every value of the table; ∞ where a cohort lacks a value
variant=present-values passes over values that a cohort lacks, as other tools do`,
      paper: "J. Brickell, V. Shmatikov, The cost of privacy, KDD 2008",
      example: `flu: 0.5 in the table, 0.25 in a cohort: |log2(0.25 / 0.5)| = 1
asthma: 0.5 in the table, 0.75 in the cohort: 0.58        measured 1; δ = 1 fails, δ = 1.01 holds`,
      limits:
        "Every value of the table must occur in every cohort, so a rare value forces large cohorts. The variant that forgives absent values lets an attacker rule values out.",
      see: ["beta-likeness", "t-closeness"],
    },
    {
      name: "k-map",
      also: ["map"],
      sentence: "Every published combination of values fits at least k people of the population.",
      formula: `with population=FILE: people of the file who fit a cohort's values ≥ k
with fraction=F:      records of the cohort ≥ k′, the number that makes k people likely enough:
                      λ = k · F, least j with P(Poisson(λ) ≤ j) ≥ 1 − significance, k′ = j + 2 (never above k)`,
      paper:
        "L. Sweeney, Computational disclosure control, 2001; K. El Emam, F. Dankar, Protecting privacy using k-anonymity, 2008",
      example: `2 records say [30..39], north; 40 people of the file are in their thirties and live in the north:
the cohort has k = 2 and k-map 40

--algorithm mondrian --require 'k-map(k=20,population=voters.csv)'
--require 'k-map(k=20,fraction=0.01)'`,
      limits: `It holds against somebody who does not know that the person is in the table. The file must name the
quasi-identifiers as the table does. Mondrian in its default form and lattice count a population, auto is Mondrian then; other algorithms refuse.`,
      see: ["k-anonymity", "delta-presence", "risk"],
    },
    {
      name: "delta-presence",
      also: ["presence"],
      sentence: "Among people with the same published values, the share who are in the table lies between two bounds.",
      formula: `min ≤ records of the cohort / people who fit it ≤ max, also for people without any record (share 0);
a cohort that fails may be suppressed, within the limit`,
      paper: "M. Nergiz, M. Atzori, C. Clifton, Hiding the presence of individuals from shared databases, SIGMOD 2007",
      example: `3 records say [30..39], north and 12 people fit: 3 / 12 = 0.25
--algorithm mondrian --require 'delta-presence(min=0,max=0.3,population=voters.csv)'   holds for this cohort`,
      limits: `It hides whether somebody is in the table, not what the table says of those who are. With a min above 0,
suppressed cohorts are known to have somebody in the table; auditing such a release needs --original; and Mondrian and
auto refuse hierarchies and snap, whose published values may overlap.`,
      see: ["k-map", "k-anonymity"],
    },
    {
      name: "highest-risk",
      also: ["prosecutor-risk", "maximum-risk"],
      sentence: "Nobody is recognised with a probability above the threshold.",
      formula: "1 / size of the smallest cohort ≤ at-most",
      paper: "K. El Emam, Guide to the De-Identification of Personal Health Information, 2013",
      example:
        "--require 'highest-risk(at-most=0.2)'   the same as -k 5;   0.33 asks for 4 records, 1/3 being above it",
      limits: "It is k-anonymity in other words, and says as little about what a cohort shares.",
      see: ["k-anonymity", "average-risk", "presets"],
    },
    {
      name: "average-risk",
      also: ["marketer-risk"],
      sentence: "Averaged over records, nobody is recognised with a probability above the threshold.",
      formula: "cohorts / records ≤ at-most: the mean of 1 / cohort size over records, not over cohorts",
      paper: "K. El Emam, Guide to the De-Identification of Personal Health Information, 2013",
      example: `cohorts of 2, 3 and 5 records: 3 / 10 = 0.3
(averaged over cohorts it would be (1/2 + 1/3 + 1/5) / 3 = 0.34; that is not what is measured)`,
      limits: "Single people may stand out while the average is low; ask for k-anonymity as well.",
      see: ["highest-risk", "sample-uniqueness"],
    },
    {
      name: "sample-uniqueness",
      also: ["sample-uniques"],
      sentence: "At most the stated share of records is alone in its cohort.",
      formula: "cohorts of one record / records ≤ at-most",
      paper:
        "C. Skinner, M. Elliot, A measure of disclosure risk for microdata, 2002, on what uniqueness in a sample tells",
      example: "cohorts of 1, 1, 2 and 6 records: 2 / 10 = 0.2",
      limits: "A record that is unique in the table need not be unique in the population, and a pair is no crowd.",
      see: ["average-risk", "population-uniqueness", "k-anonymity"],
    },
    {
      name: "population-uniqueness",
      sentence: "At most the stated share of the population is estimated to be alone with its published values.",
      formula: `uniques(population) / population ≤ at-most, population = records / fraction
uniques by estimator=zayatz|pitman|snb; unless stated the rule of Dankar et al. chooses`,
      paper:
        "F. Dankar, K. El Emam, A. Neisa, T. Roffey, Estimating the re-identification risk of clinical data sets, 2012",
      example: `--require 'population-uniqueness(at-most=0.001,fraction=0.05)'   the table is 5 % of the population
no record alone in the table: estimated 0 people alone in the population`,
      limits: "An estimate from a model of the population, not a count of it.",
      see: ["sample-uniqueness", "population-uniques"],
    },
    {
      name: "choosing",
      also: ["choosing-k", "knee"],
      sentence: "`auto` in place of a number chooses k, l or t from what each candidate costs on this table.",
      formula: `-k auto --preset controlled   the least k that meets the preset
-k auto                       the knee: the k farthest below the line between the ends of loss against risk
-l auto                       the largest l, -t auto the smallest t, whose loss (NCP) stays within a factor of
                              that without it: 2, or --require 'l-diversity(l=auto,within=1.5)'`,
      paper: "V. Satopää, J. Albrecht, D. Irwin, B. Raghavan, Finding a kneedle in a haystack, 2011, on knees",
      example: `kohort anonymize people.csv --quasi age,zip --sensitive illness -k auto --preset strict -l auto

chose k 20: the least k that meets the preset "strict": a risk of at most 0.05, 1 in 20
the choice, its reason and the curve it was read from are printed and stand in --json under search.choice`,
      limits: `Candidates are searched with Mondrian; another algorithm's curve may lie lower. A knee says where protection
becomes dear, not how much of it people need: with a preset or a number you decide, without one the table does.`,
      see: ["presets", "k-anonymity", "l-diversity", "t-closeness"],
    },
  ],
};

import type { TopicGroup } from "./topic.ts";

/** Full-domain search and the measures it goes by. */
export const latticeTopics: TopicGroup = {
  title: "Full-domain search",
  topics: [
    {
      name: "lattice",
      also: ["full-domain", "flash", "ola", "arx", "levels"],
      sentence: "Every attribute is published at one level of its hierarchy, and no other choice of levels loses less.",
      formula: `node        a level per attribute; cohorts are records alike at those levels
anonymous   the records of cohorts that do not hold are at most ⌊suppression · records⌋; they are left out
optimum     the anonymous node of least loss; of equal ones the lower levels`,
      paper: `F. Kohlmayer et al., Flash, 2012; K. El Emam et al., A globally optimal k-anonymity method, 2009. Where we
differ: boxes of nodes are bounded by their finest and coarsest corner and searched best first.`,
      example: `--algorithm lattice --suppression 0.04 --measure loss
--option gs=0.5                generalization against suppression: 0 … 1
--option aggregate=geometric   sum, arithmetic, geometric, maximum or rank
--option search=genetic        optimal (default), bottom-up, top-down, genetic: quick, with a bound
--option checks=1000           end with the best so far; seconds=30 likewise, and so does Ctrl-C
--option assumeMonotone=true   prune as if every model were helped by coarser levels; not proven
--option local=levels          every cohort at levels of its own; local=cells stars single cells instead
--option microaggregate=age    publish a cohort's mean, or age:median, job:mode
--option explored=true         every node that was checked, in the report
--levels age=1..3              the levels an attribute may take`,
      limits: `One level for all records loses more than cutting where the data are; compare with mondrian. Which
records were left out can say something about them.`,
      see: ["datafly", "incognito", "loss", "suppression", "hierarchy"],
    },
    {
      name: "datafly",
      sentence: "Datafly raises the attribute with the most distinct values until few enough records must be left out.",
      formula: `while more than ⌊suppression · records⌋ records are in cohorts that do not hold:
  raise the attribute with the most distinct values by one level`,
      paper: "L. Sweeney, Guaranteeing anonymity when sharing medical data, the Datafly system, 1997",
      example: `ages with 70 values, sexes with 2: age is raised until fewer than 2 of its groups are left,
even if one step of sex had been enough`,
      limits: "It is quick and often far from the best levels; it is here to compare with.",
      see: ["lattice", "incognito"],
    },
    {
      name: "incognito",
      sentence: "Incognito finds all minimal anonymous levels and publishes those that lose least.",
      formula: `minimal: anonymous, and no node with lower levels is
a node is anonymous only if it is for every smaller set of attributes`,
      paper: "K. LeFevre, D. DeWitt, R. Ramakrishnan, Incognito: efficient full-domain k-anonymity, 2005",
      example: "--algorithm incognito --json lists them as search.minimal",
      limits: `The least loss need not be at a minimal node once records are left out; lattice looks at all. The work
doubles with every attribute.`,
      see: ["lattice", "datafly"],
    },
    {
      name: "loss",
      sentence: "Loss is the share of an attribute's values that a published value stands for, 0 for unchanged data.",
      formula: `share(v) = values of the hierarchy under v / D, D = all its values, those that never occur included
S = Σ kept g·n·share + Σ left out (n if s = 1, else n·share + s·(n − n·share))
L = max(0, (S − g·N/D) / (N − g·N/D)) per attribute, put together as the geometric mean unless told otherwise`,
      paper: "V. Iyengar, Transforming data to satisfy privacy constraints, 2002",
      example: `10 values, all records published as groups of 4: share 0.4, L = (0.4 − 0.1) / (1 − 0.1) = 0.33
quality.loss in a report is the plain mean of (values − 1) / (D − 1) over all cells`,
      limits: "It counts values, not how likely they are.",
      see: ["lattice", "gs", "aggregate", "ncp"],
    },
    {
      name: "gs",
      also: ["generalization-suppression-factor"],
      sentence: "gs says how much generalization counts against suppression.",
      formula: "g = 1 for gs ≤ ½, else 2 − 2·gs;  s = 2·gs for gs < ½, else 1;  ½ unless stated",
      example: "gs = 0: leaving records out is free;  gs = 1: generalising is free;  gs = 0.5: both count in full",
      limits: "Height, discernibility, average-cohort, ambiguity and kl-divergence do not know it.",
      see: ["lattice", "loss"],
    },
    {
      name: "aggregate",
      sentence: "The aggregate makes one figure of the attributes' losses.",
      formula: `v the attribute's value, w its weight / the largest weight, m attributes
sum Σ v·w   arithmetic Σ v·w / m   geometric Π (v·w + 1)^(1/m) − 1   maximum   rank: largest first`,
      example: "losses 0.1 and 0.5: sum 0.6, arithmetic 0.3, geometric 0.285, maximum 0.5, rank (0.5, 0.1)",
      limits: "Figures of different aggregates cannot be compared.",
      see: ["lattice", "loss"],
    },
    {
      name: "entropy",
      also: ["entropy-monotone", "entropy-normalised", "non-uniform-entropy"],
      sentence: "Non-uniform entropy is the number of bits that published values leave open about the original ones.",
      formula: `entropy-monotone     −g·Σ c(a)·log2(c(a) / c(gen(a))) over original values a
entropy              the same + s·Σ −c(x)·log2(c(x) / R) over published values x of the R records left out
entropy-normalised   that / −Σ c(a)·log2(c(a) / N)`,
      paper: "A. Gionis, T. Tassa, k-anonymization with minimal loss of information, 2009",
      example: "4 records a a b c, a and b become one group: −2·log2(2/3) − 1·log2(1/3) = 2.75 bits",
      limits: "It knows how often values occur and nothing of what they mean.",
      see: ["lattice", "gs"],
    },
    {
      name: "precision",
      also: ["precision-monotone", "height"],
      sentence: "Precision lost is how far up its hierarchy an attribute stands; height is the level itself.",
      formula: `precision            ((N − R)·(t/h)·g + R·s) / N, t the level of h, R records left out
precision-monotone   (t/h)·g
height               t`,
      paper: "L. Sweeney, Achieving k-anonymity privacy protection using generalization and suppression, 2002",
      example: "age at level 2 of 4 and sex at 0 of 1: precision (0.5 + 0) / 2 = 0.25, height 2",
      limits: "A level is taken for as wide as any other, whatever the hierarchy is like.",
      see: ["lattice"],
    },
    {
      name: "ambiguity",
      also: ["kl-divergence", "kullback-leibler"],
      sentence: "Ambiguity and KL divergence ask which original combinations a published record may stand for.",
      formula: `ambiguity       Σ kept n·Π(values under the group) + R·Π D
kl-divergence   Σ p(x)·log2(p(x) / q(x)) over distinct original tuples x, p = c/N,
                q = n/(N·combinations of its cohort); records left out are one cohort over everything`,
      paper: "M. Nergiz, C. Clifton, Thoughts on k-anonymization, 2007; D. Kifer, J. Gehrke, Injecting utility, 2006",
      example: "a cohort of 3 published as (4 ages, 2 sexes): ambiguity 3 · 8 = 24",
      limits: "Both grow with the product of all domains and are led by the widest attributes.",
      see: ["lattice", "discernibility"],
    },
  ],
};

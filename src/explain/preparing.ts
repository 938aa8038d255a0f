import type { TopicGroup } from "./topic.ts";

/** What is done to values before a search, and why a record came out as it did. */
export const preparingTopics: TopicGroup = {
  title: "Before and after the search",
  topics: [
    {
      name: "top-coding",
      also: ["bottom-coding", "rounding", "rare", "transform", "coding"],
      sentence:
        "Top and bottom coding, rounding and the grouping of rare categories change values before anything is searched.",
      formula: `top(at=90)              values above 90 are published as 90
bottom(at=18)           values below 18 are published as 18
round(to=5)             the nearest multiple of 5, halves upward
rare(below=20,as=other) names with fewer than 20 records are published as other; where those are too few
                        themselves, the next rarest names join them
group(keep=a+b)         names other than a and b are published as other`,
      example: `kohort anonymize patients.csv --quasi age,job -k 5 --transform 'age=top(at=90)' --transform 'job=rare(below=20)'`,
      limits: `A coded value says less than it seems to: 90 is "90 or more". Loss is measured from the coded table on; the
report counts the records that each step changed. The audit looks for values that should have been coded in the written
bytes. In a recipe the names that stay are listed; of these, names that are rare in a later table are grouped there too.
A rounded column cannot be published by means or medians.`,
      see: ["recipe", "why"],
    },
    {
      name: "missing-values",
      also: ["missing", "null", "na", "wildcard", "leave-out", "missing-means", "category-missing"],
      sentence:
        "What a missing value means, per attribute: a category of its own, a wildcard, or that the record is left out.",
      formula: `category    a value like any other, after all of them (unless stated)
wildcard    f = records that in every quasi-identifier are written alike, or one of the two misses the value;
            k is the smallest f, risk 1/f, discernibility the sum of f, the average cohort n / sum of 1/f
leave-out   the record is left out of everything and reported
--missing   what counts as missing at all, such as '?,NA' (an empty field by default)
--drop-missing leaves out all records that miss anything`,
      example: `kohort anonymize people.csv --quasi age,sex -k 5 --missing-means age=wildcard
kohort audit people.csv --quasi age,sex -k 5 --missing-means age=wildcard`,
      limits: `That a value is missing can single somebody out as well as a value can. A wildcard counts as statistics
offices do; somebody who knows that a value is missing can tell more. Cell
search and the compatible form of Mondrian, population models, recipes, frontier and why refuse wildcards by name.`,
      see: ["k-anonymity", "top-coding"],
    },
    {
      name: "km-anonymity",
      also: ["km", "sets", "set-valued", "baskets", "separator"],
      sentence: "Whoever knows up to m items of a person's set finds at least k records that have them.",
      formula: `every combination of up to m items that a published set has is in at least k sets of its cohort
(Terrovitis, Mamoulis and Kalnis 2008; beside other quasi-identifiers Poulis et al. 2013)`,
      example: `kohort anonymize visits.csv --quasi age,sex,diagnoses -k 5 --separator 'diagnoses=;'
  --hierarchy diagnoses=icd.csv --require 'km-anonymity(k=5,m=2)'`,
      limits: `What somebody knows to be absent is not counted, nor more than m items, nor items of two such columns at once.
Items go up their hierarchy, or out where that loses less. Recipes, certificates and wildcards refuse sets by name.`,
      see: ["k-anonymity", "hierarchy"],
    },
    {
      name: "why",
      also: ["why-suppressed", "finer", "missing-records"],
      sentence:
        "Why a cell is generalised this far, which records are missing for a finer value, why a record was left out.",
      formula: `these   the records of the cohort that have the finer value
rest    the others, which would stay as they are
asked   every goal of both groups; records are missing until both hold, and each one named is needed`,
      example: `kohort why release.csv --original patients.csv -c kohort.json --row 17
kohort why release.csv --original patients.csv -c kohort.json --record 3 --column age`,
      limits: `Without the truth that anonymize --truth writes, the record behind a row is the likeliest one that fits. It
is asked whether two groups could be published, not whether a method would have found them: full-domain search
generalises a whole column alike. Goals on averages, populations and concealment are not asked.`,
      see: ["k-anonymity", "l-diversity", "lattice"],
    },
  ],
};

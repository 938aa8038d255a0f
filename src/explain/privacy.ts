import type { TopicGroup } from "./topic.ts";

/** What a release promises, and the words for it. */
export const privacyTopics: TopicGroup = {
  title: "Privacy",
  topics: [
    {
      name: "k-anonymity",
      also: ["k", "anonymity"],
      sentence: "Every combination of published quasi-identifier values is shared by at least k records.",
      formula: "k = size of the smallest cohort; highest risk of re-identification = 1 / k",
      paper: "L. Sweeney, k-anonymity: a model for protecting privacy, 2002 (definition 3)",
      example: `age  zip    diagnosis          age       zip          diagnosis
34   12163  flu                [34..36]  {12163|12167}  flu
36   12167  asthma      →      [34..36]  {12163|12167}  asthma
51   12205  flu                [51..58]  12205          flu
58   12205  diabetes           [51..58]  12205          diabetes

Two cohorts of two records each: k = 2. Someone who knows that a person is 36 and lives in 12167 finds two
records and can pick the right one with probability 1/2.`,
      limits: `It says nothing about what a cohort shares. If both records of the second cohort said diabetes, whoever knows
that a person is in it would know the diagnosis without knowing the record (homogeneity). It does not hold against
someone who knows other columns than the quasi-identifiers, nor across several releases of the same people.`,
      see: ["cohort", "quasi-identifier", "presets", "mondrian"],
    },
    {
      name: "of",
      also: ["attribute-combinations", "each"],
      sentence: "A goal of k records may be about some quasi-identifiers only, or about every set of a given size.",
      formula: `k-anonymity(k=20,of=zip+age)   every published (zip, age) is shared by at least 20 records
k-anonymity(k=50,each=2)       so is every pair of quasi-identifiers, by 50`,
      example: `zip    age       sex   records
121**  [20..39]  f     6        -k 5 holds: 6, 7 and 5 records
121**  [20..39]  m     7        k=10 of zip+age: 13 and 5 records, so the second fails
122**  [20..39]  f     5`,
      limits: `Counted over the whole release, not cohort by cohort. Local methods give each cohort ranges of its own, so
they often need the whole k in every cohort; full-domain search loses least.`,
      see: ["k-anonymity", "combinations"],
    },
    {
      name: "cohort",
      also: ["equivalence-class", "class"],
      sentence: "A cohort is the set of released records that share all their quasi-identifier values.",
      formula: "two records are in one cohort ⇔ their published quasi-identifiers are equal as text",
      paper: "called equivalence class or q*-block elsewhere; Sweeney 2002, Machanavajjhala et al. 2007",
      example: `age       sex  diagnosis
[20..29]  F    flu        ┐ cohort 1, 2 records
[20..29]  F    asthma     ┘
[20..29]  M    flu        ┐
[20..29]  M    flu        │ cohort 2, 3 records
[20..29]  M    diabetes   ┘

The smallest cohort has 2 records, so the table is 2-anonymous.`,
      limits: "A large cohort is no protection for a sensitive value that all its members share.",
      see: ["k-anonymity", "quasi-identifier"],
    },
    {
      name: "quasi-identifier",
      also: [
        "quasi",
        "quasi-identifiers",
        "role",
        "roles",
        "sensitive",
        "identifying",
        "person",
        "insensitive",
        "unpublished",
      ],
      sentence: "A column that alone names nobody, but together with others singles people out.",
      formula: `identifying        not published, or replaced (name, number)
person             not published, or replaced; says whose row each is, so that people are counted and not rows
quasi-identifying  generalised until nobody stands out (age, zip, sex)
sensitive          kept as it is; what nobody should learn about a person (diagnosis)
insensitive        kept as it is, because nobody can be found or harmed by it
unpublished        not published; so is every column without a role, unless the spec says "rest": "insensitive"`,
      paper: "T. Dalenius, Finding a needle in a haystack, 1986; L. Sweeney, 2000, on date of birth, sex and ZIP code",
      example: `age  zip    sex          distinct combinations: 4 of 4 records
34   12163  F            age alone: 3 of 4 records are unique
34   12167  M            zip alone: 2 of 4
51   12205  F            all three together: 4 of 4, everybody stands out
58   12205  M`,
      limits: `Which columns are quasi-identifiers is a judgement about what others know, not a property of the table.
A column wrongly left insensitive undoes the release; \`kohort inspect\` warns where that seems likely.`,
      see: ["k-anonymity", "cohort"],
    },
    {
      name: "presets",
      also: ["preset", "internal", "controlled", "public", "strict"],
      sentence: "A preset sets k by who will read the release.",
      formula: `internal    k = 3    highest risk 33 %   colleagues under the same rules
controlled  k = 5    highest risk 20 %   named recipients under a contract
public      k = 11   highest risk  9 %   anybody
strict      k = 20   highest risk  5 %   anybody, with more caution`,
      paper: `K. El Emam, Guide to the De-Identification of Personal Health Information, 2013; European Medicines Agency,
policy 0070, which sets 0.09 for public release`,
      example:
        "kohort anonymize patients.csv --quasi age,zip,sex --preset public -o release.csv\n\nasks for k = 11: a chance of at most 1 in 11 (9.1 %) to pick a person's record.",
      limits:
        "A small risk per record is not a small risk for the table: 1 in 11 of a million records is 90,909 records.",
      see: ["k-anonymity"],
    },
  ],
};

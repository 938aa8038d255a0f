import type { TopicGroup } from "./topic.ts";

/** Hierarchies and what builds them. */
export const hierarchyTopics: TopicGroup = {
  title: "Hierarchies",
  topics: [
    {
      name: "hierarchy",
      also: ["hierarchies", "taxonomy"],
      sentence: "A hierarchy says how each value of a column may be made coarser, step by step, up to *.",
      formula: `as a file      one line per value: leaf;parent;…;*
in a spec      { "kind": "intervals", "width": 5 } or { "kind": "file", "path": "age.csv" }
as a flag      --hierarchy age='intervals(width=5)' or --hierarchy age=age.csv`,
      paper:
        "P. Samarati, Protecting respondents' identities in microdata release, 2001 (domain generalisation hierarchy)",
      example: `12163;1216*;121**;*
12167;1216*;121**;*        12163 and 12167 meet at 1216*,
12205;1220*;122**;*        12163 and 12205 only at *`,
      limits: "A hierarchy with few branches forces large steps: values that meet only at * lose everything at once.",
      asError: `A hierarchy cannot be used: a line has another number of levels than the rest, a value has two parents, a value of
the data is not in it, or a builder has an option it does not know. The error names the line or the value;
\`kohort hierarchy check FILE --data DATA --column NAME\` lists everything at once.`,
      see: ["intervals", "masking", "dates", "tree", "order", "frequency", "priority"],
    },
    {
      name: "intervals",
      sentence: "Numbers are put into intervals that grow wider from level to level.",
      formula: `intervals(width=W,factor=F,from=O,min=A,max=B,levels=N)   level 1 has intervals of W counted from O (0),
each further level intervals F (2) times as wide; below A and from B on everything is one group
intervals(cuts=20+30+40/30)                                 or the cuts of each level, finest first`,
      example: "intervals(width=5) for ages 17 to 34:  17 → [15..19] → [10..19] → [0..19] → *",
      limits: "Equal widths suit evenly spread numbers; for incomes state the cuts.",
      see: ["hierarchy", "order"],
    },
    {
      name: "masking",
      sentence: "The characters of a code are covered one after the other.",
      formula: `masking(from=right|left,step=1,character=*,align=left|right,padding=0,levels=N)
shorter values are filled up first, so that each level covers the same places of every value`,
      example: "masking(from=right):  12163 → 1216* → 121** → 12*** → 1**** → *",
      limits: "Neighbouring codes are not always neighbouring places: a postal code may end a district early.",
      see: ["hierarchy"],
    },
    {
      name: "dates",
      sentence: "Days become months, quarters, years and longer spans of time.",
      formula: `dates(levels=month+quarter+year+decade,format=…)
levels are: minute, hour, day, week, month, quarter, half-year, year, five-years, decade, century, millennium`,
      example: "1984-03-17 → 1984-03 → 1984-Q1 → 1984 → [1980..1989] → *",
      limits: "A date of birth to the month still singles out many people in a small place.",
      see: ["hierarchy", "intervals"],
    },
    {
      name: "tree",
      sentence: "Values are put into the groups, and groups into the larger groups, that you write down.",
      formula: '{ "kind": "tree", "tree": { "lung": ["asthma", "influenza"], "metabolic": ["diabetes"] } }',
      example: "asthma → lung → *;  diabetes → metabolic → *",
      limits:
        "Every value of the column must stand in exactly one group. Too long for a flag: it stands in kohort.json.",
      see: ["hierarchy"],
    },
    {
      name: "domains",
      also: ["domain-file"],
      sentence: "Groups of several columns stand in one file, a rule a line.",
      formula: `Column/Group: child, child          any depth: Column/Group/Sub: child
--domains FILE                      for every quasi-identifier that has rules
--hierarchy job=domains(path=FILE)  for one column`,
      example: "Job/Office: Clerk, Sales\nClerk → Office → *;  a job that no rule names → *",
      limits: "Values that are not named can only be kept or starred, and a group cannot bear the name of a value.",
      see: ["hierarchy", "tree", "certainty"],
    },
    {
      name: "order",
      also: ["neighbours"],
      sentence: "Values that are neighbours in an order are put together.",
      formula: `order(order=low+medium+high+top,size=2,factor=2)   size neighbours make a group, factor groups the next level
order(groups=low+medium/high+top)                  or the groups of level 1 themselves`,
      example: "low, medium, high, top with size=2:  low → {low|medium} → *",
      limits: "The order must mean something; for an arbitrary one the groups are arbitrary too.",
      see: ["hierarchy", "frequency", "row-order"],
    },
    {
      name: "frequency",
      sentence: "Frequent values stay as they are and rare ones become one group.",
      formula:
        "frequency(keep=10,minimum=N,other=other)   the keep most frequent values, or those of at least N records, stay",
      example: "A × 90, B × 6, C × 4 with keep=1:  A → A → *;  B → other → *;  C → other → *",
      limits: "The hierarchy itself is made from the data and tells which values are rare.",
      see: ["hierarchy", "priority"],
    },
    {
      name: "priority",
      sentence: "The most important values stay longest; from level to level more of the others become one group.",
      formula: `priority(first=a+b,levels=3,other=other)   values in the stated order, then by falling count;
with n levels, level i keeps the first (n − i + 1) / (n + 1) of them`,
      example: "8 countries, levels=3: level 1 keeps the 6 most frequent, level 2 keeps 4, level 3 keeps 2, then *",
      limits: "Without `first` the hierarchy is made from the data and tells which values are rare.",
      see: ["hierarchy", "frequency"],
    },
  ],
};

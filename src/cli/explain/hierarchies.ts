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
      see: ["intervals", "masking", "dates", "tree", "order", "frequency"],
    },
    {
      name: "intervals",
      sentence: "Builds a hierarchy of numbers: intervals of a width, then of a multiple of it, up to the whole range.",
      formula: "intervals(width=W, factor=F, origin=O)   level 1: [O + iW, O + (i+1)W), level 2: width W·F, …",
      example: "intervals(width=5, factor=2) for 17 … 34:  17 → [15..19] → [10..19] → [0..19] → *",
      limits: "Equal widths suit evenly spread numbers; incomes are better served by an order or by your own file.",
      see: ["hierarchy", "order"],
    },
    {
      name: "masking",
      sentence: "Builds a hierarchy of codes by hiding one more character at each level.",
      formula: "masking(from=right|left)",
      example: "masking(from=right):  12163 → 1216* → 121** → 12*** → 1**** → *",
      limits: "Neighbouring codes are not always neighbouring places: a postal code may end a district early.",
      see: ["hierarchy"],
    },
    {
      name: "dates",
      sentence: "Builds a hierarchy of days: month, quarter, year, decade.",
      formula: "dates(levels=…)   each level is a calendar unit that holds the one before",
      example: "1984-03-17 → 1984-03 → 1984 Q1 → 1984 → *",
      limits: "A date of birth to the month still singles out many people in a small place.",
      see: ["hierarchy", "intervals"],
    },
    {
      name: "tree",
      sentence: "States a hierarchy of names as nested groups in the spec.",
      formula: '{ "kind": "tree", "tree": { "lung": ["asthma", "flu"], "metabolic": ["diabetes"] } }',
      example: "asthma → lung → *;  diabetes → metabolic → *",
      limits: "Every value of the column must stand in exactly one group.",
      see: ["hierarchy"],
    },
    {
      name: "order",
      sentence: "Builds a hierarchy by grouping neighbours in a stated order of values.",
      formula: "order(values=…, group=N)   N neighbours become one group, N groups the next level",
      example: "low, medium, high, very high with group=2:  low → {low|medium} → *",
      limits: "The order must mean something; for an arbitrary one the groups are arbitrary too.",
      see: ["hierarchy", "frequency"],
    },
    {
      name: "frequency",
      sentence: "Builds a hierarchy by putting rare values together first and keeping frequent ones apart longest.",
      formula: "values by count; the two rarest are joined, again and again, as in a Huffman code",
      example: "A × 90, B × 6, C × 4:  C → {B|C} → *, B → {B|C} → *, A → *",
      limits: "The hierarchy itself is made from the data and tells which values are rare.",
      see: ["hierarchy"],
    },
  ],
};

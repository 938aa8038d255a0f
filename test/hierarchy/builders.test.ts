import { describe, expect, it } from "vitest";
import {
  dates,
  datesHierarchy,
  frequency,
  frequencyHierarchy,
  hierarchyBuilders,
  hierarchySettingSchema,
  masking,
  maskingHierarchy,
  order,
  orderHierarchy,
  priority,
  priorityHierarchy,
  tree,
  treeHierarchy,
} from "../../src/hierarchy/index.ts";
import { errorOf, lines } from "./lines.ts";

describe("masking", () => {
  it("covers a code from the right, then everything", () => {
    expect(lines(maskingHierarchy(["02139", "02141"]))).toEqual([
      "02139;0213*;021**;02***;0****;*",
      "02141;0214*;021**;02***;0****;*",
    ]);
  });

  it("covers from the left with another character, in steps", () => {
    const setting = masking({ from: "left", character: "#", step: 2 });
    expect(lines(maskingHierarchy(["abcde"], setting))).toEqual(["abcde;##cde;####e;*"]);
    expect(lines(maskingHierarchy(["abcde"], masking({ levels: 1 })))).toEqual(["abcde;abcd*;*"]);
  });

  it("fills up shorter values", () => {
    expect(lines(maskingHierarchy(["AB", "AB1C"]))).toEqual(["AB;AB**;AB**;A***;*", "AB1C;AB1*;AB**;A***;*"]);
    const zips = masking({ align: "right", padding: "0", levels: 1 });
    expect(lines(maskingHierarchy(["2139", "10001"], zips))).toEqual(["10001;1000*;*", "2139;0213*;*"]);
  });

  it("counts characters, not code units", () => {
    expect(lines(maskingHierarchy(["😀x", "😀y"]))).toEqual(["😀x;😀*;*", "😀y;😀*;*"]);
  });
});

describe("dates", () => {
  it("goes from months to decades", () => {
    expect(lines(datesHierarchy(["2024-03-05", "2019-12-31", "2024-04-01"]))).toEqual([
      "2019-12-31;2019-12;2019-Q4;2019;[2010..2019];*",
      "2024-03-05;2024-03;2024-Q1;2024;[2020..2029];*",
      "2024-04-01;2024-04;2024-Q2;2024;[2020..2029];*",
    ]);
  });

  it("takes levels in any order and keeps them all", () => {
    const setting = dates({ levels: ["century", "five-years", "day"] });
    expect(lines(datesHierarchy(["1999-01-01T10:00"], setting))).toEqual([
      "1999-01-01T10:00;1999-01-01;[1995..1999];[1900..1999];*",
    ]);
  });

  it("knows the weeks of ISO 8601 at the turns of years", () => {
    const known = [
      ["1977-01-01", "1976-W53"],
      ["1978-01-01", "1977-W52"],
      ["1979-12-31", "1980-W01"],
      ["2008-12-29", "2009-W01"],
      ["2010-01-03", "2009-W53"],
      ["2024-12-30", "2025-W01"],
    ];
    expect(
      lines(
        datesHierarchy(
          known.map(([day]) => day),
          dates({ levels: ["week"] }),
        ),
      ),
    ).toEqual(known.map(([day, week]) => `${day};${week};*`));
    const mixed = hierarchySettingSchema.safeParse({ kind: "dates", levels: ["week", "month"] });
    expect(mixed.success).toBe(false);
  });

  it("finds out how dates are written, and asks when it cannot", () => {
    const month = dates({ levels: ["month"] });
    expect(lines(datesHierarchy(["31/12/2020", "01/02/2020"], month))).toEqual([
      "01/02/2020;2020-02;*",
      "31/12/2020;2020-12;*",
    ]);
    expect(lines(datesHierarchy(["12/31/2020"], month))).toEqual(["12/31/2020;2020-12;*"]);
    expect(lines(datesHierarchy(["5.3.2024"], month))).toEqual(["5.3.2024;2024-03;*"]);
    expect(lines(datesHierarchy(["2024/03/05"], month))).toEqual(["2024/03/05;2024-03;*"]);
    const unclear = errorOf(() => datesHierarchy(["01/02/2020"], month));
    expect(unclear.message).toBe('dates such as "01/02/2020" may be dd/mm/yyyy or mm/dd/yyyy');
    expect(lines(datesHierarchy(["01/02/2020"], dates({ levels: ["month"], format: "mm/dd/yyyy" })))).toEqual([
      "01/02/2020;2020-01;*",
    ]);
  });

  it("refuses days that the calendar does not have", () => {
    expect(errorOf(() => datesHierarchy(["2024-02-29", "2023-02-29"])).message).toBe(
      '"2023-02-29" is not a date of the form yyyy-mm-dd',
    );
  });

  it("agrees with the platform's calendar over eight hundred years", () => {
    const days = Array.from({ length: 3000 }, (_, i) => new Date(-250_000 * 86_400_000 + i * 97 * 86_400_000));
    const context = { kind: "date" as const, numbers: days.map((day) => day.getTime() / 86_400_000) };
    const labels = days.map((day) => day.toISOString());
    const hierarchy = datesHierarchy(labels, dates({ levels: ["day"] }), context);
    expect(hierarchy.levels[1]).toEqual(labels.map((label) => label.slice(0, 10)));
  });
});

describe("tree", () => {
  it("groups as nested JSON says, padding shallow branches", () => {
    const setting = tree({ Married: ["civil", "armed"], Alone: { Was: ["divorced", "widowed"], never: null } });
    expect(lines(treeHierarchy([], setting))).toEqual([
      "civil;civil;Married;*",
      "armed;armed;Married;*",
      "divorced;Was;Alone;*",
      "widowed;Was;Alone;*",
      "never;never;Alone;*",
    ]);
    expect(hierarchySettingSchema.parse(setting)).toEqual(setting);
  });

  it("refuses a group in two places and a value in two groups", () => {
    expect(errorOf(() => treeHierarchy([], tree({ A: { G: ["x"] }, B: { G: ["y"] } }))).message).toContain(
      '"G" has two parents',
    );
    expect(errorOf(() => treeHierarchy([], tree({ A: ["x"], B: ["x"] }))).message).toContain('value "x"');
  });
});

describe("order", () => {
  it("puts neighbours together", () => {
    expect(lines(orderHierarchy(["10", "9", "1", "2", "3"], order({ size: 2, factor: 2 })))).toEqual([
      "1;{1|2};{1|2|3|9};*",
      "2;{1|2};{1|2|3|9};*",
      "3;{3|9};{1|2|3|9};*",
      "9;{3|9};{1|2|3|9};*",
      "10;10;10;*",
    ]);
  });

  it("takes an order, or groups", () => {
    const sizes = ["small", "medium", "large", "huge"];
    expect(orderHierarchy([], order({ order: sizes })).levels[1]).toEqual(["{small|medium}", "{large|huge}"]);
    expect(orderHierarchy(["b", "a"], order({ order: "given" })).levels[0]).toEqual(["b", "a"]);
    expect(orderHierarchy(["b", "B", "a"], order()).levels[0]).toEqual(["B", "a", "b"]);
    const grouped = order({ groups: [["lo", "mid"], ["hi"]] });
    expect(lines(orderHierarchy([], grouped))).toEqual(["lo;{lo|mid};*", "mid;{lo|mid};*", "hi;hi;*"]);
    expect(errorOf(() => orderHierarchy([], order({ groups: [["a"], ["a"]] }))).message).toContain('"a"');
    expect(errorOf(() => orderHierarchy(["1", "x"], order({ order: "numeric" }))).message).toContain('"x"');
  });

  it("shortens large sets and escapes what would be misread", () => {
    const many = Array.from({ length: 20 }, (_, i) => String(i));
    expect(orderHierarchy(many, order({ size: 10 })).levels[1]).toEqual(["{0|…|9}", "{10|…|19}"]);
    expect(orderHierarchy(["a", "b|c", "a|b", "c"], order({ order: "given" })).levels[1]).toEqual([
      "{a|b\\|c}",
      "{a\\|b|c}",
    ]);
    expect(orderHierarchy(["a", "b", "{a|b}"], order({ order: "given" })).levels[1]).toEqual([
      "{a|b}",
      "{\\{a\\|b\\}}",
    ]);
  });
});

describe("frequency", () => {
  const values = ["rare", "often", "usual", "once"];
  const context = { counts: [2, 50, 20, 1] };

  it("keeps values that enough records hold", () => {
    expect(lines(frequencyHierarchy(values, frequency({ minimum: 20 }), context))).toEqual([
      "often;often;*",
      "usual;usual;*",
      "rare;other;*",
      "once;other;*",
    ]);
  });

  it("keeps the most frequent", () => {
    const kept = frequencyHierarchy(values, frequency({ keep: 1, other: "rest" }), context);
    expect(kept.levels[1]).toEqual(["often", "rest"]);
  });
});

describe("the registry", () => {
  it("names each kind as its setting does and knows each option of its schema", () => {
    for (const [kind, builder] of Object.entries(hierarchyBuilders)) {
      expect(builder.sentence).toMatch(/^[A-Z].*\.$/);
      const unknown = hierarchySettingSchema.safeParse({ kind, path: "x", tree: {}, nonsense: 1 });
      expect(unknown.success).toBe(false);
    }
    expect(hierarchySettingSchema.safeParse({ kind: "interval" }).success).toBe(false);
  });

  it("refuses options that contradict each other", () => {
    expect(hierarchySettingSchema.safeParse({ kind: "intervals", width: 5, factor: 2 }).success).toBe(true);
    expect(hierarchySettingSchema.safeParse({ kind: "intervals", width: 5, cuts: [[1]] }).success).toBe(false);
    expect(hierarchySettingSchema.safeParse({ kind: "intervals", min: 5, max: 5 }).success).toBe(false);
    expect(hierarchySettingSchema.safeParse({ kind: "intervals", factor: 1.5 }).success).toBe(false);
    expect(hierarchySettingSchema.safeParse({ kind: "masking", character: "**" }).success).toBe(false);
  });
});

describe("priority", () => {
  it("keeps the stated values longest, then frequent ones", () => {
    const counts = [5, 1, 9, 2];
    expect(lines(priorityHierarchy(["a", "b", "c", "d"], priority({ levels: 3 }), { counts }))).toEqual([
      "c;c;c;c;*",
      "a;a;a;other;*",
      "d;d;other;other;*",
      "b;other;other;other;*",
    ]);
    const stated = priority({ first: ["b"], levels: 1, other: "rest" });
    expect(lines(priorityHierarchy(["a", "b", "c", "d"], stated, { counts }))).toEqual([
      "b;b;*",
      "c;c;*",
      "a;rest;*",
      "d;rest;*",
    ]);
    expect(errorOf(() => priorityHierarchy(["a"], priority({ first: ["a", "a"] }))).message).toBe(
      '"a" has two priorities',
    );
  });
});

describe("dates with times of day", () => {
  it("become minutes, hours and days", () => {
    const values = ["2024-03-05T14:30:59", "2024-03-05T14:31", "2024-09-01 00:00"];
    expect(lines(datesHierarchy(values, dates({ levels: ["minute", "hour", "half-year"] })))).toEqual([
      "2024-03-05T14:30:59;2024-03-05 14:30;2024-03-05 14h;2024-H1;*",
      "2024-03-05T14:31;2024-03-05 14:31;2024-03-05 14h;2024-H1;*",
      "2024-09-01 00:00;2024-09-01 00:00;2024-09-01 00h;2024-H2;*",
    ]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../src/algorithms/index.ts";
import { KohortError } from "../../src/base/index.ts";
import { privacyModels, type StatedGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/index.ts";
import { parseSpec, type Spec, validateSpec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { applyFix, fixLabel, goalOf, methodOf, setGoal, setHierarchy, setInput, setRole } from "../../src/web/edits.ts";
import type { OpenTable, Result } from "../../src/web/protocol.ts";
import { createStore, keyOf, trialKeyOf } from "../../src/web/store.ts";

const first: Spec = {
  version: 1,
  attributes: { age: { role: "quasi-identifying" }, ill: { role: "sensitive" } },
  privacy: [{ model: "k-anonymity", k: 5 }],
};

function opened() {
  const store = createStore();
  store.table.value = { id: "1 []" } as OpenTable;
  store.begin(first);
  return store;
}

const resultOf = (store: ReturnType<typeof opened>) => ({ key: store.key.value!, when: 1 }) as Result;

it.each(Object.keys(privacyModels))("a requirement of %s starts as a spec may have it", (model) => {
  const goal = goalOf({ name: model, start: privacyModels[model as keyof typeof privacyModels].start });
  const chosen = "population" in goal ? { ...goal, population: "people.csv" } : goal;
  expect(parseSpec(JSON.stringify({ ...first, privacy: [chosen] })).spec.privacy).toEqual([chosen]);
});

it.each(Object.keys(algorithms))("%s starts as a spec may have it", (name) => {
  expect(() => validateSpec({ ...first, algorithm: methodOf(name) })).not.toThrow();
});

describe("the store", () => {
  it("undoes and redoes five edits to where it began", () => {
    const store = opened();
    for (const k of [6, 7, 8, 9, 10]) store.edit(setGoal(0, { model: "k-anonymity", k }));
    const last = store.spec.value;
    for (let i = 0; i < 5; i++) store.undo();
    expect(store.spec.value).toEqual(first);
    expect(store.past.value).toHaveLength(0);
    for (let i = 0; i < 5; i++) store.redo();
    expect(store.spec.value).toEqual(last);
    store.undo();
    store.edit(setRole("age", "insensitive"));
    expect(store.future.value).toHaveLength(0);
  });

  it("takes an edit that changes nothing for none", () => {
    const store = opened();
    store.edit(setRole("age", "quasi-identifying"));
    expect(store.past.value).toHaveLength(0);
  });

  it("shows an old result at once when its settings come back, and the last one as stale until then", () => {
    const store = opened();
    const five = resultOf(store);
    store.keep(five);
    expect(store.current.value).toBe(five);
    store.edit(setGoal(0, { model: "k-anonymity", k: 6 }));
    expect(store.current.value).toBeUndefined();
    expect(store.shown.value).toBe(five);
    expect(store.stale.value).toBe(true);
    const six = resultOf(store);
    store.keep(six);
    expect(store.stale.value).toBe(false);
    store.undo();
    expect(store.shown.value).toBe(five);
    expect(store.stale.value).toBe(false);
    store.redo();
    expect(store.shown.value).toBe(six);
  });

  it("shows a sample until the whole is run, and as stale once settings change", () => {
    const store = opened();
    const whole = resultOf(store);
    store.keep(whole);
    const part = { ...whole, key: trialKeyOf(whole.key, 50), trialRows: 50 };
    store.keep(part);
    expect([store.shown.value, store.isTrial.value, store.stale.value]).toEqual([part, true, false]);
    store.edit(setGoal(0, { model: "k-anonymity", k: 6 }));
    expect([store.isTrial.value, store.stale.value]).toEqual([false, true]);
    store.undo();
    store.keep(whole);
    expect([store.shown.value, store.isTrial.value, store.stale.value]).toEqual([whole, false, false]);
  });

  it("keeps results by table and settings, not by where the schema lies", () => {
    expect(keyOf("1", { ...first, $schema: "x" })).toBe(keyOf("1", first));
    expect(keyOf("1", first)).not.toBe(keyOf("2", first));
  });
});

describe("edits", () => {
  it("leave nothing behind that says nothing", () => {
    const grouped = setHierarchy("age", { kind: "masking", from: "right" })(first);
    expect(grouped.attributes.age).toEqual({
      role: "quasi-identifying",
      hierarchy: { kind: "masking", from: "right" },
    });
    expect(setHierarchy("age", undefined)(grouped)).toEqual(first);
    expect(setInput({ delimiter: undefined })(setInput({ delimiter: ";" })(first))).toEqual(first);
  });
});

/** The fault of a spec over ten people of three places and six illnesses. */
function faultOf(spec: Spec): KohortError {
  const lines = Array.from({ length: 12 }, (_, i) => `${20 + i},${["a", "b", "c"][i % 3]},i${i % 6}`);
  const table = readCsv(`age,place,ill\n${lines.join("\n")}\n`);
  try {
    anonymize(table, spec);
  } catch (thrown) {
    if (thrown instanceof KohortError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was wrong");
}

describe("fixes", () => {
  const attributes = {
    age: { role: "quasi-identifying" },
    place: { role: "quasi-identifying" },
    ill: { role: "sensitive" },
  } as const;
  const impossible: readonly (readonly [string, StatedGoal])[] = [
    ["Ask for k-anonymity with k 12", { model: "k-anonymity", k: 13 }],
    ["Ask for l-diversity with l 6", { model: "l-diversity", l: 9 }],
    ["Ask for l-diversity with l 6", { model: "l-diversity", l: 7, variant: "entropy" }],
    ["Ask for l-diversity with c 0.34", { model: "l-diversity", l: 4, variant: "recursive", c: 0.2 }],
    ["Ask for l-diversity with l 6", { model: "l-diversity", l: 7, variant: "recursive", c: 2 }],
    ["Ask for alpha-k-anonymity with alpha 0.1667", { model: "alpha-k-anonymity", alpha: 0.1, k: 2 }],
    ["Ask for alpha-k-anonymity with k 12", { model: "alpha-k-anonymity", alpha: 0.5, k: 20 }],
    ["Ask for highest-risk with at-most 0.0834", { model: "highest-risk", "at-most": 0.01 }],
    ["Ask for average-risk with at-most 0.0834", { model: "average-risk", "at-most": 0.01 }],
  ];

  it.each(impossible)("%s", (label, goal) => {
    const spec: Spec = { ...first, attributes, privacy: [{ model: "k-anonymity", k: 2 }, goal] };
    const { code, fixes } = faultOf(spec);
    expect(code).toBe("infeasible");
    expect(fixes.map((fix) => fixLabel(fix, spec))).toEqual([label, `Leave ${goal.model} out`]);
    for (const fix of fixes) expect(() => faultOf(applyFix(fix)(spec))).toThrow("nothing was wrong");
    expect(applyFix(fixes[1])(spec).privacy).toEqual([{ model: "k-anonymity", k: 2 }]);
  });

  it("leave the one requirement that there is", () => {
    const spec: Spec = { ...first, attributes, privacy: [{ model: "k-anonymity", k: 13 }] };
    expect(faultOf(spec).fixes).toEqual([{ kind: "set", path: ["privacy", 0, "k"], to: 12 }]);
  });

  it("take the column that was meant, or forget it", () => {
    const { age, ...others } = attributes;
    for (const wrong of [
      { ...first, attributes: { ...others, agee: age } },
      { ...first, attributes, input: { missing: { agee: ["?"] } } },
    ] satisfies Spec[]) {
      const { fixes } = faultOf(wrong);
      expect(fixes.map((fix) => fixLabel(fix, wrong))).toEqual([`Take "age" instead`, `Forget "agee"`]);
      for (const fix of fixes) expect(() => faultOf(applyFix(fix)(wrong))).toThrow("nothing was wrong");
    }
  });

  it("drop a requirement that the spec cannot have", () => {
    const spec: Spec = {
      ...first,
      attributes: { ...attributes, ill: { role: "insensitive" } },
      privacy: [...first.privacy, { model: "l-diversity", l: 2 }],
    };
    const { fixes } = faultOf(spec);
    expect(fixes).toEqual([{ kind: "drop", path: ["privacy", 1] }]);
    expect(() => faultOf(applyFix(fixes[0])(spec))).toThrow("nothing was wrong");
  });

  it("are not offered where the spec no longer has what they would change", () => {
    expect(fixLabel({ kind: "drop", path: ["privacy", 1] }, first)).toBeUndefined();
  });
});

it("the page reads no hint, message or note of the library by its words", () => {
  for (const path of readdirSync("src/web", { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(path)) continue;
    const text = readFileSync(`src/web/${path}`, "utf8");
    expect(text, path).not.toMatch(
      /\b(hint|note|where|message)\)?\.(match|matchAll|replace|replaceAll|search|split|includes|startsWith)\(/,
    );
    expect(text, path).not.toMatch(/\/[a-z]*\.(exec|test)\((hint|note|where|message)\b/);
  }
});

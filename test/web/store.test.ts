import { describe, expect, it } from "vitest";
import { privacyModels } from "../../src/privacy/index.ts";
import { parseSpec, type Spec } from "../../src/spec/index.ts";
import { fixesFor, goalOf, setGoal, setHierarchy, setInput, setRole } from "../../src/web/edits.ts";
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
  const goal = goalOf(model);
  const chosen = "population" in goal ? { ...goal, population: "people.csv" } : goal;
  expect(parseSpec(JSON.stringify({ ...first, privacy: [chosen] })).spec.privacy).toEqual([chosen]);
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
    const part = { ...whole, key: trialKeyOf(whole.key, 50), sample: 50 };
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

  it("offer the nearest that can be asked", () => {
    const spec: Spec = { ...first, privacy: [...first.privacy, { model: "l-diversity", l: 9 }] };
    const fault = {
      code: "infeasible",
      message: "no release meets the spec",
      where: "l-diversity(ill) ≥ 9 fails for the whole table: it has 6 distinct values",
      hint: "the most that can be asked is l 6; see `kohort explain l-diversity`",
    } as const;
    const [fix, drop] = fixesFor(fault, spec);
    expect(fix.change(spec).privacy[1]).toEqual({ model: "l-diversity", l: 6 });
    expect(drop.change(spec).privacy).toEqual(first.privacy);
  });

  it("offer the column that was meant", () => {
    const fault = {
      code: "spec",
      message: 'attribute "agee" is not in the table',
      hint: 'did you mean "age"? columns are: age, ill',
    } as const;
    const spec: Spec = { ...first, attributes: { agee: { role: "quasi-identifying" } } };
    const [rename, forget] = fixesFor(fault, spec);
    expect(rename.change(spec).attributes).toEqual({ age: { role: "quasi-identifying" } });
    expect(forget.change(spec).attributes).toEqual({});
  });
});

/** @file Every way to forge one field of a certificate, as texts. */

/** A forged certificate: what was done to which field, and the text that came of it. */
export type Forgery = { readonly path: string; readonly how: string; readonly text: string };

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Step = string | number;

/** All forgeries of a certificate's text: every field and every element, removed, replaced, renamed, repeated, swapped. */
export function* forgeriesOf(text: string): Generator<Forgery> {
  const whole = JSON.parse(text) as Json;
  for (const steps of pathsOf(whole)) {
    const path = steps.map((step) => (typeof step === "number" ? "[]" : step)).join(".");
    for (const [how, forged] of forgedAt(whole, steps)) if (forged !== text) yield { path, how, text: forged };
  }
}

/** The ways to every field and element, the whole excepted. */
function* pathsOf(value: Json, steps: readonly Step[] = []): Generator<readonly Step[]> {
  if (steps.length > 0) yield steps;
  for (const step of stepsOf(value)) yield* pathsOf(at(value, step), [...steps, step]);
}

function stepsOf(value: Json): readonly Step[] {
  if (Array.isArray(value)) return [...value.keys()];
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function at(value: Json, step: Step): Json {
  return (value as Readonly<Record<Step, Json>>)[step]!;
}

function* forgedAt(whole: Json, steps: readonly Step[]): Generator<readonly [how: string, text: string]> {
  const step = steps.at(-1)!;
  const above = steps.slice(0, -1);
  const parent = above.reduce(at, whole);
  const value = at(parent, step);
  const put = (next: Json): string => written(replaced(whole, steps, next));
  const putAbove = (next: Json): string => written(replaced(whole, above, next));
  for (const [how, next] of otherValues(value)) yield [how, put(next)];
  yield ["NaN", written(replaced(whole, steps, mark)).replace(`"${mark}"`, "NaN")];
  yield ["huge", written(replaced(whole, steps, mark)).replace(`"${mark}"`, "1e999")];
  if (Array.isArray(parent)) yield* forgedElement(parent, Number(step), putAbove);
  else yield* forgedMember(Object.entries(parent as object), String(step), putAbove);
}

function* forgedElement(
  parent: readonly Json[],
  place: number,
  put: (next: Json) => string,
): Generator<readonly [how: string, text: string]> {
  yield ["removed", put(parent.filter((_, i) => i !== place))];
  yield ["repeated", put(parent.flatMap((one, i) => (i === place ? [one, one] : [one])))];
  const other = (place + 1) % parent.length;
  yield ["swapped", put(parent.map((one, i) => (i === place ? parent[other]! : i === other ? parent[place]! : one)))];
}

function* forgedMember(
  members: readonly (readonly [string, Json])[],
  key: string,
  put: (next: Json) => string,
): Generator<readonly [how: string, text: string]> {
  const place = members.findIndex(([name]) => name === key);
  const value = members[place][1];
  yield ["removed", put(Object.fromEntries(members.filter(([name]) => name !== key)))];
  const other = (place + 1) % members.length;
  const swapped = members.map(([name, one], i): [string, Json] => [
    name,
    i === place ? members[other][1] : i === other ? value : one,
  ]);
  yield ["swapped", put(Object.fromEntries(swapped))];
  for (const name of [otherCase(key), `${key}x`, `${key} `]) {
    yield ["renamed", put(Object.fromEntries(members.map(([own, one]) => [own === key ? name : own, one])))];
  }
  yield ["unknown key", put(Object.fromEntries([...members, ["unknown", value]]))];
  yield ["__proto__", put(Object.fromEntries([...members, ["__proto__", value]]))];
  for (const [how, first, second] of [
    ["duplicate key, the same", value, value],
    ["duplicate key, another first", null, value],
    ["duplicate key, another last", value, 0],
  ] as const) {
    const doubled = members.flatMap(([own, one]): [string, Json][] =>
      own === key
        ? [
            [own, first],
            [`${own}${mark}`, second],
          ]
        : [[own, one]],
    );
    yield [how, put(Object.fromEntries(doubled)).replace(mark, "")];
  }
}

function* otherValues(value: Json): Generator<readonly [how: string, next: Json]> {
  yield ["null", null];
  yield ["empty", ""];
  yield ["empty", []];
  yield ["empty", {}];
  yield ["0", 0];
  yield ["-1", -1];
  yield ["wrong type", true];
  yield ["wrong type", typeof value === "number" ? String(value) : 7];
  yield ["wrong type", [value]];
  yield ["wrong type", { value }];
  yield ["huge", 1e308];
  yield ["huge", Number.MAX_SAFE_INTEGER];
  yield ["huge", "x".repeat(4096)];
  yield ["NaN as text", "NaN"];
  if (typeof value === "number") {
    for (const next of [value + 1, value - 1, value / 2, value * 2, value + 0.001, -value]) yield ["±1", next];
  }
  if (typeof value === "string") {
    yield ["other case", otherCase(value)];
    yield ["±1", value.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, next)];
    yield ["±1", `${value} `];
    yield ["±1", `${value}\u0000`];
  }
  if (Array.isArray(value)) {
    yield ["reversed", [...value].reverse()];
    yield ["longer", [...value, ...value]];
  }
}

/** Another digit or letter of the same kind. */
function next(sign: string): string {
  if (sign === "9") return "0";
  return /[zf]/i.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - 1) : String.fromCharCode(sign.charCodeAt(0) + 1);
}

function otherCase(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}

/** A text that no certificate has. */
const mark = "@@forged@@";

function replaced(value: Json, steps: readonly Step[], next: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return next;
  if (Array.isArray(value)) return value.map((one, i) => (i === step ? replaced(one, rest, next) : one));
  const members = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(members.map(([key, one]) => [key, key === step ? replaced(one, rest, next) : one]));
}

function written(value: Json): string {
  return `${JSON.stringify(value)}\n`;
}

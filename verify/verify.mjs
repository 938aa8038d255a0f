// node verify.mjs release.csv release.certificate.json: exit code 0 if the release is what the certificate says, else 1.
// Plain Node without dependency or code of kohort's, written from docs/certificates.md, to be read before it is trusted.
// What it does not know it rejects: every key of the certificate has a form below, and every figure is counted again.
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const text = (value) => JSON.stringify(value);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const most = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);
const isSorted = (texts) => texts.every((one, i) => i === 0 || texts[i - 1] < one);
const slack = 1e-9;

/** What two files cannot tell, by what the certificate counts. */
export const unknowableWith = (counts) => [
  "who wrote the certificate: it is not signed",
  "which version of kohort made the release",
  "the input: its hash, how many records it had, and which were suppressed or dropped",
  "whether the roles are right: the publisher decides what others may know",
  {
    rows: "whether each record is another person: records are counted",
    people: "how many people are in each cohort and how many have each value: whose rows they are is not in the file",
    pseudonyms: "whether each pseudonym is another person: pseudonyms are counted",
  }[counts],
  "whether identifiers were replaced, and under a secret key: an original value of the same form looks like a replaced one",
  "whether the order and the hierarchy of sensitive values are the right ones",
  "requirements that need more than the release: k-map, delta-presence, population-uniqueness, k-concealment",
];

class Wrong extends Error {}
function expect(holds, otherwise) {
  if (!holds) throw new Wrong(otherwise);
}

// ---- forms: a form is a function that says whether a value has it

const isText = (value) => typeof value === "string";
const isNumber = (low, high) => (value) => typeof value === "number" && value >= low && value <= high;
const isWhole = (low) => (value) => Number.isSafeInteger(value) && value >= low;
const isPositive = (value) => typeof value === "number" && Number.isFinite(value) && value > 0;
function is(...words) {
  return (value) => words.includes(value);
}
const like = (pattern) => (value) => isText(value) && pattern.test(value);
const list = (form, fewest) => (value) =>
  Array.isArray(value) && value.length >= fewest && value.every((one) => form(one));
function either(...forms) {
  return (value) => forms.some((form) => form(value));
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** An object with exactly these keys, those with a question mark perhaps. */
const object = (shape) => (value) => {
  if (!isObject(value)) return false;
  const forms = new Map(Object.entries(shape).map(([key, form]) => [key.replace(/\?$/, ""), form]));
  const needed = Object.keys(shape).filter((key) => !key.endsWith("?"));
  const isKnown = (key) => forms.has(key) && forms.get(key)(value[key]);
  return needed.every((key) => Object.hasOwn(value, key)) && Object.keys(value).every(isKnown);
};
const isCounts = (value) =>
  isObject(value) && Object.entries(value).every(([rank, many]) => /^(0|[1-9][0-9]*)$/.test(rank) && isWhole(1)(many));
const isTree = (value) => object({ level: isWhole(1), of: list(either(isWhole(0), isTree), 1) })(value);
const isHash = like(/^[0-9a-f]{64}$/);
const isShare = isNumber(0, 1);

const replacements = {
  redact: { text: isText },
  hash: { length: (value) => isWhole(16)(value) && value <= 64 },
  pseudonym: { prefix: isText, length: (value) => isWhole(6)(value) && value <= 51 },
  mask: { from: is("left", "right"), with: (value) => isText(value) && [...value].length === 1, shown: isWhole(0) },
  format: {},
  "shift-dates": {},
};
const isReplacement = either(...Object.entries(replacements).map(([kind, own]) => object({ kind: is(kind), ...own })));

const isDistance = is("equal", "ordered", "hierarchical", "largest-difference");
const diversity = { model: is("l-diversity"), attribute: isText };
const goals = [
  { model: is("k-anonymity"), k: isWhole(1) },
  { model: is("k-anonymity"), k: isWhole(1), of: list(isText, 1) },
  { model: is("k-anonymity"), k: isWhole(1), each: isWhole(1) },
  { model: is("alpha-k-anonymity"), attribute: isText, alpha: (x) => isPositive(x) && x <= 1, k: isWhole(1) },
  { ...diversity, l: isNumber(1, Infinity), variant: is("distinct", "entropy", "grassberger") },
  { ...diversity, l: isWhole(1), variant: is("recursive"), c: isPositive },
  { model: is("t-closeness"), attribute: isText, t: isShare, distance: isDistance },
  { model: is("beta-likeness"), attribute: isText, beta: isPositive, variant: is("basic", "enhanced") },
  { model: is("delta-disclosure"), attribute: isText, delta: isPositive, variant: is("all-values", "present-values") },
  { model: is("highest-risk", "average-risk", "sample-uniqueness"), "at-most": isShare },
];
const figure = { measured: isNumber(0, Infinity) };
const isGoal = either(...goals.map(object));
const isMeasured = either(
  ...goals.map((goal) => object({ ...goal, ...figure, ...(goal.alpha === undefined ? {} : { second: isWhole(1) }) })),
);
const isRole = is("person", "identifying", "quasi-identifying", "sensitive", "insensitive");
const isCounted = is("rows", "people", "pseudonyms");
const file = { sha256: isHash, bytes: isWhole(1), rows: isWhole(1), suppressed: isWhole(0), kept: isWhole(0) };
const secret = { name: isText, values: list(list(isText, 1), 1), "spelling?": is("exact"), "tree?": isTree };
const cohort = { values: list(isText, 1), records: isWhole(1), sensitive: list(isCounts, 0), sha256: isHash };
const sections = {
  certificate: is(2),
  kohort: like(/^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$/),
  input: object({ rows: isWhole(1), leftOut: isWhole(0), saltedSha256: isHash }),
  release: object({ ...file, delimiter: like(/^[\t\x20\x21\x23-\x7e]$/), counts: isCounted, "people?": isWhole(1) }),
  columns: list(object({ name: isText, role: isRole, "replace?": isReplacement }), 1),
  asked: object({ privacy: list(isGoal, 1), suppression: isShare }),
  sensitive: list(object({ ...secret, "decimal?": is(","), "pairs?": list(isWhole(1), 1) }), 0),
  measured: object({ privacy: list(isMeasured, 1), suppression: object({ "at-most": isShare, measured: isShare }) }),
  cohorts: list(object({ ...cohort, "people?": isWhole(1) }), 1),
};

/** The certificate that a text is; one that is written in another way than by kohort could be read in two ways. */
function readCertificate(written) {
  let value;
  let again;
  try {
    value = JSON.parse(written);
    again = `${JSON.stringify(value)}\n`;
  } catch {
    throw new Wrong("the certificate is not JSON, or too deep");
  }
  expect(isObject(value), "the certificate is no object");
  expect(value.certificate !== 1, "the certificate is of version 1, which could be forged; ask for a new one");
  expect(again === written, "the certificate is not written as kohort writes it");
  for (const key of Object.keys(value)) expect(Object.hasOwn(sections, key), `the certificate has a key ${text(key)}`);
  for (const [key, form] of Object.entries(sections)) {
    expect(Object.hasOwn(value, key) && form(value[key]), `"${key}" of the certificate is not as it should be`);
  }
  return value;
}

// ---- the file

/** What the bytes 0x80 to 0x9f mean in Windows-1252. */
const upperHalf =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\x80-\x9f]/g, (sign) => upperHalf[sign.charCodeAt(0) - 0x80]);
  }
}

/** The records of a file; quotes must stand where they are needed and nowhere else, every line must end alike. */
function readCsv(whole, delimiter) {
  const ends = whole.includes("\n") ? ["\r\n", "\n"] : ["\r"];
  const special = new Set([delimiter, '"', "\r", "\n"]);
  const rows = [[]];
  let newline;
  for (let at = 0; at < whole.length; ) {
    const isQuoted = whole[at] === '"';
    let end = at;
    if (isQuoted) {
      do end = whole.indexOf('"', end + 1) + 1;
      while (end > 0 && whole[end] === '"');
      expect(end > 0, "a quote of the file is never closed");
    } else while (end < whole.length && !special.has(whole[end])) end++;
    const cell = isQuoted ? whole.slice(at + 1, end - 1).replaceAll('""', '"') : whole.slice(at, end);
    const lineEnd = whole[end] === delimiter ? undefined : ends.find((mark) => whole.startsWith(mark, end));
    newline ??= lineEnd;
    const number = rows.length - 1;
    expect(whole[end] === delimiter || (lineEnd !== undefined && lineEnd === newline), `record ${number} ends oddly`);
    const isEmptyLine = lineEnd !== undefined && rows.at(-1).length === 0 && cell === "";
    const needsQuotes = isEmptyLine || [...special].some((one) => cell.includes(one));
    expect(isQuoted === needsQuotes, `record ${number} is quoted oddly`);
    rows.at(-1).push(cell);
    if (lineEnd !== undefined) rows.push([]);
    at = end + (lineEnd ?? delimiter).length;
  }
  expect(rows.at(-1).length === 0, "the last line of the file has no end");
  const [header, ...records] = rows.slice(0, -1);
  expect(header !== undefined && records.every(({ length }) => length === header.length), "records differ in length");
  return { header, records };
}

function groupBy(all, partsOf) {
  const groups = new Map();
  for (const one of all) {
    const key = text(partsOf(one));
    if (groups.has(key)) groups.get(key).push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** How many records have each value of a column, or how many pseudonyms where these have a place. */
function countsOf(members, { at, rankOf }, person) {
  const groups = groupBy(members, (row) => rankOf.get(row[at]));
  const size = (group) => (person < 0 ? group.length : pseudonymsIn(group, person));
  return Object.fromEntries([...groups].map(([rank, group]) => [rank, size(group)]).sort(([a], [b]) => a - b));
}

const pseudonymsIn = (members, person) => new Set(members.map((row) => row[person])).size;

/** The cohorts of the file, in the order of their values. */
function cohortsOf(records, places, ranks, person) {
  return [...groupBy(records, (row) => places.map((at) => row[at]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, members]) => ({
      values: JSON.parse(key),
      records: members.length,
      ...(person < 0 ? {} : { people: pseudonymsIn(members, person) }),
      sensitive: ranks.map((column) => countsOf(members, column, person)),
      sha256: sha256(members.map(text).sort().join("\n")),
    }));
}

// ---- columns

/** Which characters have other spellings; all others, but for Hangul, are compared as they are. */
const folded =
  /[ -\u06ff\u10a0-\u10ff\u1c90-\u1cbf\u1e00-\u214f\u2d00-\u2d2f\u3040-\u30ff\uac00-\ud7a3\u1100-\u11ff]+/gu;
const ends = "[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

/** One character without its case; the dotless i has none. */
function uncased(sign) {
  const upper = sign === "\u0131" ? sign : sign.toUpperCase();
  const lower = ([...upper].length === 1 ? upper : sign).toLowerCase();
  return [...lower].length === 1 ? lower : sign;
}

/** What all spellings of a value have in common: no case, no surrounding space, nothing unseen, one Unicode form. */
export function spellingOf(written) {
  return written
    .replace(/(?![\t-\r\x85])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(new RegExp(`^${ends}+|(?<!${ends})${ends}+$`, "g"), "")
    .replace(/[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\ufb00-\ufb06]/g, (sign) => ["ff", "fi", "fl", "ffi", "ffl", "st", "st"][sign.charCodeAt(0) - 0xfb00])
    .replace(folded, (run) => [...run.normalize("NFD")].map(uncased).join(""));
}

/** The only texts that mean a missing value here; a longer list would let any two values be called one. */
const gaps = ["", "?", "-", "--", ".", "na", "n/a", "n.a.", "nan", "null", "none", "nil", "missing", "unknown"];
const isGap = (cell) => [...gaps, "not known", "not available"].includes(spellingOf(cell));

/** How days are written, a time behind the first only. */
const dateForms = [
  /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/,
  /^(?<y>\d{4})\/(?<m>\d\d?)\/(?<d>\d\d?)$/,
  /^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})$/,
  /^(?<d>\d\d?)\/(?<m>\d\d?)\/(?<y>\d{4})$/,
  /^(?<m>\d\d?)\/(?<d>\d\d?)\/(?<y>\d{4})$/,
];
function isDate(form, cell) {
  const { y, m, d } = form.exec(cell)?.groups ?? {};
  const day = new Date(new Date(0).setUTCFullYear(y, m - 1, d));
  return day.getUTCMonth() === m - 1 && day.getUTCDate() === Number(d);
}

/** What the form of a replaced column leaves open. */
function wordsOf({ kind, shown }) {
  if (kind === "mask") return `: up to ${shown} ${shown === 1 ? "character" : "characters"} shown`;
  return { format: ": any value has this form", "shift-dates": ": any date has this form" }[kind] ?? "";
}

/** The form of what stands in the place of an identifier, where it has one. */
const formOf = (replace) =>
  ({
    redact: (cell) => cell === replace.text,
    hash: (cell) => cell.length === replace.length && /^[0-9a-f]+$/.test(cell),
    pseudonym: (cell) =>
      cell.startsWith(replace.prefix) &&
      cell.length === replace.prefix.length + replace.length &&
      /^[0-9A-HJKMNP-TV-Z]+$/.test(cell.slice(replace.prefix.length)),
  })[replace.kind];

/** Whether the cells of a replaced column have the form of what stands in their place. */
function checkReplaced(name, replace, cells) {
  const { kind } = replace;
  const fits = formOf(replace);
  const isReplaced = cells.every((cell) => fits === undefined || fits(cell) || isGap(cell));
  expect(isReplaced, `a cell of "${name}" is not what ${kind} writes`);
  const known = cells.filter((cell) => !isGap(cell));
  const isOfDays = dateForms.some((form) => known.every((cell) => isDate(form, cell)));
  expect(kind !== "shift-dates" || isOfDays, `a cell of "${name}" is no date, or written as another`);
  if (kind !== "mask") return;
  const shown = known.map((cell) => {
    const signs = replace.from === "right" ? [...cell].reverse() : [...cell];
    const first = signs.findIndex((sign) => sign !== replace.with);
    return first < 0 ? 0 : signs.length - first;
  });
  expect(most(shown) === replace.shown, `"${name}" shows more or less of its values than stated`);
  expect(
    known.every((cell) => [...cell].length > replace.shown),
    `the mask of "${name}" hides nothing of a value`,
  );
}

const numberForm = /^ *[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)? *$/;
const dayForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** What all texts of a value have in common: as their spelling, but 1000, 1000.0 and 1e3 are one number. */
export function numberOrText(written) {
  const spelled = spellingOf(written);
  const [mantissa, power = "0"] = spelled.split("e");
  if (!numberForm.test(spelled) || Math.abs(power) > 1e9) return spelled;
  const [whole, fraction = ""] = mantissa.split(".");
  const digits = String(BigInt(whole + fraction));
  const end = [...digits].findLastIndex((digit) => digit !== "0") + 1;
  return end === 0 ? "0" : `${digits.slice(0, end)}e${digits.length - end + Number(power) - fraction.length}`;
}

/** Numbers and days must stand in their order, a missing value behind them; names stand as stated. */
function isAscending(firsts) {
  for (const [form, isBefore] of [
    [numberForm, (a, b) => Number(a) < Number(b)],
    [dayForm, (a, b) => a < b],
  ]) {
    if (!firsts.slice(0, -1).every((one) => form.test(one))) continue;
    const known = form.test(firsts.at(-1)) ? firsts : firsts.slice(0, -1);
    return known.every((one, i) => i === 0 || isBefore(known[i - 1], one));
  }
  return true;
}

const firstOf = (part) => (typeof part === "number" ? part : firstOf(part.of[0]));

/** The values of a tree; its groups have two parts and more, in the order of their first values, level above level. */
function leavesOf({ level, of }, below, fewest, name) {
  const isGroup =
    level <= below && of.length >= fewest && of.every((one, i) => i === 0 || firstOf(of[i - 1]) < firstOf(one));
  expect(isGroup, `the hierarchy of "${name}" is no tree`);
  return of.flatMap((part) => (typeof part === "number" ? [part] : leavesOf(part, level - 1, 2, name)));
}

function checkSensitive({ name, values, spelling, decimal, tree }, cells, asked) {
  const stated = values.flat();
  expect(new Set(stated).size === stated.length, `a text of "${name}" is in two values`);
  const isWholeList = stated.length === cells.size && stated.every((one) => cells.has(one));
  expect(isWholeList, `the values of "${name}" are not those of the file`);
  expect(values.every(isSorted), `the texts of a value of "${name}" are in no order`);
  const isAlike = (same) => new Set(same.map(numberOrText)).size === 1 || same.every(isGap);
  const plain = values.map((same) => same.map((one) => (decimal ? one.replace(/,(?=[0-9])/g, ".") : one)));
  expect(plain.every(isAlike), `texts of "${name}" are taken for one value and are not`);
  const spellings = plain.flatMap((same) => [...new Set(same.map(numberOrText))]);
  const isApart = new Set(spellings).size < spellings.length;
  expect(isApart === (spelling === "exact"), `spellings of a value of "${name}" are not counted as stated`);
  const asks = (distance) => asked.some((goal) => goal.attribute === name && goal.distance === distance);
  const firsts = (asks("ordered") ? plain : values).map(([first]) => first);
  expect(asks("ordered") ? isAscending(firsts) : isSorted(firsts), `the values of "${name}" are not in their order`);
  expect(asks("hierarchical") === (tree !== undefined), `"${name}" has no hierarchy, or one that nothing asks for`);
  const leaves = tree ? leavesOf(tree, 255, 1, name).sort((a, b) => a - b) : [...values.keys()];
  expect(text(leaves) === text([...values.keys()]), `the hierarchy of "${name}" does not hold every value once`);
}

// ---- people

/** People of several parts together are no fewer than of the largest and no more than of all. */
const isUnion = (whole, parts) => most(parts) <= whole && whole <= sum(parts);

/** The counts of each value of a column in all cohorts, put together. */
function addedUp(cohorts, column, values, together) {
  const all = values.map(() => 0);
  for (const { sensitive } of cohorts) {
    for (const [rank, count] of Object.entries(sensitive[column] ?? {})) all[rank] = together(all[rank], count);
  }
  return all;
}

/** What is stated of people must be possible; rows are the cohorts counted by rows. */
function checkPeople({ release, sensitive, cohorts, asked }, rows) {
  const { people } = release;
  for (const [i, { people: here, records, sensitive: columns }] of cohorts.entries()) {
    const isPossible = columns.every((pairs, column) => {
      const counts = Object.entries(pairs);
      const inRows = rows[i].sensitive[column] ?? {};
      const isEach = counts.every(([rank, count]) => count <= here && count <= inRows[rank]);
      return isEach && counts.length === Object.keys(inRows).length && sum(Object.values(pairs)) >= here;
    });
    const isOfAll = columns.length === sensitive.length && here <= records;
    expect(isOfAll && isPossible, `cohort ${i} cannot have the people that are stated`);
  }
  const sizes = cohorts.map((cohort) => cohort.people);
  expect(isUnion(people, sizes), "people do not add up");
  const isApart = sum(sizes) === people;
  for (const [column, { name, values, pairs }] of sensitive.entries()) {
    const sums = addedUp(cohorts, column, values, (a, b) => a + b);
    const largest = addedUp(cohorts, column, values, Math.max);
    const isPossible = pairs.every((count, rank) => {
      const isUnionOfAll = largest[rank] <= count && count <= sums[rank];
      return count <= people && isUnionOfAll && (!isApart || count === sums[rank]);
    });
    const isAll = pairs.length === values.length && sum(pairs) >= people;
    expect(isPossible && isAll, `people with the values of "${name}" do not add up`);
  }
  for (const { model, of, each } of asked.privacy) {
    const joins = of || each || model === "average-risk" || model === "sample-uniqueness";
    expect(isApart || !joins, `${model} cannot be known where a person is in several cohorts`);
  }
}

// ---- requirements

/** The earth mover's distance in a tree: what each group has too much in some parts and too little in others. */
function treeDistance(tree, d) {
  let cost = 0;
  const surplus = (part) => {
    if (typeof part === "number") return d[part];
    const extra = part.of.map(surplus);
    cost += part.level * Math.min(sum(extra.filter((x) => x > 0)), -sum(extra.filter((x) => x < 0)));
    return sum(extra);
  };
  surplus(tree);
  return cost / tree.level;
}

function distance(name, h, p, tree) {
  const d = shares(h).map((share, i) => share - p[i]);
  if (name === "equal") return sum(d.map(Math.abs)) / 2;
  if (name === "largest-difference") return most(d.map((x, i) => (h[i] > 0 ? Math.abs(x) : 0)));
  if (name === "hierarchical") return treeDistance(tree, d);
  let carried = 0;
  return sum(d.slice(1).map((_, i) => Math.abs((carried += d[i])))) / Math.max(1, p.length - 1);
}

const subsets = (names, many) => {
  if (many === 0) return [[]];
  const firsts = names.slice(0, names.length - many + 1);
  return firsts.flatMap((name, i) => subsets(names.slice(i + 1), many - 1).map((rest) => [name, ...rest]));
};
const setsOf = (names, each) =>
  Array.from({ length: Math.min(each, names - each) }, (_, i) => (names - i) / (i + 1)).reduce((a, b) => a * b, 1);
const atMost = (measured, limit) => ({ measured, holds: measured <= limit + slack });
const present = (h) => h.filter((count) => count > 0);
const shares = (h, all = sum(h)) => h.map((count) => count / all);
const entropy = (h) => -sum(shares(present(h)).map((share) => share * Math.log2(share)));
// Grassberger 2003 (arXiv:physics/0307138): H = ln N - sum of n G(n) / N, G(n) = -gamma - ln 2 + 2/1 + 2/3 + 2/5 + ...
const oddTerms = (terms) => sum(Array.from({ length: terms }, (_, i) => 2 / (2 * i + 1)));
const corrected = (n) => oddTerms(Math.floor(n / 2)) - 0.5772156649015329 - Math.LN2;
const estimated = (h) => {
  const counts = present(h);
  const bits = Math.log(sum(counts)) - sum(counts.map((n) => n * corrected(n))) / sum(counts);
  return Math.min(counts.length, Math.exp(bits));
};
const ratio = (h, l) =>
  most(h) /
  sum(
    present(h)
      .sort((a, b) => b - a)
      .slice(l - 1),
  );

// What each model measures and whether that is enough; h gives what a function has of each cohort's histogram, one after
// the other, p are the shares of the release.
const models = {
  "highest-risk": (goal, { sizes }) => atMost(1 / least(sizes), goal["at-most"]),
  "average-risk": (goal, { sizes }) => atMost(sizes.length / sum(sizes), goal["at-most"]),
  "sample-uniqueness": (goal, { sizes }) => atMost(sizes.filter((n) => n === 1).length / sum(sizes), goal["at-most"]),
  "k-anonymity": ({ of, each, k }, { cohorts, names }) => {
    const sets = each ? subsets(names, each) : [of ?? names];
    const fewest = (set) => {
      const places = set.map((name) => names.indexOf(name));
      const groups = groupBy(cohorts, ({ values }) => places.map((at) => values[at]));
      return least([...groups.values()].map((parts) => sum(parts.map(({ records, people = records }) => people))));
    };
    const measured = least(sets.map(fewest));
    return { measured, holds: measured >= k };
  },
  "alpha-k-anonymity": ({ alpha, k }, { h, sizes }) => {
    const measured = most(h((one) => most(one) / sum(one)));
    return { measured, second: least(sizes), holds: measured <= alpha + slack && least(sizes) >= k };
  },
  "l-diversity": ({ variant, l, c }, { h }) => {
    if (variant === "recursive") {
      const measured = most(h((one) => ratio(one, l)));
      return { measured, holds: l === 1 || measured < c - slack };
    }
    const values = {
      distinct: (one) => present(one).length,
      entropy: (one) => 2 ** entropy(one),
      grassberger: estimated,
    };
    const measured = least(h(values[variant]));
    return { measured, holds: measured >= l - 2 * slack };
  },
  "t-closeness": (goal, { h, p, column }) =>
    atMost(most(h((one) => distance(goal.distance, one, p, column.tree))), goal.t),
  "beta-likeness": ({ beta, variant }, { h, p }) => {
    const gains = (one) => shares(one).map((share, i) => share / p[i] - 1);
    const caps = p.map((share) => (variant === "enhanced" ? Math.min(beta, -Math.log(share)) : beta));
    const over = (one) => most(gains(one).map((gain, i) => gain - caps[i]));
    return { measured: most(h((one) => most(gains(one)))), holds: most(h(over)) <= slack };
  },
  "delta-disclosure": ({ delta, variant }, { h, p }) => {
    const gone = variant === "present-values" ? 0 : Infinity;
    const told = (one) => shares(one).map((share, i) => (share > 0 ? Math.abs(Math.log2(share / p[i])) : gone));
    const measured = most(h((one) => most(told(one))));
    return { measured, holds: measured < delta - slack };
  },
};
const isNear = (stated, measured) =>
  stated === measured || Math.abs(stated - measured) <= slack * Math.max(1, Math.abs(measured));

function checkGoals({ asked, measured, sensitive }, cohorts, names) {
  const sizes = cohorts.map(({ records, people = records }) => people);
  return asked.privacy.map((goal, i) => {
    const at = sensitive.findIndex(({ name }) => name === goal.attribute);
    const { values = [], pairs } = sensitive[at] ?? {};
    const h = (of) => cohorts.map((one) => of(addedUp([one], at, values, (_, count) => count)));
    const p = shares(pairs ?? addedUp(cohorts, at, values, (a, b) => a + b));
    const given = { cohorts, names, sizes, h, p, column: sensitive[at] };
    const found = models[goal.model](goal, given);
    const said = text(goal);
    expect(found.holds, `${said} does not hold: ${found.measured}`);
    const { measured: stated, second, ...same } = measured.privacy[i] ?? {};
    expect(text(same) === said, `${said} is not what was measured`);
    expect(isNear(stated, found.measured) && second === found.second, `${said} measures ${found.measured}`);
    return `measured: ${said}: ${found.measured}${sensitive[at]?.spelling ? ", spellings of a value counted apart" : ""}`;
  });
}

/** What was asked must be of columns that are there, and the numbers of records must add up. */
function checkStatements({ input, release, columns, asked, sensitive, measured, cohorts }, names, secrets) {
  expect(new Set(columns.map(({ name }) => name)).size === columns.length, "a column is named twice");
  expect(columns.length > 1 || release.delimiter === ",", "a release of one column has a delimiter");
  expect(names.length > 0, "no column is known to others");
  for (const { name, role, replace } of columns) {
    const isReplaced = role === "identifying" || role === "person";
    expect(isReplaced === (replace !== undefined), `"${name}" is identifying and published as it is`);
    const tells = role !== "person" || ["pseudonym", "hash"].includes(replace.kind);
    expect(tells, `"${name}" does not tell people apart`);
  }
  const persons = columns.filter(({ role }) => role === "person").length;
  expect(persons === (release.counts === "pseudonyms" ? 1 : 0), "what is counted is not what the columns say");
  const ofPeople = [release.people, ...sensitive.map(({ pairs }) => pairs), ...cohorts.map(({ people }) => people)];
  const isStated = ofPeople.every((one) => (one !== undefined) === (release.counts !== "rows"));
  expect(isStated, "people are stated where rows are counted, or not where people are");
  expect(text(sensitive.map(({ name }) => name)) === text(secrets), "the sensitive columns are not those described");
  for (const { model, attribute, of = [], each = 1 } of asked.privacy) {
    expect(attribute === undefined || secrets.includes(attribute), `${model} is of no sensitive column`);
    const isSet = new Set(of).size === of.length && of.every((name) => names.includes(name));
    expect(isSet && each <= names.length, `${model} is of columns that are not known to others`);
    expect(setsOf(names.length, each) <= 100_000, `${model} is of too many sets of columns to count`);
  }
  const steps = asked.privacy.map(({ attribute, each = names.length }) => {
    const ofSets = 10 * each * setsOf(names.length, each);
    return attribute === undefined ? ofSets : sensitive.find(({ name }) => name === attribute).values.length;
  });
  expect(cohorts.length * sum(steps) <= 1e9, "the requirements take too long to measure");
  expect(asked.privacy.length === measured.privacy.length, "what was measured is not what was asked");
  const records = input.rows - input.leftOut;
  const { suppressed, kept, rows } = release;
  expect(records === rows + suppressed - kept && kept <= suppressed, "records do not add up");
  const { suppression } = measured;
  expect(suppression["at-most"] === asked.suppression, "what was measured is not what was asked");
  expect(isNear(suppression.measured, suppressed / records), "another share of records is suppressed");
  expect(suppressed <= asked.suppression * records + slack, "more records are suppressed than allowed");
}

function check(bytes, written) {
  const certificate = readCertificate(written);
  const { input, release, columns, asked, sensitive } = certificate;
  const named = (role) => columns.filter((column) => column.role === role).map(({ name }) => name);
  const names = named("quasi-identifying");
  checkStatements(certificate, names, named("sensitive"));
  expect(sha256(bytes) === release.sha256, "the file's sha256 is not the certificate's");
  expect(bytes.length === release.bytes, "the file has another number of bytes");
  const whole = decode(bytes);
  expect(!/\p{M}{1001}/u.test(whole), "a text has more than 1,000 combining marks in a row");
  const { header, records } = readCsv(whole, release.delimiter);
  expect(text(header) === text(columns.map(({ name }) => name)), "the file's columns are not the certificate's");
  expect(records.length === release.rows, `the file has ${records.length} records`);
  const places = names.map((name) => header.indexOf(name));
  const telling = records.filter((row) => row.some((cell) => cell !== "*"));
  const shown = telling.length === 0 ? records : telling;
  const starred = records.filter((row) => places.every((at) => row[at] === "*"));
  expect(release.kept <= starred.length, "fewer suppressed records are in the file than stated");
  for (const [at, { name, replace }] of columns.entries()) {
    const cells = new Set(records.map((row) => row[at]).filter((cell) => cell !== "*"));
    if (replace !== undefined) checkReplaced(name, replace, [...cells]);
  }
  const ranks = sensitive.map((column) => {
    const at = header.indexOf(column.name);
    checkSensitive(column, new Set(shown.map((row) => row[at])), asked.privacy);
    return { at, rankOf: new Map(column.values.flatMap((same, rank) => same.map((one) => [one, rank]))) };
  });
  const person = columns.findIndex(({ role }) => role === "person");
  const cohorts = cohortsOf(shown, places, ranks, person);
  const { counts, people } = release;
  const bare = ({ values, records: size, sha256: hash }) => ({ values, size, hash });
  const asFound = (list) => text(counts === "people" ? list.map(bare) : list);
  expect(asFound(cohorts) === asFound(certificate.cohorts), "other cohorts than the certificate's");
  if (counts !== "rows") checkPeople(certificate, cohortsOf(shown, places, ranks, -1));
  if (counts === "pseudonyms") {
    const isPseudonym = formOf(columns[person].replace);
    const isNamed = shown.every((row) => isPseudonym(row[person]));
    expect(isNamed, "a record has no pseudonym");
    const totals = ranks.map((column) => Object.values(countsOf(shown, column, person)));
    const isAll = text(sensitive.map(({ pairs }) => pairs)) === text(totals);
    expect(isAll && people === pseudonymsIn(shown, person), "the file has another number of pseudonyms");
  }
  const measured = checkGoals(certificate, certificate.cohorts, names);
  const line = (what, list) => (list.length === 0 ? [] : [`${what}: ${list.map(text).join(", ")}`]);
  const replaced = columns
    .filter(({ replace }) => replace !== undefined)
    .map(({ name, replace }) => `${text(name)} (${replace.kind}${wordsOf(replace)})`);
  const how = counts === "people" ? "stated, and possible with these records" : "counted by their pseudonyms";
  const checked = [
    `the file: ${records.length} records, ${columns.length} columns, ${bytes.length} bytes, sha256`,
    ...line("known to others", names),
    ...line("sensitive", named("sensitive")),
    ...line("published as they are", named("insensitive")),
    ...(replaced.length === 0 ? [] : [`replaced: ${replaced.join(", ")}`]),
    ...(counts === "rows" ? [] : [`people: ${people}, ${how}`]),
    `cohorts: ${cohorts.length}, counted from the file`,
    ...measured,
    `suppressed: ${release.suppressed} of ${input.rows - input.leftOut} records, at most a share of ${asked.suppression}`,
  ];
  return { checked, unknowable: unknowableWith(counts) };
}

/** Checks the bytes of a release against the text of its certificate: what is wrong, or what was checked. */
export function verify(bytes, written) {
  try {
    return { problems: [], ...check(bytes, written) };
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof RangeError)) throw error;
    const problem = error instanceof Wrong ? error.message : "the files are too large or too deep to check";
    return { problems: [problem], checked: [], unknowable: [] };
  }
}

function verifyFiles(...paths) {
  try {
    const device = paths.find((path) => statSync(path).isCharacterDevice() || statSync(path).isBlockDevice());
    if (device !== undefined) throw new Error(`${device} is a device`);
    const [release, certificate] = paths.map((path) => readFileSync(path));
    return verify(release, certificate.toString());
  } catch (error) {
    return { problems: [`the files cannot be read: ${error.message}`], checked: [], unknowable: [] };
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { problems, checked, unknowable } = verifyFiles(process.argv[2], process.argv[3]);
  const said =
    problems.length > 0 ? [] : [...checked, "not known from these two files:", ...unknowable.map((one) => `  ${one}`)];
  for (const line of [...problems.map((problem) => `wrong: ${problem}`), ...said])
    console.log(line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`));
  console.log(`the release is ${problems.length === 0 ? "" : "NOT "}what its certificate says`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

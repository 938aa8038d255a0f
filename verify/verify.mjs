// node verify.mjs release.csv release.certificate.json: exit code 0 if the release is what the certificate says, else 1.
// Plain Node without dependency or code of kohort's, written from docs/certificates.md, to be read before it is trusted.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const problems = new Set();
const expect = (holds, otherwise) => holds || problems.add(otherwise);
const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const same = (a, b) => JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const most = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);
const slack = 1e-9;
function readCsv(text, delimiter) {
  const mark = delimiter === "\t" ? "\\t" : `\\${delimiter}`;
  const field = new RegExp(`("(?:[^"]|"")*"|[^${mark}\\r\\n]*)(${mark}|\\r\\n|\\n|\\r|$)`, "gy");
  const rows = [[]];
  for (const [all, raw, end] of text.matchAll(field)) {
    if (all === "" && rows.at(-1).length === 0) break;
    rows.at(-1).push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== delimiter) rows.push([]);
  }
  return rows.slice(0, -1);
}
function groupBy(list, partsOf) {
  const groups = new Map();
  for (const one of list) {
    const key = JSON.stringify(partsOf(one));
    if (groups.get(key)?.push(one) === undefined) groups.set(key, [one]);
  }
  return [...groups];
}
function cohortsOf(rows, { release, quasiIdentifiers, sensitive }) {
  const at = (name) => release.columns.indexOf(name);
  const countsOf = ({ name, values }, members) => {
    const ranks = new Map(values.flatMap((texts, rank) => texts.map((text) => [text, rank])));
    const counts = groupBy(members, (row) => ranks.get(row[at(name)]) ?? `unknown ${row[at(name)]}`);
    return Object.fromEntries(counts.map(([rank, { length }]) => [rank, length]));
  };
  return groupBy(rows, (row) => quasiIdentifiers.map((name) => row[at(name)])).map(([key, members]) => ({
    values: JSON.parse(key),
    records: members.length,
    sensitive: sensitive.map((column) => countsOf(column, members)),
    sha256: sha256([...members.map((row) => JSON.stringify(row))].sort().join("\n")),
  }));
}
function distance(name, h, p, tree) {
  const d = p.map((share, i) => h[i] / sum(h) - share);
  if (name === "equal") return sum(d.map(Math.abs)) / 2;
  if (name === "largest-difference") return most(d.map((x, i) => (h[i] > 0 ? Math.abs(x) : 0)));
  const carried = d.slice(1).map((_, i) => Math.abs(sum(d.slice(0, i + 1))));
  if (name === "ordered") return sum(carried) / Math.max(1, p.length - 1);
  const [extra, level, over, under] = [0, 0, 0, 0].map(() => tree.parent.map(() => 0));
  for (const [i, x] of d.entries()) extra[tree.nodeOf[i]] += x;
  for (let node = tree.parent.length - 1; node > 0; node--) {
    const up = tree.parent[node];
    level[up] = Math.max(level[up], level[node] + 1);
    extra[up] += extra[node];
    (extra[node] > 0 ? over : under)[up] += Math.abs(extra[node]);
  }
  return sum(level.map((l, node) => l * Math.min(over[node], under[node]))) / Math.max(1, level[0]);
}

const subsets = (names, many) =>
  many === 0 ? [[]] : names.flatMap((name, i) => subsets(names.slice(i + 1), many - 1).map((rest) => [name, ...rest]));
const atMost = (measured, limit) => [measured, limit, measured <= limit + slack];
const present = (h) => h.filter((count) => count > 0);
const entropy = (h) => -sum(present(h).map((count) => (count / sum(h)) * Math.log2(count / sum(h))));
const smallest = (cohorts, partsOf) =>
  least(groupBy(cohorts, partsOf).map(([, parts]) => sum(parts.map(({ records }) => records))));
const ratio = (h, l) => most(h) / sum([...h].sort((a, b) => b - a).slice(l - 1));

// What each model measures over the cohorts, what is asked, and whether that holds; h are histograms, p shares.
const models = {
  "highest-risk": (goal, { sizes }) => atMost(1 / least(sizes), goal["at-most"]),
  "average-risk": (goal, { sizes }) => atMost(sizes.length / sum(sizes), goal["at-most"]),
  "sample-uniqueness": (goal, { sizes }) => atMost(sizes.filter((n) => n === 1).length / sum(sizes), goal["at-most"]),
  "k-anonymity": ({ of, each, k }, { cohorts, names }) => {
    const sets = of ? [of] : subsets(names, Math.min(each ?? names.length, names.length));
    const fewest = (set) => smallest(cohorts, ({ values }) => set.map((name) => values[names.indexOf(name)]));
    return [least(sets.map(fewest)), k, least(sets.map(fewest)) >= k];
  },
  "alpha-k-anonymity": ({ alpha, k }, { h, sizes }) => {
    const share = most(h.map((one) => most(one) / sum(one)));
    return [share, alpha, share <= alpha + slack && least(sizes) >= k];
  },
  "l-diversity": ({ variant, l, c }, { h }) => {
    const rare = most(h.map((one) => ratio(one, l)));
    if (variant === "recursive") return [rare, c, l === 1 || rare < c - slack];
    const diverse = least(h.map((one) => (variant === "entropy" ? 2 ** entropy(one) : present(one).length)));
    return [diverse, l, diverse >= l - 2 * slack];
  },
  "t-closeness": (goal, { h, p, column }) => {
    const name = goal.distance ?? (column.kind === "category" ? "equal" : "ordered");
    return atMost(most(h.map((one) => distance(name, one, p, column.tree))), goal.t);
  },
  "beta-likeness": ({ beta, variant }, { h, p }) => {
    const gains = h.map((one) => p.map((share, i) => (share === 0 ? 0 : one[i] / sum(one) / share - 1)));
    const caps = p.map((share) => (variant === "enhanced" ? Math.min(beta, -Math.log(share)) : beta));
    return [most(gains.flat()), beta, gains.every((one) => one.every((gain, i) => gain <= caps[i] + slack))];
  },
  "delta-disclosure": ({ delta, variant }, { h, p }) => {
    const gone = variant === "present-values" ? 0 : Infinity;
    const told = (one) => p.map((share, i) => (one[i] > 0 ? Math.abs(Math.log2(one[i] / sum(one) / share)) : gone));
    const bits = most(h.flatMap(told));
    return [bits, delta, bits < delta - slack];
  },
};

function measure({ spec, sensitive, privacy, quasiIdentifiers: names }, cohorts) {
  const sizes = cohorts.map(({ records }) => records);
  for (const goal of spec.privacy.filter(({ model }) => model in models)) {
    const at = sensitive.findIndex(({ name }) => name === (goal.attribute ?? name));
    const { totals = [] } = sensitive[at] ?? {};
    const h = cohorts.map((one) => totals.map((_, rank) => one.sensitive[at][rank] ?? 0));
    const given = { cohorts, names, sizes, h, p: totals.map((total) => total / sum(totals)), column: sensitive[at] };
    const [measured, asked, holds] = models[goal.model](goal, given);
    expect(holds, `${goal.model} does not hold: ${measured} where ${asked} is asked`);
    const isNear = (stated) => String(stated ?? Infinity) === String(measured) || Math.abs(stated - measured) <= slack;
    const isStated = privacy.some((one) => one.model === goal.model && one.asked === asked && isNear(one.measured));
    expect(isStated, `the certificate does not state ${goal.model} as it is`);
  }
}
function check(bytes, certificate) {
  const { release, spec, quasiIdentifiers, sensitive, privacy, input, seed } = certificate;
  const named = (role) => Object.keys(spec.attributes).filter((name) => spec.attributes[name].role === role);
  const secrets = sensitive.map(({ name }) => name);
  const gone = release.suppressedApart ? 0 : release.suppressed;
  const [header, ...rows] = readCsv(new TextDecoder(release.encoding).decode(bytes), release.delimiter);
  const cohorts = cohortsOf(rows, certificate);
  const lines = (all) => all.map((one) => JSON.stringify([one.values, one.records, one.sensitive, one.sha256]));
  const judged = cohorts.filter(({ values }) => !release.suppressedApart || values.some((value) => value !== "*"));
  expect(sha256(bytes) === release.sha256, "the file's sha256 is not the certificate's");
  expect(same(named("quasi-identifying"), quasiIdentifiers), "other quasi-identifiers than the spec's");
  expect(same(named("sensitive"), secrets), "other sensitive columns than the spec's");
  expect(spec.privacy.length > 0 && privacy.every(({ holds }) => holds), "nothing is asked, or not all of it holds");
  expect(input.rows - input.leftOut === rows.length + gone && seed === spec.seed, "the certificate does not add up");
  expect(header.join("\n") === release.columns.join("\n") && rows.length === release.rows, "other columns or rows");
  expect(same(lines(cohorts), lines(certificate.cohorts)), "other cohorts than the certificate's");
  for (const [i, { name, totals }] of sensitive.entries()) {
    const left = totals.map((total, rank) => total - sum(cohorts.map((cohort) => cohort.sensitive[i][rank] ?? 0)));
    expect(least(left) >= 0 && [0, gone].includes(sum(left)), `values of ${name} are not as frequent as stated`);
  }
  measure(certificate, judged);
}

check(readFileSync(process.argv[2]), JSON.parse(readFileSync(process.argv[3], "utf8")));
for (const problem of problems) console.log(`wrong: ${problem}`);
console.log(`the release is ${problems.size === 0 ? "" : "NOT "}what its certificate says`);
process.exitCode = problems.size === 0 ? 0 : 1;

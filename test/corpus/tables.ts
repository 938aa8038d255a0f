/**
 * @file The tables and side files of the corpus, all drawn from fixed seeds. They use nothing of `src`: what is recorded
 * must not move with the code that it guards.
 */
import { createHash } from "node:crypto";
import { parquetWriteBuffer } from "hyparquet-writer";

/** Draws whole numbers below a limit: the minimal standard generator of Park and Miller (1988). */
function drawFrom(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return Math.floor((state / 2147483647) * below);
  };
}

type Draw = ReturnType<typeof drawFrom>;
type Row = Record<string, string>;

const pick = (draw: Draw, values: readonly string[]): string => values[draw(values.length)]!;

/** Early values more often than late ones. */
const skewed = (draw: Draw, values: readonly string[]): string =>
  values[Math.min(draw(values.length), draw(values.length))]!;

const two = (number: number): string => String(number).padStart(2, "0");

/** Jobs, in groups of three. */
const jobs = [
  "nurse",
  "doctor",
  "carer",
  "clerk",
  "lawyer",
  "teacher",
  "baker",
  "cook",
  "waiter",
  "smith",
  "driver",
  "farmer",
];
const groups = ["care", "office", "kitchen", "trade"];
const illnesses = ["flu", "cold", "asthma", "gout", "migraine", "fracture", "cancer", "hepatitis"];
const zips = Array.from({ length: 24 }, (_, i) => String(10100 + 100 * Math.floor(i / 6) + 7 * (i % 6)));
const towns = ["Köln", "Zürich", "Málaga", "Bonn", "Łódź", "Århus"];
const items = ["milk", "tea", "beer", "rum", "bread", "salt"];

function personOf(draw: Draw): Row {
  return {
    age: String(18 + draw(60)),
    sex: pick(draw, ["female", "male"]),
    zip: skewed(draw, zips),
    job: skewed(draw, jobs),
    pay: (900 + draw(80) * 37.5).toFixed(2),
    admitted: `20${20 + draw(4)}-${two(1 + draw(12))}-${two(1 + draw(28))}`,
    illness: skewed(draw, illnesses),
    stage: String(1 + Math.min(draw(5), draw(5))),
    note: `n${draw(4)}`,
  };
}

function rowsOf(seed: number, count: number, rowOf: (draw: Draw, row: number) => Row): Row[] {
  const draw = drawFrom(seed);
  return Array.from({ length: count }, (_, row) => rowOf(draw, row));
}

const people = rowsOf(1, 300, personOf);

/** The same people with gaps in two spellings, a number in two spellings and illnesses in two. */
const gaps = rowsOf(2, 240, (draw) => {
  const { age, job, illness, ...rest } = personOf(draw);
  const gap = (value: string): string => (draw(12) === 0 ? pick(draw, ["", "?"]) : value);
  return {
    ...rest,
    age: gap(draw(6) === 0 ? `${age}.0` : age!),
    job: gap(job!),
    illness: draw(5) === 0 ? illness!.toUpperCase() : illness!,
  };
});

/** Visits: several rows a person, whose age and sex stay. */
const visits = rowsOf(3, 330, (draw) => {
  const who = draw(150);
  const own = personOf(drawFrom(1000 + who));
  const { illness, admitted } = personOf(draw);
  return {
    patient: `P${String(who).padStart(4, "0")}`,
    age: own.age!,
    sex: own.sex!,
    zip: own.zip!,
    admitted: admitted!,
    illness: illness!,
  };
});

const homes = rowsOf(4, 280, (draw, row) => {
  const { age, sex, zip, illness } = personOf(draw);
  return {
    household: `H${String(Math.floor(row / 3)).padStart(4, "0")}`,
    member: String(1 + (row % 3)),
    age: age!,
    sex: sex!,
    zip: zip!,
    illness: illness!,
  };
});

const baskets = rowsOf(5, 260, (draw) => {
  const { age, sex, illness } = personOf(draw);
  const bought = items.filter((_, i) => draw(3 + i) === 0);
  return { age: age!, sex: sex!, items: bought.join("|"), illness: illness! };
});

/** People with what names them. */
const named = rowsOf(6, 200, (draw, row) => ({
  name: `${pick(draw, ["Ada", "Bo", "Cleo", "Dora", "Emil"])} ${pick(draw, ["Ash", "Beech", "Oak", "Yew"])} ${row}`,
  card: `${two(draw(100))}-${String(10000000 + draw(89999999))}-${pick(draw, ["A", "b", "Q"])}`,
  phone: `+49 ${100 + draw(900)} ${1000000 + draw(8999999)}`,
  seen: `202${draw(4)}-${two(1 + draw(12))}-${two(1 + draw(28))}`,
  ...personOf(draw),
}));

const places = rowsOf(7, 220, (draw) => ({ ...personOf(draw), town: skewed(draw, towns) }));

/** Few rows and few values, for methods that look at every table. */
const tiny = rowsOf(8, 9, (draw) => ({
  age: String(30 + draw(4)),
  job: pick(draw, ["nurse", "doctor", "clerk", "cook"]),
  illness: pick(draw, ["flu", "cold"]),
}));

/** Everybody the people were drawn from. */
const register = [...people, ...rowsOf(9, 700, personOf)];

const nextYear = rowsOf(10, 260, personOf);

const quoted = rowsOf(11, 200, (draw) => ({
  ...personOf(draw),
  note: pick(draw, ['say "yes"', "one, two", "line\nbreak", "=1+1", "-3", "@you", " blank "]),
}));

const commas = rowsOf(12, 240, (draw) => {
  const { pay, admitted, ...rest } = personOf(draw);
  const [year, month, day] = admitted!.split("-");
  return { ...rest, pay: pay!.replace(".", ","), admitted: `${day}.${month}.${year}` };
});

const american = rowsOf(13, 240, (draw) => {
  const { admitted, ...rest } = personOf(draw);
  const [year, month, day] = admitted!.split("-");
  return { ...rest, admitted: `${month}/${day}/${year}` };
});

const compatible = rowsOf(14, 160, (draw) => {
  const { age, job, illness } = personOf(draw);
  return { age: age!, job: draw(20) === 0 ? "?" : job!, hours: String(20 + draw(30)), illness: illness! };
});

/** Rows as delimited text. */
function delimited(rows: readonly Row[], delimiter = ",", newline = "\n"): string {
  const cell = (text: string): string =>
    text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))];
  return lines.map((line) => line.map(cell).join(delimiter) + newline).join("");
}

/** JSON rows, with numbers as numbers where they read the same. */
function jsonRow(row: Row): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, text]) => [name, String(Number(text)) === text ? Number(text) : text]),
    ),
  );
}

function parquet(rows: readonly Row[]): Uint8Array {
  const columnData = Object.keys(rows[0]!).map((name) => {
    const texts = rows.map((row) => row[name]!);
    return name === "age" || name === "stage"
      ? { name, data: texts.map(Number), type: "INT32" as const }
      : { name, data: texts, type: "STRING" as const };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** Windows-1252 beyond Latin-1 is needed for one sign only. */
function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => (sign === "€" ? 0x80 : sign.charCodeAt(0) < 256 ? sign.charCodeAt(0) : 0x3f));
}

const tree = Object.fromEntries(groups.map((group, i) => [group, jobs.slice(3 * i, 3 * i + 3)]));

/** Every file that cases read, by name. */
export const files: Readonly<Record<string, string | Uint8Array>> = {
  "people.csv": delimited(people),
  "gaps.csv": delimited(gaps),
  "visits.csv": delimited(visits),
  "homes.csv": delimited(homes),
  "baskets.csv": delimited(baskets),
  "named.csv": delimited(named),
  "tiny.csv": delimited(tiny),
  "register.csv": delimited(register),
  "next.csv": delimited(nextYear),
  "quoted.csv": delimited(quoted, ",", "\r\n"),
  "commas.csv": delimited(commas, ";"),
  "american.csv": delimited(american),
  "places.csv": delimited(places),
  "pipes.csv": delimited(people, "|"),
  "people.tsv": delimited(people, "\t"),
  "people.jsonl": people.map((row) => `${jsonRow(row)}\n`).join(""),
  "people.json": `[${people.map(jsonRow).join(",\n")}]\n`,
  "people.parquet": parquet(people),
  "latin.csv": windows1252(
    delimited(
      places.map((row) => ({ ...row, town: row.town!.replace("Łódź", "5 €") })),
      ";",
    ),
  ),
  "bom.csv": `\ufeff${delimited(places)}`,
  "utf16.csv": Buffer.from(`\ufeff${delimited(places)}`, "utf16le"),
  "utf16be.csv": Buffer.from(`\ufeff${delimited(places)}`, "utf16le").swap16(),
  "theirs.txt": delimited(compatible).replace("\n", "\n0,1,2\n"),
  "job.csv": jobs.map((job, i) => `${job};${groups[Math.floor(i / 3)]};*\n`).join(""),
  "zip.csv": zips.map((zip) => `${zip};${zip.slice(0, 3)};${zip.slice(0, 2)};*\n`).join(""),
  "job.json": JSON.stringify(tree),
  "domains.txt": [
    `job: ${groups.join(", ")}`,
    ...groups.map((group) => `job/${group}: ${tree[group]!.join(", ")}`),
    "age/30s: 30, 31, 32, 33",
    "",
  ].join("\n"),
};

/** The key that identifiers are replaced with; its file is for its owner alone. */
export const key: string = createHash("sha256").update("the key of the corpus").digest("hex");

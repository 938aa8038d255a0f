import { formatCount, formatNumber } from "../../base/index.ts";
import { type Kind, markedColumns, marksFor } from "../../table/index.ts";
import { useStudio } from "../context.ts";
import { setAttribute, setInput, setMarks } from "../edits.ts";
import { Menu, type Option } from "../parts/entries.tsx";
import { Grid } from "../parts/grid.tsx";
import { Screen } from "../parts/screen.tsx";
import { Spark } from "../parts/spark.tsx";
import { type OpenStudio, TableScreen, Warnings } from "../parts/states.tsx";
import { Scroll, Table } from "../parts/table.tsx";
import type { ColumnProfile } from "../protocol.ts";

const delimiters: readonly Option[] = [
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
];

const encodings: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Latin-1)",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
};

/** What is in the table, and how it was read. */
export function DataScreen() {
  return <TableScreen title="Data" Body={Reading} />;
}

function Reading({ table: opened, spec }: OpenStudio) {
  const studio = useStudio();
  const { ask } = studio;
  const input = spec.input ?? {};
  const isText = opened.format === "csv" || opened.format === "tsv" || opened.format === "mondrian-c";
  return (
    <Screen
      title="Data"
      wide
      lede={`${formatCount(opened.rows, "record")} in ${formatCount(opened.columns.length, "column")}${
        isText ? `, written in ${encodings[opened.encoding] ?? opened.encoding}` : ""
      }${
        opened.leftOut === 0 ? "" : `; ${formatCount(opened.leftOut, "record")} with missing values left out`
      }. The kind of a column is decided by all of its rows; below, each says why.`}
    >
      <Grid
        label={`rows of ${opened.name}`}
        columns={opened.columns.map((column) => ({
          name: column.name,
          isNumber: column.kind === "number",
          head: <Head column={column} />,
        }))}
        rows={opened.rows}
        headHeight={92}
        height={400}
        version={opened.id}
        fetchRows={async (from, wanted) => (await ask("rows", { of: "original", from, count: wanted }).answer).rows}
      />
      <section class="section">
        <h2>Reading</h2>
        <div class="form">
          {isText ? (
            <Menu
              label="delimiter"
              value={input.delimiter ?? ""}
              options={[["", `${nameOf(opened.delimiter)} (found)`], ...delimiters]}
              onChange={(value) => studio.edit(setInput({ delimiter: value || undefined }))}
            />
          ) : null}
          <label class="field">
            <span>values that mean “not known”, with commas between</span>
            <input
              size={28}
              value={marksText(marksFor(input.missing, "*"))}
              onChange={(event) => studio.edit(setMarks("*", marksIn(event.currentTarget.value)))}
            />
          </label>
          {markedColumns(input.missing).map((name) => (
            <label class="field" key={name}>
              <span>the same in {name}</span>
              <input
                size={28}
                value={marksText(marksFor(input.missing, name))}
                onChange={(event) => studio.edit(setMarks(name, marksIn(event.currentTarget.value)))}
              />
            </label>
          ))}
          <label class="check">
            <input
              type="checkbox"
              checked={input.dropMissing === true}
              onChange={(event) =>
                studio.edit(setInput({ dropMissing: event.currentTarget.checked ? true : undefined }))
              }
            />
            leave out records with a missing value
          </label>
        </div>
        <Warnings of={opened.warnings} />
      </section>
      <section class="section">
        <h2>Columns</h2>
        <Scroll label="columns" height={opened.columns.length > 20 ? "70vh" : "none"}>
          <Table
            heads={["column", "read as", { figure: "distinct" }, { figure: "missing" }, "evidence"]}
            rows={opened.columns.map(({ name, kind, distinct, missing, evidence }) => [
              <th key="column" scope="row" class="clip">
                {name}
              </th>,
              <select
                key="kind"
                aria-label={`kind of ${name}`}
                value={spec.attributes[name]?.kind ?? ""}
                onChange={({ currentTarget: { value } }) =>
                  studio.edit(setAttribute(name, { kind: (value || undefined) as Kind | undefined }))
                }
              >
                <option value="">{kind} (found)</option>
                {["number", "date", "category"].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>,
              formatNumber(distinct),
              formatNumber(missing),
              <td key="evidence" class="quiet small">
                {evidence}
              </td>,
            ])}
          />
        </Scroll>
      </section>
    </Screen>
  );
}

function Head({ column }: { readonly column: ColumnProfile }) {
  return (
    <>
      <b title={column.name}>{column.name}</b>
      <span class="tag">
        {column.kind} · {formatNumber(column.distinct)}
        <span class="visually-hidden"> distinct values</span>
      </span>
      <Spark counts={column.spark} />
    </>
  );
}

function nameOf(delimiter: string): string {
  return delimiters.find(([one]) => one === delimiter)?.[1] ?? (delimiter === " " ? "blank" : delimiter);
}

function marksIn(text: string): string[] {
  const marks = text.split(",").map((mark) => mark.trim().replace(/^\(empty\)$/, ""));
  return [...new Set(marks)];
}

function marksText(marks: readonly string[]): string {
  return marks.map((mark) => (mark === "" ? "(empty)" : mark)).join(", ");
}

import { formatCount, formatNumber } from "../../base/index.ts";
import type { Kind } from "../../table/index.ts";
import { useStudio } from "../context.ts";
import { setAttribute, setInput } from "../edits.ts";
import { Grid } from "../parts/grid.tsx";
import { Screen } from "../parts/screen.tsx";
import { Spark } from "../parts/spark.tsx";
import { Empty } from "../parts/states.tsx";
import type { ColumnProfile } from "../protocol.ts";

const delimiters = [
  ["", "found out"],
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
] as const;

/** What is in the table, and how it was read. */
export function DataScreen() {
  const studio = useStudio();
  const { table, spec, ask } = studio;
  if (table.value === undefined || spec.value === undefined) {
    return (
      <Screen title="Data">
        <Empty says="No table is open." todo="Open a table" go="start" />
      </Screen>
    );
  }
  const opened = table.value;
  const input = spec.value.input ?? {};
  const isText = opened.format === "csv" || opened.format === "tsv" || opened.format === "mondrian-c";
  return (
    <Screen
      title="Data"
      wide
      lede={`${formatCount(opened.rows, "record")} in ${formatCount(opened.columns.length, "column")}${
        opened.leftOut === 0 ? "" : `; ${formatCount(opened.leftOut, "record")} with missing values left out`
      }. Kinds are decided by all rows, and each says why.`}
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
        <div class="row" style={{ alignItems: "end", gap: "12px 20px" }}>
          {isText ? (
            <label class="field">
              <span>delimiter</span>
              <select
                value={input.delimiter ?? ""}
                onChange={(event) => studio.edit(setInput({ delimiter: event.currentTarget.value || undefined }))}
              >
                {delimiters.map(([value, label]) => (
                  <option key={label} value={value}>
                    {value === "" ? `found out (${shownDelimiter(opened.delimiter)})` : label}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <label class="field">
            <span>values that mean “not known”, with commas between</span>
            <input
              size={28}
              value={(input.missing ?? [""]).map((mark) => (mark === "" ? "(empty)" : mark)).join(", ")}
              onChange={(event) => studio.edit(setInput({ missing: marksIn(event.currentTarget.value) }))}
            />
          </label>
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
        {opened.warnings.length === 0 ? null : (
          <ul class="stack">
            {opened.warnings.map((warning) => (
              <li key={warning} class="small">
                <span class="bad">Look: </span>
                {warning}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="section">
        <h2>Columns</h2>
        <div class="scroll" tabIndex={0} role="region" aria-label="columns">
          <table>
            <thead>
              <tr>
                <th scope="col">column</th>
                <th scope="col">read as</th>
                <th scope="col" class="number">
                  distinct
                </th>
                <th scope="col" class="number">
                  missing
                </th>
                <th scope="col">evidence</th>
              </tr>
            </thead>
            <tbody>
              {opened.columns.map((column) => (
                <tr key={column.name}>
                  <th scope="row" class="clip">
                    {column.name}
                  </th>
                  <td>
                    <select
                      aria-label={`kind of ${column.name}`}
                      value={spec.value!.attributes[column.name]?.kind ?? ""}
                      onChange={(event) =>
                        studio.edit(
                          setAttribute(column.name, {
                            kind: (event.currentTarget.value || undefined) as Kind | undefined,
                          }),
                        )
                      }
                    >
                      <option value="">{column.kind} (found)</option>
                      <option value="number">number</option>
                      <option value="date">date</option>
                      <option value="category">category</option>
                    </select>
                  </td>
                  <td class="number">{formatNumber(column.distinct)}</td>
                  <td class="number">{formatNumber(column.missing)}</td>
                  <td class="quiet small">{column.evidence}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </Screen>
  );
}

function Head({ column }: { readonly column: ColumnProfile }) {
  return (
    <>
      <b title={column.name}>{column.name}</b>
      <span class="tag">
        {column.kind} · {formatNumber(column.distinct)} distinct
      </span>
      <Spark counts={column.spark} />
    </>
  );
}

function shownDelimiter(delimiter: string): string {
  return delimiter === "\t" ? "tab" : delimiter === " " ? "blank" : delimiter;
}

function marksIn(text: string): string[] | undefined {
  const marks = text.split(",").map((mark) => mark.trim().replace(/^\(empty\)$/, ""));
  const distinct = [...new Set(marks)];
  return distinct.length === 1 && distinct[0] === "" ? undefined : distinct;
}

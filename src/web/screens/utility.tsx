import { useState } from "preact/hooks";
import { formatNumber, formatShare } from "../../base/index.ts";
import { drawPairs } from "../../report/index.ts";
import { predictable } from "../columns.ts";
import { useStudio } from "../context.ts";
import { fileWord } from "../format.ts";
import { Button, Menu, WorkButton } from "../parts/entries.tsx";
import { Figure } from "../parts/figure.tsx";
import { Measured } from "../parts/measured.tsx";
import { ReleaseScreen } from "../parts/release-screen.tsx";
import { Standings } from "../parts/standing.tsx";
import { BarTable, ScoreTable, Table } from "../parts/table.tsx";
import { type Result, releaseOf, type Shift, type UtilityReport } from "../protocol.ts";

/** What the release is still good for. */
export function UtilityScreen() {
  return (
    <ReleaseScreen
      title="Utility"
      lede="What was lost, per column, per pair of columns and per question one might ask. A generalised value is drawn from what it may have been, as anybody who uses the release must do."
      what="Utility"
      Body={Uses}
    />
  );
}

function Uses({ result }: { readonly result: Result }) {
  return (
    <Measured about={`utility ${result.key}`} title="Comparing" name="utility" question={releaseOf(result)}>
      {(found, keep) => (
        <>
          <Losses of={found.comparison} />
          <Columns shifts={found.shifts} />
          <Pairs pairs={found.pairs} />
          <Queries queries={found.queries} />
          <Classifiers result={result} found={found} onFound={keep} />
        </>
      )}
    </Measured>
  );
}

function Losses({ of: { ncp, averageCohort, cAvg, distinctLost } }: { readonly of: UtilityReport["comparison"] }) {
  return (
    <Standings
      of={[
        {
          label: "loss (NCP)",
          topic: "ncp",
          standing: "count",
          value: ncp === undefined ? "–" : formatShare(ncp),
          note: "of what values could say",
          name: "ncp",
        },
        { label: "average cohort", value: formatNumber(averageCohort, 1), note: "records" },
        {
          label: "C_avg",
          topic: "c-avg",
          standing: "count",
          value: cAvg === undefined ? "–" : formatNumber(cAvg),
          note: cAvg === undefined ? "no k was asked" : "1 is as small as asked",
        },
        { label: "combinations lost", value: formatNumber(distinctLost), note: "that were told apart before" },
      ]}
    />
  );
}

function Columns({ shifts }: { readonly shifts: readonly Shift[] }) {
  const [open, setOpen] = useState(shifts[0]?.name);
  const shift = shifts.find(({ name }) => name === open) ?? shifts[0];
  if (shift === undefined) return null;
  const parts = shift.parts.filter(({ before, after }) => before > 0 || after > 0);
  return (
    <section class="section">
      <h2>Per column</h2>
      <div class="split">
        <Table
          isNamed
          heads={["column", { figure: "loss" }, { figure: "distribution moved by" }, { hidden: "show" }]}
          rows={shifts.map(({ name, ncp, distance }) => [
            name,
            formatShare(ncp),
            formatShare(distance, 1),
            <Button key="show" aria-pressed={name === shift.name} onClick={() => setOpen(name)}>
              Show<span class="visually-hidden"> {name}</span>
            </Button>,
          ])}
        />
        <Figure
          name={`shift-${fileWord(shift.name)}`}
          sentence={
            <>
              <b>{shift.name}</b> before and after: {formatShare(shift.distance, 1)} of the records would have to move.
            </>
          }
          table={{
            columns: ["value", "before", "after", "difference"],
            rows: parts.map(({ label, before, after }) => [
              label,
              formatShare(before, 1),
              formatShare(after, 1),
              `${after >= before ? "+" : "−"}${formatNumber(Math.abs(after - before) * 100, 1)}`,
            ]),
          }}
          draw={(width) => drawPairs(`${shift.name} before and after`, parts, { width, plain: true })}
        />
      </div>
    </section>
  );
}

function Pairs({ pairs }: { readonly pairs: UtilityReport["pairs"] }) {
  if (pairs.length === 0) return null;
  const worst = [...pairs].sort((a, b) => b.distance - a.distance).slice(0, 8);
  const mean = pairs.reduce((sum, { distance }) => sum + distance, 0) / pairs.length;
  return (
    <section class="section">
      <h2>Per pair of columns</h2>
      <p>
        On average {formatShare(mean, 1)} of the records would have to move for two columns to stand together as they
        did. The pairs that moved most:
      </p>
      <BarTable
        rows={worst.map(({ a, b, distance }) => ({
          name: `${a} × ${b}`,
          figure: formatShare(distance, 1),
          share: distance,
        }))}
      />
    </section>
  );
}

function Queries({ queries }: { readonly queries: UtilityReport["queries"] }) {
  return (
    <section class="section">
      <h2>Per query</h2>
      <p class="quiet">
        How far counts are off: “how many are from here and of this age?”, asked around records that exist.
      </p>
      <Table
        heads={[
          "columns asked about",
          { figure: "queries" },
          { figure: "median error" },
          { figure: "nine in ten are below" },
        ]}
        rows={queries.map(({ columns, count, median, p90 }) => [
          columns,
          count,
          formatShare(median, 1),
          formatShare(p90, 1),
        ])}
      />
    </section>
  );
}

type ClassifiersProps = {
  readonly result: Result;
  readonly found: UtilityReport;
  readonly onFound: (found: UtilityReport) => void;
};

function Classifiers({ result, found, onFound }: ClassifiersProps) {
  const studio = useStudio();
  const table = studio.table.value;
  const released = table === undefined ? [] : predictable(table, result.report.spec);
  const usual =
    result.sensitive.find((name) => released.some((column) => column.name === name)) ?? released[0]?.name ?? "";
  const [label, setLabel] = useState(found.classifiers?.label ?? usual);
  const learn = async (): Promise<void> => {
    const answer = await studio.work("Training classifiers", "utility", { ...releaseOf(result), label });
    if (answer !== undefined) onFound(answer);
  };
  const { classifiers } = found;
  return (
    <section class="section">
      <h2>What classifiers learn</h2>
      <div class="form">
        <Menu
          label="column to predict"
          value={label}
          options={released.map(({ name }) => [name, name])}
          onChange={setLabel}
        />
        <WorkButton disabled={label === ""} onWork={learn}>
          Train
        </WorkButton>
      </div>
      {classifiers === undefined ? null : (
        <ScoreTable
          heading="trained on"
          scores={{ original: classifiers.original, anonymized: classifiers.anonymized }}
        />
      )}
      <p class="quiet small">
        Boosted trees, judged on the same fifth of the original. Rows made by a model are compared under Synthetic.
      </p>
    </section>
  );
}

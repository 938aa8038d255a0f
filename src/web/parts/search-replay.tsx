/** @file Searches that were traced, replayed: the tree of MinGen with its prunes, the generations of the genetic search. */
import { useState } from "preact/hooks";
import type { TraceGeneration, TraceNode } from "../../algorithms/index.ts";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { drawLines } from "../../report/index.ts";
import type { Result } from "../protocol.ts";
import { Figure } from "./figure.tsx";
import { Player, ReplayButton, type ReplayStep } from "./replay.tsx";
import { RowTable } from "./table.tsx";

/** The replay of a search, where the method kept a trace of it. */
export function SearchReplay({ result }: { readonly result: Result }) {
  const { trace } = result.report.search as { readonly trace?: unknown };
  if (!Array.isArray(trace) || trace.length === 0) return null;
  return Array.isArray(trace[0]) ? (
    <GenerationReplay islands={trace as TraceGeneration[][]} columns={result.attributes} />
  ) : (
    <TreeReplay trace={trace as TraceNode[]} result={result} />
  );
}

const outcomes: Readonly<Record<TraceNode["outcome"], string>> = {
  open: "can still become the best, so the next column is tried below it",
  loss: "already loses as much as the best table so far: everything below it is left out without being looked at",
  privacy: "leaves somebody alone whatever comes after: everything below it is left out",
  table: "is a whole table, but not a better one",
  best: "is a whole table and the best so far",
};

function TreeReplay({ trace, result }: { readonly trace: readonly TraceNode[]; readonly result: Result }) {
  const [step, setStep] = useState<ReplayStep>(undefined);
  const node = step === undefined || step === 0 ? undefined : trace[step - 1];
  const tally = { loss: 0, privacy: 0, table: 0, best: 0, open: 0 };
  for (const { outcome } of trace.slice(0, step ?? trace.length)) tally[outcome] += 1;
  return (
    <section class="section">
      <h2>How the search went</h2>
      <p>
        {trace.length < mostTraced ? "" : "The first "}
        {formatCount(trace.length, "decision")}
        {step === undefined ? "" : `, ${formatNumber(step)} of them made`}: {formatNumber(tally.loss)} pruned for loss,{" "}
        {formatNumber(tally.privacy)} pruned for privacy, {formatCount(tally.table + tally.best, "whole table")}.
      </p>
      {step === undefined ? (
        <ReplayButton all={trace.length} onStep={setStep} label="Replay the search" />
      ) : (
        <>
          <Player all={trace.length} step={step} onStep={setStep}>
            {node === undefined
              ? "Nothing is decided yet. The search takes one column after the other and tries every way to publish it."
              : `${result.attributes[node.column] ?? "column"} published as ${node.cells.slice(0, shownCells).join(", ")}${node.cells.length > shownCells ? ", …" : ""}, costing ${formatNumber(node.cost)} so far: this ${outcomes[node.outcome]}.`}
          </Player>
          <Tree trace={trace.slice(0, step)} columns={result.attributes} />
        </>
      )}
    </section>
  );
}

/** Decisions that a search keeps a trace of at most. */
const mostTraced = 2000;

/** Cells that a caption names. */
const shownCells = 12;

/** Lines of the tree that are shown. */
const shownLines = 14;

/** The last decisions, each indented under the one it builds on. */
function Tree({ trace, columns }: { readonly trace: readonly TraceNode[]; readonly columns: readonly string[] }) {
  const first = Math.max(0, trace.length - shownLines);
  return (
    <ol class="tree mono" aria-label="decisions of the search, the latest last">
      {trace.slice(first).map(({ column, cells, cost, outcome }, place) => (
        <li
          key={first + place}
          class={`${outcome}${first + place === trace.length - 1 ? " current" : ""}`}
          style={{ paddingLeft: `${column * 22 + 8}px` }}
        >
          <span>{marks[outcome]}</span> {columns[column]} = {shortened(cells.join(" "))}{" "}
          <span class="quiet">{formatNumber(cost)}</span>
        </li>
      ))}
    </ol>
  );
}

const marks: Readonly<Record<TraceNode["outcome"], string>> = {
  open: "├",
  loss: "✕ loss",
  privacy: "▲ privacy",
  table: "□",
  best: "■ best",
};

function shortened(text: string): string {
  return text.length > 64 ? `${text.slice(0, 63)}…` : text;
}

type GenerationReplayProps = {
  readonly islands: readonly (readonly TraceGeneration[])[];
  readonly columns: readonly string[];
};

function GenerationReplay({ islands, columns }: GenerationReplayProps) {
  const [step, setStep] = useState<ReplayStep>(undefined);
  const trace = islands.reduce((a, b) =>
    (b.at(-1)?.best ?? Number.POSITIVE_INFINITY) < (a.at(-1)?.best ?? Number.POSITIVE_INFINITY) ? b : a,
  );
  const shown = trace.slice(0, step ?? trace.length);
  const last = shown.at(-1);
  const table = shown.findLast((one) => one.table !== undefined)?.table;
  const finite = shown.filter(({ best, median }) => Number.isFinite(best) && Number.isFinite(median));
  return (
    <section class="section">
      <h2>How the generations improved</h2>
      <Figure
        name="generations"
        sentence={`What the best table of each generation loses, and the table in the middle: ${formatCount(shown.length, "generation")}.`}
        table={{
          columns: ["generation", "loss of the best", "loss of the median"],
          rows: finite.map(({ generation, best, median }) => [generation, formatNumber(best), formatNumber(median)]),
        }}
        most={860}
        draw={(width) =>
          drawLines(
            (["best", "median"] as const).map((one) => ({
              name: one,
              x: finite.map(({ generation }) => generation),
              y: finite.map((entry) => entry[one]),
            })),
            "Loss by generation",
            { x: "generation", y: "loss" },
            { width, plain: true },
          )
        }
      />
      {step === undefined ? (
        <ReplayButton all={trace.length} onStep={setStep} label="Replay the generations" />
      ) : (
        <Player all={trace.length} step={step} onStep={setStep}>
          {last === undefined
            ? "A population of tables is drawn at random; most of them leave somebody alone."
            : `Generation ${formatNumber(last.generation)}: the best table loses ${formatNumber(last.best)}, half of the population at most ${formatNumber(last.median)}; ${formatShare(last.feasible, 0)} of it leaves nobody alone, ${formatShare(last.mutated, 0)} of the children came from mutation.`}
        </Player>
      )}
      {step === undefined || table === undefined ? null : (
        <RowTable label="the best table so far" columns={columns} rows={table} />
      )}
    </section>
  );
}

import { useState } from "preact/hooks";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { useStudio } from "../context.ts";
import { formatSeconds, formatTime } from "../format.ts";
import { Button } from "../parts/entries.tsx";
import { SaveButtons } from "../parts/figure.tsx";
import { Painting, paintingText } from "../parts/painting.tsx";
import { closerTo } from "../parts/painting-tree.ts";
import { ProjectionView } from "../parts/projection.tsx";
import { cutCaption, cutReplayOf, Player, ReplayButton, type ReplayStep } from "../parts/replay.tsx";
import { Screen } from "../parts/screen.tsx";
import { SearchReplay } from "../parts/search-replay.tsx";
import { Standings } from "../parts/standing.tsx";
import { NeedsResult, Stale, useResult, Warnings } from "../parts/states.tsx";
import type { Result } from "../protocol.ts";
import { CohortSection, Rows } from "./cohorts.tsx";

/** The release: painted, projected, cohort by cohort, row by row. */
export function ResultScreen() {
  const result = useResult();
  if (result === undefined) {
    return (
      <Screen title="Result">
        <NeedsResult what="The result" />
      </Screen>
    );
  }
  return <Shown key={result.key} result={result} />;
}

function sizesOf({ smallest, largest }: { readonly smallest: number; readonly largest: number }): string {
  return smallest === largest ? formatNumber(smallest) : `${formatNumber(smallest)} to ${formatNumber(largest)}`;
}

function Shown({ result }: { readonly result: Result }) {
  const studio = useStudio();
  const [tab, setTab] = useState<"painting" | "projection">("painting");
  const [step, setStep] = useState<ReplayStep>(undefined);
  const [roots, setRoots] = useState<readonly number[]>([0]);
  const root = step === undefined ? roots.at(-1)! : 0;
  const look = (cohort: number | undefined): void => {
    const next = cohort === undefined ? undefined : closerTo(result.painting, root, cohort);
    if (next !== undefined) setRoots([...roots, next]);
    else if (cohort === undefined && roots.length > 1) setRoots(roots.slice(0, -1));
  };
  const select = (cohort: number): void => {
    studio.cohort.value = cohort;
  };
  const { report } = result;
  const replay = cutReplayOf(result);
  const method = studio.catalogue.value?.algorithms.find(({ name }) => name === report.spec.algorithm.name);
  return (
    <Screen
      title="Result"
      wide
      lede={`${formatCount(report.release.rows, "record")} in ${formatCount(report.release.cohorts, "cohort")} of ${sizesOf(report.release)}, made by ${report.spec.algorithm.name} in ${formatSeconds(result.seconds)} at ${formatTime(result.when)} and audited from the written bytes.`}
    >
      <Stale />
      <Verdicts result={result} />
      <div>
        <div class="row spread tab-row">
          <div class="tabs" role="tablist" aria-label="Views of the release">
            {(["painting", "projection"] as const).map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`tab-${name}`}
                aria-selected={tab === name}
                aria-controls="view"
                tabIndex={tab === name ? 0 : -1}
                onClick={() => setTab(name)}
                onKeyDown={(event) => {
                  if (event.key === "ArrowLeft" || event.key === "ArrowRight")
                    setTab(tab === "painting" ? "projection" : "painting");
                }}
              >
                {name === "painting" ? "Painting" : "Projection"}
              </button>
            ))}
          </div>
          {tab === "painting" && step === undefined ? (
            <div class="row">
              <SaveButtons name="painting" text={() => paintingText(result)} />
              <Zoom result={result} root={root} onCloser={look} />
              <ReplayButton {...replay} onStep={setStep} />
            </div>
          ) : null}
        </div>
        <div id="view" role="tabpanel" aria-labelledby={`tab-${tab}`} class="stack" style={{ paddingTop: "14px" }}>
          {tab === "painting" ? (
            <>
              {step === undefined ? null : (
                <Player all={replay.all} step={step} onStep={setStep}>
                  {cutCaption(result, step, method?.cutReason)}
                </Player>
              )}
              <Painting
                result={result}
                selected={studio.cohort.value}
                onSelect={select}
                root={root}
                onCloser={look}
                step={step}
              />
              <Legend result={result} root={root} plain="cohort: area is records, heavier rules were cut earlier" />
            </>
          ) : (
            <>
              <ProjectionView result={result} selected={studio.cohort.value} onSelect={select} />
              <Legend result={result} root={0} plain="cohort: a box over the values it publishes" />
            </>
          )}
        </div>
      </div>
      <SearchReplay result={result} />
      <CohortSection result={result} />
      <Rows result={result} />
      {report.warnings.length === 0 && result.unpublished === "" ? null : (
        <section class="section">
          <h2>Before it goes out</h2>
          {result.unpublished === "" ? null : <p data-result="unpublished">Not published: {result.unpublished}.</p>}
          <Warnings of={report.warnings} />
        </section>
      )}
    </Screen>
  );
}

type ZoomProps = {
  readonly result: Result;
  readonly root: number;
  readonly onCloser: (cohort: number | undefined) => void;
};

/** Looking closer at the selected cohort, and stepping back. */
function Zoom({ result, root, onCloser }: ZoomProps) {
  const studio = useStudio();
  const selected = studio.cohort.value;
  const canGo = selected !== undefined && closerTo(result.painting, root, selected) !== undefined;
  return (
    <>
      <Button
        disabled={!canGo}
        title="Looks closer at the selected cohort: +, or a double click"
        onClick={() => onCloser(selected)}
      >
        Closer
      </Button>
      {root === 0 ? null : (
        <Button title="-" onClick={() => onCloser(undefined)}>
          Step back
        </Button>
      )}
    </>
  );
}

function Verdicts({ result: { report } }: { readonly result: Result }) {
  const { quality, risk } = report;
  return (
    <Standings
      of={[
        ...report.privacy.map(({ model, attribute, asked, measured, holds, relation }) => ({
          label: `${model}${attribute === undefined ? "" : ` (${attribute})`}`,
          topic: model,
          standing: "count" as const,
          value: formatNumber(measured),
          note: asked === undefined ? "measured" : `asked ${relation ?? "≥"} ${formatNumber(asked)}`,
          verdict: holds ? ("good" as const) : ("bad" as const),
        })),
        {
          label: "loss (NCP)",
          topic: "ncp",
          standing: "count",
          value: formatShare(quality.ncp),
          note: "of what values could say",
        },
        {
          label: "highest risk",
          topic: "risk",
          standing: "bound",
          value: formatShare(risk.highest),
          note: `average ${formatShare(risk.average)}`,
        },
        {
          label: "discernibility",
          topic: "discernibility",
          standing: "count",
          value: formatNumber(quality.discernibility),
          note: "squares of cohort sizes, summed",
        },
      ]}
    />
  );
}

type LegendProps = {
  readonly result: Result;
  readonly root: number;
  /** What a cohort without a mark is, in this view. */
  readonly plain: string;
};

/** What the marks mean, the same in both views. */
function Legend({ result, root, plain }: LegendProps) {
  const { records } = result.painting;
  const tally = [0, 0, 0, 0, 0];
  for (const mark of result.marks) tally[mark] += 1;
  const alike = tally[2] + tally[3];
  return (
    <ul class="legend">
      {root === 0 ? null : (
        <li>
          <b role="status">
            {formatNumber(records[root])} of {formatCount(records[0], "record")} in view
          </b>
        </li>
      )}
      <li>
        <span class="swatch" /> {plain}
      </li>
      {result.k === 1 ? null : (
        <li>
          <span class="swatch limit" /> at the limit of {result.k}: {formatNumber(tally[1] + tally[3])}
        </li>
      )}
      {result.sensitive.length === 0 ? null : (
        <li>
          <span class="swatch alike" /> one sensitive value has 80 % or more: {formatNumber(alike)}
        </li>
      )}
      {tally[3] === 0 ? null : (
        <li>
          <span class="swatch both" /> both: {formatNumber(tally[3])}
        </li>
      )}
      {tally[4] === 0 ? null : (
        <li>
          <span class="swatch gone" /> left out
        </li>
      )}
      <li>
        <span class="swatch chosen" /> selected
      </li>
    </ul>
  );
}

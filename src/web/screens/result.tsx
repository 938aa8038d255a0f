import { useEffect, useMemo, useState } from "preact/hooks";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { useStudio } from "../context.ts";
import { formatSeconds, formatTime } from "../format.ts";
import { Painting } from "../parts/painting.tsx";
import { ProjectionView } from "../parts/projection.tsx";
import { cutCaption, cutReplayOf, Player, ReplayButton, type ReplayStep } from "../parts/replay.tsx";
import { Screen } from "../parts/screen.tsx";
import { SearchReplay } from "../parts/search-replay.tsx";
import { NeedsResult, Stale, useResult } from "../parts/states.tsx";
import { RowTable, Scroll } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import type { Api, CohortDetail, Result } from "../protocol.ts";

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
  const select = (cohort: number): void => {
    studio.cohort.value = cohort;
  };
  const { report } = result;
  const replay = cutReplayOf(result);
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
          {tab === "painting" && step === undefined ? <ReplayButton {...replay} onStep={setStep} /> : null}
        </div>
        <div id="view" role="tabpanel" aria-labelledby={`tab-${tab}`} class="stack" style={{ paddingTop: "14px" }}>
          {tab === "painting" ? (
            <>
              {step === undefined ? null : (
                <Player all={replay.all} step={step} onStep={setStep}>
                  {cutCaption(result, step)}
                </Player>
              )}
              <Painting result={result} selected={studio.cohort.value} onSelect={select} step={step} />
              <Legend result={result} />
            </>
          ) : (
            <ProjectionView result={result} selected={studio.cohort.value} onSelect={select} />
          )}
        </div>
      </div>
      <SearchReplay result={result} />
      <CohortSection result={result} />
      <Rows result={result} />
      {report.warnings.length === 0 ? null : (
        <section class="section">
          <h2>Before it goes out</h2>
          <ul class="stack">
            {report.warnings.map((warning) => (
              <li key={warning}>
                <span class="bad">Look: </span>
                {warning}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Screen>
  );
}

function Verdicts({ result: { report } }: { readonly result: Result }) {
  return (
    <dl class="figures">
      {report.privacy.map(({ model, attribute, asked, measured, holds, relation }) => (
        <div key={`${model}${attribute ?? ""}`}>
          <dt>
            {model}
            {attribute === undefined ? "" : ` (${attribute})`}
            <Why topic={model} standing="count" />
          </dt>
          <dd>{formatNumber(measured)}</dd>
          <dd class={`small ${holds ? "good" : "bad"}`}>
            {asked === undefined ? "measured" : `asked ${relation ?? "≥"} ${formatNumber(asked)}`}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          loss (NCP)
          <Why topic="ncp" standing="count" />
        </dt>
        <dd>{formatShare(report.quality.ncp)}</dd>
        <dd class="small quiet">of what values could say</dd>
      </div>
      <div>
        <dt>
          highest risk
          <Why topic="risk" standing="bound" />
        </dt>
        <dd>{formatShare(report.risk.highest)}</dd>
        <dd class="small quiet">average {formatShare(report.risk.average)}</dd>
      </div>
      <div>
        <dt>
          discernibility
          <Why topic="discernibility" standing="count" />
        </dt>
        <dd>{formatNumber(report.quality.discernibility)}</dd>
        <dd class="small quiet">pairs that became alike</dd>
      </div>
    </dl>
  );
}

function Legend({ result }: { readonly result: Result }) {
  const tally = [0, 0, 0, 0, 0];
  for (const mark of result.marks) tally[mark]! += 1;
  const alike = tally[2]! + tally[3]!;
  return (
    <ul class="legend">
      <li>
        <span class="swatch" /> cohort: area is records, heavier rules were cut earlier
      </li>
      <li>
        <span class="swatch limit" /> at the limit of {result.k}: {formatNumber(tally[1]! + tally[3]!)}
      </li>
      {result.sensitive.length === 0 ? null : (
        <li>
          <span class="swatch alike" /> one sensitive value has 80 % or more: {formatNumber(alike)}
        </li>
      )}
      <li>
        <span class="swatch chosen" /> selected
      </li>
    </ul>
  );
}

/** Cohorts listed at once. */
const listed = 100;

/** The smallest cohorts, found size by size. */
function smallestOf(sizes: Uint32Array): number[] {
  const found: number[] = [];
  for (let size = 0; found.length < Math.min(listed, sizes.length); ) {
    let next = Number.POSITIVE_INFINITY;
    for (let cohort = 0; cohort < sizes.length && found.length < listed; cohort++) {
      if (sizes[cohort] === size) found.push(cohort);
      else if (sizes[cohort]! > size) next = Math.min(next, sizes[cohort]!);
    }
    size = next;
  }
  return found;
}

function CohortSection({ result }: { readonly result: Result }) {
  const studio = useStudio();
  const selected = studio.cohort.value;
  const [detail, setDetail] = useState<CohortDetail>();
  useEffect(() => {
    if (selected === undefined) {
      setDetail(undefined);
      return;
    }
    let isCurrent = true;
    studio.ask("cohort", { key: result.key, cohort: selected }).answer.then(
      (found) => isCurrent && setDetail(found),
      () => isCurrent && setDetail(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [selected, result.key]);
  const order = useMemo(() => smallestOf(result.sizes), [result]);
  return (
    <section class="section">
      <h2>
        {detail === undefined
          ? "Cohorts"
          : `Cohort ${formatNumber(detail.cohort + 1)}: ${formatCount(detail.size, "record")}`}
      </h2>
      {detail === undefined ? (
        <p class="quiet">Select a rectangle, or a cohort from the list of the smallest.</p>
      ) : (
        <div class="two">
          <dl class="stack">
            {detail.values.map(({ name, text }) => (
              <div key={name} class="row" style={{ flexWrap: "nowrap", alignItems: "baseline" }}>
                <dt class="quiet" style={{ width: "110px", flex: "none" }}>
                  {name}
                </dt>
                <dd style={{ overflowWrap: "anywhere" }}>{text}</dd>
              </div>
            ))}
          </dl>
          <div class="stack">
            {detail.sensitive.map(({ name, counts }) => (
              <div key={name} class="stack">
                <h3>{name}</h3>
                <table>
                  <tbody>
                    {counts.map(([label, records]) => (
                      <tr key={label}>
                        <td>{label === "" ? "missing" : label}</td>
                        <td class="number">{formatNumber(records)}</td>
                        <td style={{ width: "45%" }}>
                          <span class="bar" style={{ width: `${(100 * records) / detail.size}%` }} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            ))}
          </div>
        </div>
      )}
      <details>
        <summary>The smallest cohorts as a list</summary>
        <Scroll label="smallest cohorts" height="240px">
          <ul>
            {order.map((cohort) => (
              <li key={cohort}>
                <button
                  type="button"
                  class="button plain"
                  aria-pressed={selected === cohort}
                  onClick={() => {
                    studio.cohort.value = cohort;
                  }}
                >
                  Cohort {formatNumber(cohort + 1)}: {formatCount(result.sizes[cohort]!, "record")}
                </button>
              </li>
            ))}
          </ul>
        </Scroll>
      </details>
    </section>
  );
}

/** Rows shown beside each other at once. */
const pageSize = 8;

function Rows({ result }: { readonly result: Result }) {
  const studio = useStudio();
  const [from, setFrom] = useState(0);
  const [onlyCohort, setOnlyCohort] = useState(false);
  const [found, setFound] = useState<Api["pairs"]["answer"]>();
  const cohort = onlyCohort ? studio.cohort.value : undefined;
  useEffect(() => {
    let isCurrent = true;
    const question = { key: result.key, from, count: pageSize, ...(cohort === undefined ? {} : { cohort }) };
    studio.ask("pairs", question).answer.then(
      (answer) => isCurrent && setFound(answer),
      () => isCurrent && setFound(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [result.key, from, cohort]);
  if (found === undefined) return null;
  return (
    <section class="section">
      <div class="row spread">
        <h2>Before and after</h2>
        <div class="row">
          <label class="check">
            <input
              type="checkbox"
              checked={onlyCohort}
              disabled={studio.cohort.value === undefined}
              onChange={(event) => {
                setOnlyCohort(event.currentTarget.checked);
                setFrom(0);
              }}
            />
            only the selected cohort
          </label>
          <button
            type="button"
            class="button"
            disabled={from === 0}
            onClick={() => setFrom(Math.max(0, from - pageSize))}
          >
            Earlier
          </button>
          <button
            type="button"
            class="button"
            disabled={found.after.length < pageSize}
            onClick={() => setFrom(from + pageSize)}
          >
            Later
          </button>
        </div>
      </div>
      <RowTable label="rows before and after" columns={found.columns} rows={found.after} before={found.before} />
      <p class="quiet small">
        What is released, with what it was below it where it changed. The link between the two is never part of a
        release.
      </p>
    </section>
  );
}

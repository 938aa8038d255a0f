import { useEffect, useMemo, useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/index.ts";
import { useStudio } from "../context.ts";
import { Button } from "../parts/entries.tsx";
import { BarTable, RowTable, Scroll } from "../parts/table.tsx";
import { type Api, type CohortDetail, marks, type Result } from "../protocol.ts";

/** Cohorts listed at once. */
const listed = 100;

/** The smallest cohorts, found size by size. */
function smallestOf(sizes: Uint32Array): number[] {
  const found: number[] = [];
  for (let size = 0; found.length < Math.min(listed, sizes.length); ) {
    let next = Number.POSITIVE_INFINITY;
    for (let cohort = 0; cohort < sizes.length && found.length < listed; cohort++) {
      if (sizes[cohort] === size) found.push(cohort);
      else if (sizes[cohort] > size) next = Math.min(next, sizes[cohort]);
    }
    size = next;
  }
  return found;
}

/** The cohort that is selected, and the smallest to select one of. */
export function CohortSection({ result }: { readonly result: Result }) {
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
                <BarTable
                  rows={counts.map(([label, records]) => ({
                    name: label === "" ? "missing" : label,
                    figure: formatNumber(records),
                    share: records / detail.size,
                  }))}
                />
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
                <Button
                  look="plain"
                  aria-pressed={selected === cohort}
                  onClick={() => {
                    studio.cohort.value = cohort;
                  }}
                >
                  Cohort {formatNumber(cohort + 1)}: {formatCount(result.sizes[cohort], "record")}
                </Button>
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

/** How many rows of a cohort are released: none of one that was left out. */
function rowsOf({ marks: given, sizes }: Result, cohort: number): number {
  return marks[given[cohort]] === "gone" ? 0 : sizes[cohort];
}

/** Rows of the release with what they were. */
export function Rows({ result }: { readonly result: Result }) {
  const studio = useStudio();
  const [onlyCohort, setOnlyCohort] = useState(false);
  const [found, setFound] = useState<Api["pairs"]["answer"]>();
  const cohort = onlyCohort ? studio.cohort.value : undefined;
  const [turned, setTurned] = useState<{ readonly of: number | undefined; readonly from: number }>();
  const from = turned?.of === cohort ? (turned?.from ?? 0) : 0;
  const setFrom = (next: number): void => setTurned({ of: cohort, from: next });
  const all = cohort === undefined ? result.report.release.rows : rowsOf(result, cohort);
  useEffect(() => {
    let isCurrent = true;
    const question = { key: result.key, from, count: pageSize, cohort };
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
              }}
            />
            only the selected cohort
          </label>
          <span class="quiet">
            {all === 0
              ? "no rows"
              : `${formatNumber(from + 1)} to ${formatNumber(Math.min(all, from + pageSize))} of ${formatNumber(all)}`}
          </span>
          <Button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - pageSize))}>
            Earlier
          </Button>
          <Button disabled={from + pageSize >= all} onClick={() => setFrom(from + pageSize)}>
            Later
          </Button>
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

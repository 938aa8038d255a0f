import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/index.ts";
import type { Spec } from "../../spec/index.ts";
import { useStudio } from "../context.ts";
import { applyFix, fixLabel } from "../edits.ts";
import { formatSeconds, formatTime } from "../format.ts";
import type { Catalogue, OpenTable, Result } from "../protocol.ts";
import type { ScreenName } from "../studio.ts";
import { Button, WorkButton } from "./entries.tsx";
import { Screen } from "./screen.tsx";

type EmptyProps = {
  readonly says: string;
  readonly todo: string;
  readonly go: ScreenName | (() => void);
};

/** Nothing here yet: one sentence, one thing to do. */
export function Empty({ says, todo, go }: EmptyProps) {
  const studio = useStudio();
  return (
    <div class="empty" data-state="empty">
      <p>{says}</p>
      <Button look="strong" onClick={() => (typeof go === "string" ? studio.go(go) : go())}>
        {todo}
      </Button>
    </div>
  );
}

type TableScreenProps = {
  readonly title: string;
  /** What to say while no table is open. */
  readonly says?: string;
  readonly Body: ComponentType<OpenStudio>;
};

/** What there is once a table is open. */
export type OpenStudio = { readonly table: OpenTable; readonly spec: Spec; readonly catalogue: Catalogue };

/** A screen about the table, or what to do to get one. */
export function TableScreen({ title, says = "No table is open.", Body }: TableScreenProps) {
  const { table, spec, catalogue } = useStudio();
  if (table.value === undefined || spec.value === undefined || catalogue.value === undefined) {
    return (
      <Screen title={title}>
        <Empty says={says} todo="Open a table" go="start" />
      </Screen>
    );
  }
  return <Body table={table.value} spec={spec.value} catalogue={catalogue.value} />;
}

/** What is shown belongs to other settings, or to a sample of the rows. */
export function Stale() {
  const studio = useStudio();
  const { stale, isTrial, shown, table } = studio;
  if (!stale.value && !isTrial.value) return null;
  const { when, trialRows = 0 } = shown.value!;
  return (
    <div class="stale" role="status" data-state={stale.value ? "stale" : "sampled"}>
      <span>
        {stale.value
          ? `Settings changed since this result of ${formatTime(when)}.`
          : `Made of a sample of ${formatNumber(trialRows)} of ${formatCount(table.value!.rows, "row")}: the whole table may lose more or less.`}
      </span>
      <WorkButton onWork={() => studio.run()}>{stale.value ? "Run again" : "Run on all rows"}</WorkButton>
    </div>
  );
}

/** Things to look at before going on. */
export function Warnings({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="stack">
      {of.map((warning) => (
        <li key={warning} class="small">
          <span class="bad">Look: </span>
          {warning}
        </li>
      ))}
    </ul>
  );
}

/** The result that is shown, or what to do to get one. */
export function useResult(): Result | undefined {
  return useStudio().shown.value;
}

/** The screen of something that needs a result and has none. */
export function NeedsResult({ what }: { readonly what: string }) {
  const studio = useStudio();
  if (studio.table.value === undefined) {
    return <Empty says={`${what} needs a table.`} todo="Open a table" go="start" />;
  }
  return <Empty says={`${what} looks at a release, and there is none yet.`} todo="Run" go={() => void studio.run()} />;
}

/** What is being worked on: how far, for how long, and a way out. */
export function JobBar() {
  const { job } = useStudio();
  const [at, setAt] = useState(0);
  const isRunning = job.value !== undefined;
  useEffect(() => {
    if (!isRunning) return;
    setAt(performance.now());
    const timer = setInterval(() => setAt(performance.now()), 200);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (job.value === undefined) return null;
  const { title, started, step, cancel } = job.value;
  const seconds = Math.max(0, at - started) / 1000;
  return (
    <div class="job" role="status" data-state="loading">
      <span>
        {title}
        {step === undefined ? "" : ` · ${step.stage}`}
      </span>
      {step === undefined || step.done >= step.total ? (
        <progress aria-label="progress" />
      ) : (
        <progress aria-label="progress" value={step.done} max={step.total} />
      )}
      <span class="quiet">{formatSeconds(seconds)}</span>
      <span class="quiet clip">{step?.note ?? ""}</span>
      <span style={{ flex: 1 }} />
      <Button onClick={cancel}>
        Cancel <span class="quiet">Esc</span>
      </Button>
    </div>
  );
}

/** Milliseconds that good news stand. */
const newsFor = 8000;

/** What became of a run. Good news go by themselves. */
export function NewsBar() {
  const { notice: signal } = useStudio();
  const notice = signal.value;
  useEffect(() => {
    if (notice?.kind !== "done") return;
    const timer = setTimeout(() => {
      if (signal.peek() === notice) signal.value = undefined;
    }, newsFor);
    return () => clearTimeout(timer);
  }, [notice]);
  if (notice === undefined || notice.kind === "error") return null;
  return (
    <div class="notice" role="status" data-state={notice.kind}>
      <p>{notice.text}</p>
      <Dismiss />
    </div>
  );
}

/** An error with its place, its hint and the edits that would mend it. */
export function ErrorBar() {
  const studio = useStudio();
  const notice = studio.notice.value;
  if (notice?.kind !== "error") return null;
  const { fault } = notice;
  const spec = studio.spec.value;
  const fixes = (fault?.fixes ?? []).flatMap((fix) => {
    const label = spec === undefined ? undefined : fixLabel(fix, spec);
    return label === undefined ? [] : [{ label, fix }];
  });
  return (
    <div class="notice error" role="alert" data-state={fault?.code === "infeasible" ? "infeasible" : "error"}>
      <div>
        <p>
          <span class="bad">{fault?.code === "bug" ? "A fault of ours" : "Not possible"}: </span>
          {notice.text}
        </p>
        {fault?.where === undefined ? null : <p class="mono">{fault.where}</p>}
        {fault?.hint === undefined ? null : <p class="quiet">{fault.hint}</p>}
        {fixes.length === 0 ? null : (
          <div class="row">
            {fixes.map(({ label, fix }) => (
              <Button key={label} onClick={() => studio.edit(applyFix(fix))}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <Dismiss />
    </div>
  );
}

function Dismiss() {
  const studio = useStudio();
  return (
    <Button
      look="plain"
      aria-label="Dismiss"
      onClick={() => {
        studio.notice.value = undefined;
      }}
    >
      ×
    </Button>
  );
}

import { useEffect, useState } from "preact/hooks";
import { useStudio } from "../context.ts";
import { fixesFor } from "../edits.ts";
import { formatSeconds, formatTime } from "../format.ts";
import type { Result } from "../protocol.ts";
import type { ScreenName } from "../studio.ts";

/** Nothing here yet: one sentence, one thing to do. */
export function Empty({
  says,
  todo,
  go,
}: {
  readonly says: string;
  readonly todo: string;
  readonly go: ScreenName | (() => void);
}) {
  const studio = useStudio();
  return (
    <div class="empty" data-state="empty">
      <p>{says}</p>
      <button type="button" class="button strong" onClick={() => (typeof go === "string" ? studio.go(go) : go())}>
        {todo}
      </button>
    </div>
  );
}

/** What is shown belongs to other settings. */
export function Stale() {
  const studio = useStudio();
  if (!studio.stale.value) return null;
  return (
    <div class="stale" role="status" data-state="stale">
      <span>Settings changed since this result of {formatTime(studio.shown.value!.when)}.</span>
      <button type="button" class="button" onClick={() => void studio.run()}>
        Run again
      </button>
    </div>
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
      {step === undefined || step.total <= 1 ? (
        <progress aria-label="progress" />
      ) : (
        <progress aria-label="progress" value={Math.min(step.done, step.total)} max={step.total} />
      )}
      <span class="quiet">{formatSeconds(seconds)}</span>
      <span class="quiet clip">{step?.note ?? ""}</span>
      <span style={{ flex: 1 }} />
      <button type="button" class="button" onClick={cancel}>
        Cancel <span class="quiet">Esc</span>
      </button>
    </div>
  );
}

/** Milliseconds that good news stand. */
const newsFor = 8000;

/** What there is to say: an error with its place, hint and fixes, or what became of a run. */
export function NoticeBar() {
  const studio = useStudio();
  const notice = studio.notice.value;
  const spec = studio.spec.value;
  useEffect(() => {
    if (notice?.kind !== "done") return;
    const timer = setTimeout(() => {
      if (studio.notice.peek() === notice) studio.notice.value = undefined;
    }, newsFor);
    return () => clearTimeout(timer);
  }, [notice]);
  if (notice === undefined) return null;
  const { fault } = notice;
  const fixes = fault === undefined || spec === undefined ? [] : fixesFor(fault, spec);
  const state = fault?.code === "infeasible" ? "infeasible" : notice.kind;
  return (
    <div class={`notice ${notice.kind}`} role={notice.kind === "error" ? "alert" : "status"} data-state={state}>
      <div>
        <p>
          {notice.kind === "error" ? (
            <span class="bad">{fault?.code === "bug" ? "A fault of ours" : "Not possible"}: </span>
          ) : null}
          {notice.text}
        </p>
        {fault?.where === undefined ? null : <p class="mono">{fault.where}</p>}
        {fault?.hint === undefined ? null : <p class="quiet">{fault.hint}</p>}
        {fixes.length === 0 ? null : (
          <div class="row">
            {fixes.map(({ label, change }) => (
              <button
                key={label}
                type="button"
                class="button"
                onClick={() => {
                  studio.edit(change);
                  studio.notice.value = undefined;
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
      <button type="button" class="button plain" aria-label="Dismiss" onClick={() => (studio.notice.value = undefined)}>
        ×
      </button>
    </div>
  );
}

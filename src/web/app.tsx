import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { formatCount, formatNumber, formatShare } from "../base/index.ts";
import { sizeModel } from "../privacy/index.ts";
import { columnsOfRole } from "./columns.ts";
import { useStudio } from "./context.ts";
import { formatBytes } from "./format.ts";
import { Button } from "./parts/entries.tsx";
import { SpecView, specButton } from "./parts/spec-view.tsx";
import { ErrorBar, JobBar, NewsBar } from "./parts/states.tsx";
import { Why } from "./parts/why.tsx";
import { AttacksScreen } from "./screens/attacks.tsx";
import { AttributesScreen } from "./screens/attributes.tsx";
import { DataScreen } from "./screens/data.tsx";
import { FrontierScreen } from "./screens/frontier.tsx";
import { ProtectScreen } from "./screens/protect.tsx";
import { ReportScreen } from "./screens/report.tsx";
import { ResultScreen } from "./screens/result.tsx";
import { RiskScreen } from "./screens/risk.tsx";
import { StartScreen } from "./screens/start.tsx";
import { SyntheticScreen } from "./screens/synthetic.tsx";
import { UtilityScreen } from "./screens/utility.tsx";
import { type ScreenName, screens } from "./studio.ts";

/** The screens that there are; the rail shows these. */
const shown: Record<ScreenName, { readonly title: string; readonly Body: ComponentType }> = {
  start: { title: "Start", Body: StartScreen },
  data: { title: "Data", Body: DataScreen },
  attributes: { title: "Attributes", Body: AttributesScreen },
  protect: { title: "Protect", Body: ProtectScreen },
  result: { title: "Result", Body: ResultScreen },
  frontier: { title: "Frontier", Body: FrontierScreen },
  risk: { title: "Risk", Body: RiskScreen },
  attacks: { title: "Attacks", Body: AttacksScreen },
  utility: { title: "Utility", Body: UtilityScreen },
  synthetic: { title: "Synthetic", Body: SyntheticScreen },
  report: { title: "Report", Body: ReportScreen },
};

/** The whole page: bar, rail, screen, sidebar. */
export function App() {
  const studio = useStudio();
  const name = studio.screen.value;
  const { Body } = shown[name];
  useKeys();
  useAddress();
  useDrops();
  useLeaving();
  return (
    <>
      <TopBar />
      <div class="bars">
        <ErrorBar />
      </div>
      <nav class="rail" aria-label="Steps">
        <ul>
          {screens.map((screen) => {
            return (
              <li key={screen}>
                <a href={`#/${screen}`} aria-current={screen === name ? "page" : undefined}>
                  {shown[screen].title}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      <main class="main" key={name}>
        <Body />
      </main>
      <Sidebar />
      <div class="bars">
        <JobBar />
        <NewsBar />
      </div>
      <SpecView />
    </>
  );
}

/** Ctrl+Enter runs, Esc cancels, Ctrl+Z and Ctrl+Shift+Z go back and forth. */
function useKeys(): void {
  const studio = useStudio();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const withControl = event.ctrlKey || event.metaKey;
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
      if (withControl && event.key === "Enter") {
        event.preventDefault();
        void studio.run();
      } else if (event.key === "Escape") {
        // with a note open Esc closes the note
        if (document.querySelector(":popover-open") === null) studio.job.value?.cancel();
      } else if (withControl && !isTyping && event.key.toLowerCase() === "z") {
        event.preventDefault();
        if (event.shiftKey) studio.redo();
        else studio.undo();
      } else if (withControl && !isTyping && event.key.toLowerCase() === "y") {
        event.preventDefault();
        studio.redo();
      }
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [studio]);
}

/** Files may be dropped anywhere; the browser would show them instead of the page. */
function useDrops(): void {
  const studio = useStudio();
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void studio.openFiles(files);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, [studio]);
}

/** Nothing is stored, so leaving the page after changes is asked about. */
function useLeaving(): void {
  const { past } = useStudio();
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => {
      if (past.peek().length > 0) event.preventDefault();
    };
    addEventListener("beforeunload", leave);
    return () => removeEventListener("beforeunload", leave);
  }, [past]);
}

/** The screen stands in the address, so that Back goes back. */
function useAddress(): void {
  const studio = useStudio();
  const name = studio.screen.value;
  useEffect(() => {
    const read = (): void => {
      const wanted = location.hash.slice(2) as ScreenName;
      if (shown[wanted] !== undefined) studio.go(wanted);
    };
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [studio]);
  useEffect(() => {
    if (location.hash !== `#/${name}`) history.pushState(null, "", `#/${name}`);
    document.title = `${shown[name].title} · kohort studio`;
  }, [name]);
}

function TopBar() {
  const studio = useStudio();
  const { table, past, future, job, spec } = studio;
  const file = table.value;
  return (
    <header class="top">
      <div class="mark">kohort</div>
      <div class="file">
        {file === undefined ? (
          <span class="quiet">no table open</span>
        ) : (
          <>
            <b>{file.name}</b>
            <span class="quiet">
              {formatCount(file.rows, "row")} · {formatCount(file.columns.length, "column")} · {formatBytes(file.bytes)}
            </span>
          </>
        )}
      </div>
      <div class="stays" title="The page may not send anything anywhere; its own policy forbids it.">
        <svg width="13" height="15" viewBox="0 0 13 15" aria-hidden="true">
          <path d="M1 7h11v7H1zM3.5 7V4.5a3 3 0 0 1 6 0V7" fill="none" stroke="currentColor" stroke-width="1.5" />
        </svg>
        <span>stays on this computer</span>
      </div>
      <div class="tools">
        <Button disabled={past.value.length === 0} onClick={studio.undo} title="Ctrl+Z">
          Undo
        </Button>
        <Button disabled={future.value.length === 0} onClick={studio.redo} title="Ctrl+Shift+Z">
          Redo
        </Button>
        <Button
          id={specButton}
          aria-expanded={studio.specIsOpen.value}
          disabled={spec.value === undefined}
          onClick={() => {
            studio.specIsOpen.value = true;
          }}
        >
          {"{ }"} spec
        </Button>
      </div>
      <button
        type="button"
        class="go"
        disabled={spec.value === undefined || job.value !== undefined}
        onClick={() => void studio.run()}
      >
        Run<kbd>Ctrl+Enter</kbd>
      </button>
    </header>
  );
}

function Sidebar() {
  const { now, shown: result, stale, spec, table } = useStudio();
  const quasi = spec.value === undefined ? 0 : columnsOfRole(spec.value, "quasi-identifying").length;
  const made = result.value?.report;
  const measured = made?.privacy.find(({ model }) => model === sizeModel)?.measured ?? made?.release.smallest;
  return (
    <aside class="side" aria-label="Standing">
      <section aria-live="polite">
        <h2>Now</h2>
        {table.value === undefined ? (
          <p class="quiet">Open a table to see who stands out in it.</p>
        ) : now.value === undefined || quasi === 0 ? (
          <p class="quiet">No column is quasi-identifying, so nobody can be looked up by one.</p>
        ) : (
          <dl>
            <dt>
              unique
              <Why topic="uniqueness" standing="count" />
            </dt>
            <dd data-now="unique" class={now.value.unique > 0 ? "bad" : ""}>
              {formatNumber(now.value.unique)}
            </dd>
            <dt>of all</dt>
            <dd>{formatShare(now.value.share)}</dd>
            <dt>
              k today
              <Why topic={sizeModel} standing="count" />
            </dt>
            <dd data-now="k">{formatNumber(now.value.k)}</dd>
            <dt>
              highest risk
              <Why topic="risk" standing="bound" />
            </dt>
            <dd>{formatShare(now.value.highestRisk)}</dd>
          </dl>
        )}
      </section>
      <section aria-live="polite">
        <h2>Result {stale.value ? <span class="tag">of other settings</span> : null}</h2>
        {made === undefined ? (
          <p class="quiet">Run to see what a release would look like.</p>
        ) : (
          <dl>
            <dt>k</dt>
            <dd data-result="k">{formatNumber(measured ?? 0)}</dd>
            <dt>
              loss (NCP)
              <Why topic="ncp" standing="count" />
            </dt>
            <dd data-result="ncp">{formatShare(made.quality.ncp)}</dd>
            <dt>highest risk</dt>
            <dd data-result="risk">{formatShare(made.risk.highest)}</dd>
            <dt>cohorts</dt>
            <dd>{formatNumber(made.release.cohorts)}</dd>
            {made.release.suppressed === 0 ? null : (
              <>
                <dt>left out</dt>
                <dd>{formatNumber(made.release.suppressed)}</dd>
              </>
            )}
          </dl>
        )}
        {result.value?.trialRows === undefined ? null : (
          <p class="quiet small">from a sample of {formatNumber(result.value.trialRows)} rows</p>
        )}
      </section>
    </aside>
  );
}

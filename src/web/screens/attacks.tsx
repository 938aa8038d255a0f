import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { type Finding, type Findings, notTried } from "../../attacks/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import { drawIntervals } from "../../report/index.ts";
import { useStudio } from "../context.ts";
import { Toggle, WorkButton } from "../parts/entries.tsx";
import { Figure } from "../parts/figure.tsx";
import { useKept } from "../parts/kept.ts";
import { ReleaseScreen } from "../parts/release-screen.tsx";
import { Heads, Scroll } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import { type Api, type Result, releaseOf } from "../protocol.ts";

/** Attackers played on the release. */
export function AttacksScreen() {
  return (
    <ReleaseScreen
      title="Attacks"
      lede="Each attacker is played on the original and the release, and set beside somebody who guesses blindly. An attack that fails says that this attacker failed."
      what="An attack"
      Body={Played}
    />
  );
}

function Played({ result }: { readonly result: Result }) {
  const studio = useStudio();
  const all = studio.catalogue.value?.attacks ?? [];
  const [knows, setKnows] = useState<ReadonlySet<string>>(new Set(result.attributes));
  const [kinds, setKinds] = useState<ReadonlySet<string>>(new Set(all.map(({ name }) => name)));
  const titleOf = (attack: string): string => all.find(({ name }) => name === attack)?.title ?? attack;
  const skippedName = ({ attack, attribute }: { readonly attack: string; readonly attribute?: string }): string =>
    `${titleOf(attack)}${attribute === undefined ? "" : ` (${attribute})`}`;
  const about = `attacks ${[...knows].join("\u0000")} ${result.key}`;
  const [found, keep] = useKept<Findings>(about);
  const play = async (): Promise<void> => {
    const chosen = all.map(({ name }) => name).filter((name) => kinds.has(name));
    const answer = await studio.work("Playing attackers", "attacks", {
      ...releaseOf(result),
      kinds: chosen.length === all.length ? undefined : chosen,
      knows: knows.size === result.attributes.length ? undefined : result.attributes.filter((name) => knows.has(name)),
    });
    if (answer !== undefined) keep(answer);
  };
  return (
    <>
      <section class="section">
        <fieldset class="row">
          <legend class="quiet small">the attacker knows</legend>
          {result.attributes.map((name) => (
            <Toggle key={name} label={name} set={knows} onChange={setKnows} name={name} />
          ))}
        </fieldset>
        <details class="more">
          <summary>
            Attacks to play ({kinds.size} of {all.length})
          </summary>
          <fieldset class="row" data-menu="attacks">
            <legend class="visually-hidden">attacks</legend>
            {all.map(({ name, title }) => (
              <Toggle key={name} label={title} set={kinds} onChange={setKinds} name={name} />
            ))}
          </fieldset>
        </details>
        <div class="row">
          <WorkButton strong disabled={knows.size === 0 || kinds.size === 0} onWork={play}>
            Attack
          </WorkButton>
        </div>
      </section>
      {found === undefined ? (
        <p class="quiet" data-state="empty">
          No attacker was played yet: say what one knows, and press Attack.
        </p>
      ) : (
        <section class="section">
          <h2>What came of it</h2>
          {found.findings.length === 0 ? (
            <p>No attack was tried.</p>
          ) : (
            <>
              <FindingFigure findings={found.findings} titleOf={skippedName} />
              <FindingTable findings={found.findings} />
            </>
          )}
          {notTried(found.skipped, skippedName).map((sentence) => (
            <p key={sentence} class="quiet small">
              Not tried: {sentence}.
            </p>
          ))}
        </section>
      )}
      <Story result={result} knows={[...knows]} />
    </>
  );
}

/** What would help, where the command line's words mean nothing here. */
function helpIn(mitigation: string): string {
  return mitigation
    .replace("(snap)", "(under Attributes)")
    .replace(
      "a ledger of releases that refuses what is not shown to be safe",
      "a ledger of releases, kept by the command line",
    );
}

/** What a verdict says beyond whether it is one. */
function saidOf(verdict: string): string {
  const rest = verdict.replace(/^(exposed|within what was promised|no better than a blind guess): /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

type FindingFigureProps = {
  readonly findings: readonly Finding[];
  readonly titleOf: (finding: Finding) => string;
};

/** How often attacks succeeded, beside a blind guess. */
function FindingFigure({ findings, titleOf }: FindingFigureProps) {
  const shares = findings.map((one) => ({ ...one, name: titleOf(one), share: one.success }));
  return (
    <Figure
      name="attacks"
      sentence="The dot is how often it succeeded, from 0 to 100 %, the line its 95 % interval, the upright mark a blind guess."
      table={{
        columns: ["attack", "success", "at least", "at most", "blind guess"],
        rows: shares.map(({ name, share, interval: [low, high], baseline }) => [
          name,
          ...[share, low, high, baseline].map((one) => formatShare(one)),
        ]),
      }}
      draw={(width) => drawIntervals("Attacks against a blind guess", shares, { width, plain: true })}
    />
  );
}

function FindingTable({ findings }: { readonly findings: readonly Finding[] }) {
  const { catalogue } = useStudio();
  return (
    <Scroll label="attacks and their success" height="none">
      <table class="explained">
        <Heads of={["attack", { figure: "success" }, { figure: "interval" }, { figure: "blind" }, "verdict"]} />
        <tbody>
          {findings.map(({ attack, attribute, success, baseline, interval, exposed: isExposed, verdict }) => {
            const entry = catalogue.value?.attacks.find(({ name }) => name === attack);
            return (
              <Fragment key={`${attack} ${attribute ?? ""}`}>
                <tr data-attack={attack}>
                  <th scope="row">
                    {entry?.title ?? attack}
                    <Why topic={attack} standing="simulation" />
                    {attribute === undefined ? null : <span class="tag"> {attribute}</span>}
                  </th>
                  <td class="number">{formatShare(success)}</td>
                  <td class="number">
                    {formatShare(interval[0])} to {formatShare(interval[1])}
                  </td>
                  <td class="number">{formatShare(baseline)}</td>
                  <td class={isExposed ? "bad whole" : "good whole"}>
                    {isExposed ? "exposed" : verdict.startsWith("within") ? "promised" : "no better"}
                  </td>
                </tr>
                <tr class="reason">
                  <td colSpan={5} class="quiet small">
                    {saidOf(verdict)}.
                    {isExposed && entry !== undefined ? <b> Helps: {helpIn(entry.mitigation)}.</b> : null}
                  </td>
                </tr>
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

function Sentences({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ol class="stack" style={{ maxWidth: "var(--measure)" }}>
      {lines.map((line) => (
        <li key={line} class={line.startsWith("To say ") ? "aside" : ""}>
          {line}
        </li>
      ))}
    </ol>
  );
}

/** One record told as a story, and why it is published as it is. */
function Story({ result, knows }: { readonly result: Result; readonly knows: readonly string[] }) {
  const studio = useStudio();
  const [row, setRow] = useState(1);
  const [told, keep] = useKept<Api["story"]["answer"]>(`story ${row} ${knows.join("\u0000")} ${result.key}`);
  const tell = async (): Promise<void> => {
    const answer = await studio.work("Looking at one record", "story", { ...releaseOf(result), knows, row: row - 1 });
    if (answer !== undefined) keep(answer);
  };
  return (
    <section class="section">
      <h2>One record as a story</h2>
      <div class="row">
        <label class="check">
          row
          <input
            type="number"
            min={1}
            max={result.report.input.rows}
            value={row}
            onChange={(event) => setRow(Number(event.currentTarget.value))}
          />
          of {formatNumber(result.report.input.rows)}
        </label>
        <WorkButton disabled={knows.length === 0} onWork={tell}>
          Tell it
        </WorkButton>
      </div>
      {told === undefined ? null : (
        <div class="stack" aria-live="polite">
          <Sentences lines={told.lines} />
          <h3>Why it is published so</h3>
          <Sentences lines={told.why} />
        </div>
      )}
    </section>
  );
}

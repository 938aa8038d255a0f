import { useState } from "preact/hooks";
import type { Finding, Findings } from "../../attacks/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import { useStudio } from "../context.ts";
import { Interval } from "../parts/charts.tsx";
import { Toggle } from "../parts/entries.tsx";
import { useKept } from "../parts/kept.ts";
import { ReleaseScreen } from "../parts/release-screen.tsx";
import { Heads, Scroll } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import type { Result } from "../protocol.ts";

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
  const about = `attacks ${[...knows].join("\u0000")} ${result.key}`;
  const [found, keep] = useKept<Findings>(about);
  const play = async (): Promise<void> => {
    const chosen = all.map(({ name }) => name).filter((name) => kinds.has(name));
    const answer = await studio.work("Playing attackers", "attacks", {
      key: result.key,
      spec: result.spec,
      ...(chosen.length === all.length ? {} : { kinds: chosen }),
      ...(knows.size === result.attributes.length
        ? {}
        : { knows: result.attributes.filter((name) => knows.has(name)) }),
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
          <button
            type="button"
            class="button strong"
            disabled={knows.size === 0 || kinds.size === 0}
            onClick={() => void play()}
          >
            Attack
          </button>
        </div>
      </section>
      {found === undefined ? (
        <p class="quiet" data-state="empty">
          No attacker was played yet: say what one knows, and press Attack.
        </p>
      ) : (
        <section class="section">
          <h2>What came of it</h2>
          <p class="quiet small">
            The dot is how often it succeeded, from 0 to 100 %, the line its 95 % interval, the dashed mark a blind
            guess.
          </p>
          <FindingTable findings={found.findings} />
          {found.skipped.length === 0 ? null : (
            <p class="quiet small">
              Not tried:{" "}
              {found.skipped
                .map(
                  ({ attack, attribute, reason }) =>
                    `${attack}${attribute === undefined ? "" : ` (${attribute})`} ${reason}`,
                )
                .join("; ")}
              .
            </p>
          )}
        </section>
      )}
      <Story result={result} knows={[...knows]} />
    </>
  );
}

/** What would help, where the command line's words mean nothing here. */
function helpIn(mitigation: string): string {
  return mitigation
    .replace(
      "--snap COLUMN=WIDTH, which widens intervals outward to a grid",
      "ranges snapped to a grid, under Attributes",
    )
    .replace("--snap COLUMN=WIDTH", "ranges snapped to a grid, under Attributes")
    .replace("(--ledger, --compose safe)", "(kept by the command line)");
}

/** What a verdict says beyond whether it is one. */
function saidOf(verdict: string): string {
  const rest = verdict.replace(/^(exposed|no better than a blind guess): /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function FindingTable({ findings }: { readonly findings: readonly Finding[] }) {
  const { catalogue } = useStudio();
  return (
    <Scroll label="attacks and their success" height="none">
      <table>
        <Heads of={["attack", { figure: "success" }, "interval", { figure: "blind" }, "verdict"]} />
        <tbody>
          {findings.map(({ attack, attribute, success, baseline, interval, verdict }) => {
            const isExposed = interval[0] > baseline;
            const entry = catalogue.value?.attacks.find(({ name }) => name === attack);
            return (
              <tr key={`${attack} ${attribute ?? ""}`} data-attack={attack}>
                <th scope="row">
                  <span class="whole">
                    {attack}
                    <Why topic={attack} standing="simulation" />
                  </span>
                  {attribute === undefined ? null : <div class="tag">{attribute}</div>}
                </th>
                <td class="number">{formatShare(success)}</td>
                <td>
                  <Interval success={success} interval={interval} baseline={baseline} />
                  <span class="visually-hidden">
                    {formatShare(interval[0])} to {formatShare(interval[1])}
                  </span>
                </td>
                <td class="number">{formatShare(baseline)}</td>
                <td>
                  <span class={isExposed ? "bad" : "good"}>{isExposed ? "exposed" : "no better than blind"}</span>
                  <div class="quiet small">{saidOf(verdict)}.</div>
                  {isExposed && entry !== undefined ? (
                    <div class="small">Helps: {helpIn(entry.mitigation)}.</div>
                  ) : null}
                </td>
              </tr>
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
  const [told, setTold] = useState<{ readonly lines: readonly string[]; readonly why: readonly string[] }>();
  const tell = async (): Promise<void> => {
    const answer = await studio.work("Looking at one record", "story", {
      key: result.key,
      spec: result.spec,
      knows,
      row: row - 1,
    });
    if (answer !== undefined) setTold(answer);
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
        <button type="button" class="button" disabled={knows.length === 0} onClick={() => void tell()}>
          Tell it
        </button>
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

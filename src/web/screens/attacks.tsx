import { useState } from "preact/hooks";
import type { Finding, Findings } from "../../attacks/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import { useStudio } from "../context.ts";
import { Interval } from "../parts/charts.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { NeedsResult, Stale, useResult } from "../parts/states.tsx";
import { Why } from "../parts/why.tsx";
import type { Result } from "../protocol.ts";

/** Attackers played on the release. */
export function AttacksScreen() {
  const result = useResult();
  return (
    <Screen
      title="Attacks"
      lede="Each attacker is played on the original and the release, and set beside somebody who guesses blindly. An attack that fails says that this attacker failed."
    >
      {result === undefined ? (
        <NeedsResult what="An attack" />
      ) : (
        <>
          <Stale />
          <Played key={result.key} result={result} />
        </>
      )}
    </Screen>
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
        <p class="quiet">Nobody has tried yet.</p>
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

function Toggle({
  name,
  label,
  set,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly set: ReadonlySet<string>;
  readonly onChange: (set: ReadonlySet<string>) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        value={name}
        checked={set.has(name)}
        onChange={(event) => {
          const next = new Set(set);
          if (event.currentTarget.checked) next.add(name);
          else next.delete(name);
          onChange(next);
        }}
      />
      {label}
    </label>
  );
}

function FindingTable({ findings }: { readonly findings: readonly Finding[] }) {
  const { catalogue } = useStudio();
  return (
    <div class="scroll" style={{ maxHeight: "none" }} tabIndex={0} role="region" aria-label="attacks and their success">
      <table>
        <thead>
          <tr>
            <th scope="col">attack</th>
            <th scope="col" class="number">
              success
            </th>
            <th scope="col">interval</th>
            <th scope="col" class="number">
              blind
            </th>
            <th scope="col">verdict</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ attack, attribute, success, baseline, interval, verdict }) => {
            const isExposed = interval[0] > baseline;
            const entry = catalogue.value?.attacks.find(({ name }) => name === attack);
            return (
              <tr key={`${attack} ${attribute ?? ""}`} data-attack={attack}>
                <th scope="row">
                  {attack}
                  <Why topic={attack} standing="simulation" />
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
                  <div class="quiet small">{verdict}</div>
                  {isExposed && entry !== undefined ? <div class="small">Helps: {entry.mitigation}</div> : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Sentences({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ol class="stack" style={{ maxWidth: "var(--measure)" }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
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
        <div aria-live="polite">
          <Sentences lines={told.lines} />
          <h3>Why it is published so</h3>
          <Sentences lines={told.why} />
        </div>
      )}
    </section>
  );
}

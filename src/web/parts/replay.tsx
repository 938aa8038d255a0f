import { useEffect, useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/index.ts";
import type { Result } from "../protocol.ts";
import { cutsOf } from "./painting.tsx";

/** How far a replay is; undefined when the whole picture is shown. */
export type ReplayStep = number | undefined;

/** Seconds that a replay of many cuts takes. */
const wholeSeconds = 14;

/** Plays the cuts from the whole table on, and says of each what was done. */
export function CutReplay({
  result,
  step,
  onStep,
}: {
  readonly result: Result;
  readonly step: ReplayStep;
  readonly onStep: (step: ReplayStep) => void;
}) {
  const { painting } = result;
  const all = cutsOf(painting).length;
  return (
    <Player all={all} step={step} onStep={onStep} label={painting.own ? "Replay the cuts" : "Replay level by level"}>
      {step === undefined ? null : captionOf(result, step)}
    </Player>
  );
}

/** Buttons, a slider and a caption for anything that goes step by step. */
export function Player({
  all,
  step,
  onStep,
  label,
  children,
}: {
  readonly all: number;
  readonly step: ReplayStep;
  readonly onStep: (step: ReplayStep) => void;
  readonly label: string;
  readonly children: preact.ComponentChildren;
}) {
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    // the first steps are shown one by one, later ones several at a time
    const now = step ?? 0;
    if (now >= all) {
      setIsPlaying(false);
      return;
    }
    const stride = now < 12 ? 1 : Math.max(1, Math.round(all / (wholeSeconds * 8)));
    const timer = setTimeout(() => onStep(Math.min(all, now + stride)), now < 12 ? 700 : 120);
    return () => clearTimeout(timer);
  }, [isPlaying, step, all]);
  if (all === 0) return null;
  if (step === undefined) {
    return (
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() => {
            onStep(0);
            setIsPlaying(true);
          }}
        >
          ▷ {label}
        </button>
      </div>
    );
  }
  return (
    <div class="stack" data-replay>
      <div class="row">
        <button type="button" class="button" onClick={() => setIsPlaying(!isPlaying)}>
          {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" class="button" disabled={step === 0} onClick={() => onStep(step - 1)}>
          Back
        </button>
        <button type="button" class="button" disabled={step >= all} onClick={() => onStep(step + 1)}>
          Next
        </button>
        <input
          type="range"
          style={{ flex: 1, minWidth: "140px" }}
          min={0}
          max={all}
          value={step}
          aria-label="step of the replay"
          onInput={(event) => {
            setIsPlaying(false);
            onStep(Number(event.currentTarget.value));
          }}
        />
        <span class="quiet">
          {formatNumber(step)} / {formatNumber(all)}
        </span>
        <button
          type="button"
          class="button"
          onClick={() => {
            setIsPlaying(false);
            onStep(undefined);
          }}
        >
          End replay
        </button>
      </div>
      <p aria-live="polite" style={{ minHeight: "3em" }}>
        {children}
      </p>
    </div>
  );
}

/** What the last cut did, in plain words. */
function captionOf({ painting, attributes, report }: Result, step: number): string {
  if (step === 0) {
    return painting.own
      ? `All ${formatNumber(painting.records[0]!)} records are one crowd: nothing is told apart yet. Each cut will part one crowd in two.`
      : `All ${formatNumber(painting.records[0]!)} records. They are now parted by what is published of them, one attribute after the other.`;
  }
  const node = cutsOf(painting)[step - 1]!;
  const name = attributes[painting.attribute[node]!] ?? "the rest";
  const records = painting.records[node]!;
  const children = Array.from({ length: painting.count[node]! }, (_, i) => painting.first[node]! + i);
  const sizes = children.map((child) => formatNumber(painting.records[child]!));
  const done = children.filter((child) => painting.count[child] === 0).length;
  const end =
    done === 0
      ? ""
      : done === children.length
        ? " Neither part can be cut again without falling below what is asked."
        : " One of the parts cannot be cut again without falling below what is asked.";
  if (!painting.own || children.length !== 2) {
    return `${formatCount(records, "record")} are told apart by ${name}: ${formatCount(children.length, "published value")}.`;
  }
  const label = painting.cutLabels[node];
  const where = label === undefined || label === "" ? "" : ` after ${label}`;
  const cut =
    report.spec.algorithm.name === "mondrian"
      ? `${name} is widest among them and is cut at the middle record${where}`
      : `they are cut by ${name}${where}`;
  return `${formatCount(records, "record")}: ${cut}, leaving ${sizes[0]} and ${sizes[1]}.${end}`;
}

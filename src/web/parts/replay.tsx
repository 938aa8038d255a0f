import { useEffect, useRef, useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/index.ts";
import type { Result } from "../protocol.ts";
import { Button } from "./entries.tsx";
import { cutsOf } from "./painting-tree.ts";

/** How far a replay is; undefined when the whole picture is shown. */
export type ReplayStep = number | undefined;

/** Seconds that a replay of many cuts takes. */
const wholeSeconds = 14;

/** Milliseconds for which each of the first steps stands, long enough to read its caption. */
const firstSteps = 1600;

/** What a replay of the cuts is called, and how many there are. */
export function cutReplayOf({ painting }: Result): { readonly all: number; readonly label: string } {
  return { all: cutsOf(painting).length, label: painting.own ? "Replay the cuts" : "Replay level by level" };
}

type ReplayButtonProps = {
  readonly all: number;
  readonly label: string;
  readonly onStep: (step: number) => void;
};

/** Begins a replay. */
export function ReplayButton({ all, label, onStep }: ReplayButtonProps) {
  if (all === 0) return null;
  return <Button onClick={() => onStep(0)}>▷ {label}</Button>;
}

type PlayerProps = {
  readonly all: number;
  readonly step: number;
  readonly onStep: (step: ReplayStep) => void;
  readonly children: preact.ComponentChildren;
};

/** Plays anything that goes step by step: buttons, a slider and a caption. */
export function Player({ all, step, onStep, children }: PlayerProps) {
  const [isPlaying, setIsPlaying] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "start" }), []);
  useEffect(() => {
    if (!isPlaying) return;
    if (step >= all) {
      setIsPlaying(false);
      return;
    }
    // the first steps are shown one by one, later ones several at a time
    const stride = step < 12 ? 1 : Math.max(1, Math.round(all / (wholeSeconds * 8)));
    const timer = setTimeout(() => onStep(Math.min(all, step + stride)), step < 12 ? firstSteps : 120);
    return () => clearTimeout(timer);
  }, [isPlaying, step, all]);
  const turnTo = (wanted: number): void => {
    setIsPlaying(false);
    onStep(wanted);
  };
  return (
    <div ref={box} class="stack" data-replay>
      <div class="row">
        <Button
          onClick={() => {
            if (!isPlaying && step >= all) onStep(0);
            setIsPlaying(!isPlaying);
          }}
        >
          {isPlaying ? "Pause" : "Play"}
        </Button>
        <Button disabled={step === 0} onClick={() => turnTo(step - 1)}>
          Back
        </Button>
        <Button disabled={step >= all} onClick={() => turnTo(step + 1)}>
          Next
        </Button>
        <input
          type="range"
          style={{ flex: 1, minWidth: "140px" }}
          min={0}
          max={all}
          value={step}
          aria-label="step of the replay"
          onInput={(event) => turnTo(Number(event.currentTarget.value))}
        />
        <span class="quiet">
          {formatNumber(step)} / {formatNumber(all)}
        </span>
        <Button onClick={() => onStep(undefined)}>End replay</Button>
      </div>
      <p class="caption" aria-live="polite">
        {children}
      </p>
    </div>
  );
}

/** What the last cut did, in plain words, with the reason that its method has to cut there. */
export function cutCaption({ painting, attributes, k }: Result, step: number, reason: string | undefined): string {
  const all = formatNumber(painting.records[0]);
  if (step === 0) {
    return painting.own
      ? `All ${all} records are one crowd: nothing is told apart yet. Each cut will part one crowd in two.`
      : `All ${all} records. They are now parted by what is published of them, one attribute after the other.`;
  }
  const node = cutsOf(painting)[step - 1];
  const name = attributes[painting.attribute[node]] ?? "the rest";
  const records = formatCount(painting.records[node], "record");
  const children = Array.from({ length: painting.count[node] }, (_, i) => painting.first[node] + i);
  if (!painting.own || children.length !== 2) {
    return `${records} are told apart by ${name}: ${formatCount(children.length, "published value")}.`;
  }
  const [one, other] = children.map((child) => formatNumber(painting.records[child]));
  const label = painting.cutLabels[node];
  const where = label === undefined || label === "" ? "" : `, after ${label},`;
  const why = reason === undefined ? "" : `, ${reason}`;
  const done = children.filter((child) => painting.count[child] === 0);
  return `${records} are cut by ${name}${why}${where || (why === "" ? "" : ",")} into ${one} and ${other}.${endOf(done, painting.records, k)}`;
}

/** Which parts of a cut stay as they are. */
function endOf(done: readonly number[], records: Uint32Array, k: number): string {
  if (done.length === 0) return "";
  const who = done.length === 2 ? "Both stay" : `The part of ${formatNumber(records[done[0]])} stays`;
  return done.every((child) => records[child] < 2 * k)
    ? ` ${who} whole: a half would be smaller than ${formatNumber(k)}.`
    : ` ${who} whole: no cut leaves both halves with what is asked.`;
}

/**
 * @file The cuts painted: a rectangle is a cohort, its area its records, the weight of a rule the order of its cut. Large
 * paintings are drawn a few milliseconds at a time, so that the page stays awake.
 */
import { useEffect, useRef } from "preact/hooks";
import type { PaintingData, Result } from "../protocol.ts";
import { inSlices, prepared, usePictureSize, useScheme } from "./canvas.ts";
import { type Palette, paletteOf, patternsOf } from "./palette.ts";

const ordered = new WeakMap<PaintingData, Uint32Array>();

/** The cuts in the order in which a replay makes them: the whole table first, then level by level. */
export function cutsOf(painting: PaintingData): Uint32Array {
  const known = ordered.get(painting);
  if (known !== undefined) return known;
  const { count, depth } = painting;
  const starts = new Uint32Array(depth.reduce((most, level) => Math.max(most, level), 0) + 2);
  for (let node = 0; node < count.length; node++) if (count[node]! > 0) starts[depth[node]! + 1]! += 1;
  for (let level = 1; level < starts.length; level++) starts[level]! += starts[level - 1]!;
  const cuts = new Uint32Array(starts.at(-1)!);
  for (let node = 0; node < count.length; node++) if (count[node]! > 0) cuts[starts[depth[node]!]!++] = node;
  ordered.set(painting, cuts);
  return cuts;
}

type PaintingProps = {
  readonly result: Result;
  readonly selected: number | undefined;
  readonly onSelect: (cohort: number) => void;
  /** How many cuts have been made; all unless stated. */
  readonly step?: number | undefined;
};

const canvasWidth = 1.6;

/** The painting of a result, as a canvas that can be clicked and walked through with the arrow keys. */
export function Painting({ result, selected, onSelect, step }: PaintingProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const { width, height } = usePictureSize(box);
  const scheme = useScheme();
  const isReplayed = step !== undefined;
  useEffect(() => {
    if (width === 0) return;
    const pen = prepared(canvas.current!, width, height);
    return paint(pen, result, { width, height, step: step ?? Number.POSITIVE_INFINITY }, paletteOf(box.current!));
  }, [result, width, height, scheme, step]);
  useEffect(() => {
    if (width === 0) return;
    const pen = prepared(above.current!, width, height);
    if (selected === undefined || isReplayed) return;
    outline(pen, result, selected, { width, height }, paletteOf(box.current!));
  }, [result, width, height, scheme, selected, isReplayed]);
  const { painting } = result;
  const pick = (event: MouseEvent): void => {
    const { left, top, width, height } = box.current!.getBoundingClientRect();
    const node = nodeAt(painting, ((event.clientX - left) / width) * canvasWidth, (event.clientY - top) / height);
    if (node >= 0 && painting.cohort[node]! >= 0) onSelect(painting.cohort[node]!);
  };
  return (
    <div
      ref={box}
      class="canvas"
      role="group"
      tabIndex={0}
      aria-label={`painting of ${result.report.release.cohorts} cohorts; the arrow keys select one after the other`}
      style={{ height: `${height}px` }}
      onClick={pick}
      onKeyDown={(event) => {
        const way =
          event.key === "ArrowRight" || event.key === "ArrowDown"
            ? 1
            : event.key === "ArrowLeft" || event.key === "ArrowUp"
              ? -1
              : 0;
        if (way === 0) return;
        event.preventDefault();
        const all = result.sizes.length;
        onSelect(selected === undefined ? 0 : (selected + way + all) % all);
      }}
    >
      <canvas ref={canvas} data-painting />
      <canvas ref={above} />
    </div>
  );
}

/** How heavy the rule of a cut is, on a canvas as wide as the page's. */
function weightOf(depth: number, width: number, isMany: boolean): number {
  return Math.max(isMany ? 0.4 : 0.9, 9 * (width / 880) * 0.72 ** depth);
}

/** Draws cells and then rules, deepest first, in slices; returns how to stop. */
function paint(
  pen: CanvasRenderingContext2D,
  { painting, marks }: Result,
  { width, height, step }: { readonly width: number; readonly height: number; readonly step: number },
  palette: Palette,
): () => void {
  const { boxes, cohort, depth, upright, first, count } = painting;
  const patterns = patternsOf(pen, palette);
  const plain = ["", palette["red-soft"], palette.blue, palette.blue, palette.quiet];
  const [across, down] = [width / canvasWidth, height];
  const cuts = cutsOf(painting);
  const made = Math.min(step, cuts.length);
  const isMade = new Uint8Array(count.length);
  for (let i = 0; i < made; i++) isMade[cuts[i]!] = 1;
  const isMany = count.length > 20_000;
  const rect = (node: number): [number, number, number, number] => [
    boxes[4 * node]! * across,
    boxes[4 * node + 1]! * down,
    (boxes[4 * node + 2]! - boxes[4 * node]!) * across,
    (boxes[4 * node + 3]! - boxes[4 * node + 1]!) * down,
  ];
  function* strokes(): Generator<void> {
    for (let i = 0; i <= made; i++) {
      const parent = cuts[i];
      if (i === made) break;
      for (let child = first[parent!]!; child < first[parent!]! + count[parent!]!; child++) {
        const mark = cohort[child]! < 0 ? 0 : marks[cohort[child]!]!;
        if (mark === 0 || count[child]! > 0) continue;
        const [x, y, w, h] = rect(child);
        pen.fillStyle = w * h < 60 ? plain[mark]! : patterns[mark]!;
        pen.fillRect(x, y, w, h);
      }
      if (i % 64 === 0) yield;
    }
    pen.strokeStyle = palette.ink;
    for (let i = made - 1; i >= 0; i--) {
      const parent = cuts[i]!;
      pen.lineWidth = weightOf(depth[parent]!, width, isMany);
      pen.beginPath();
      for (let child = first[parent]! + 1; child < first[parent]! + count[parent]!; child++) {
        const [x, y, w, h] = rect(child);
        pen.moveTo(x, y);
        if (upright[child] === 1) pen.lineTo(x, y + h);
        else pen.lineTo(x + w, y);
      }
      pen.stroke();
      if (i % 64 === 0) yield;
    }
    if (made < cuts.length && made > 0) {
      const [x, y, w, h] = rect(cuts[made - 1]!);
      pen.strokeStyle = palette.yellow;
      pen.lineWidth = 5;
      pen.strokeRect(x + 2.5, y + 2.5, w - 5, h - 5);
    }
  }
  return inSlices(strokes());
}

/** The selected cohort: a yellow frame between two dark lines, so that it shows on any ground. */
function outline(
  pen: CanvasRenderingContext2D,
  { painting }: Result,
  selected: number,
  { width, height }: { readonly width: number; readonly height: number },
  palette: Palette,
): void {
  const node = painting.cohort.indexOf(selected);
  if (node < 0) return;
  const x = painting.boxes[4 * node]! * (width / canvasWidth);
  const y = painting.boxes[4 * node + 1]! * height;
  const w = painting.boxes[4 * node + 2]! * (width / canvasWidth) - x;
  const h = painting.boxes[4 * node + 3]! * height - y;
  for (const [colour, weight] of [
    [palette.ink, 8],
    [palette.yellow, 4],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = weight;
    pen.strokeRect(x, y, Math.max(w, 3), Math.max(h, 3));
  }
}

/** The leaf under a point, found by going down the tree. */
function nodeAt({ boxes, first, count }: PaintingData, x: number, y: number): number {
  let node = 0;
  while (count[node]! > 0) {
    const inside = (child: number): boolean =>
      boxes[4 * child]! <= x && x <= boxes[4 * child + 2]! && boxes[4 * child + 1]! <= y && y <= boxes[4 * child + 3]!;
    let next = -1;
    for (let child = first[node]!; child < first[node]! + count[node]! && next < 0; child++)
      if (inside(child)) next = child;
    if (next < 0) return -1;
    node = next;
  }
  return node;
}

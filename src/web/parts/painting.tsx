/**
 * @file The cuts painted: a rectangle is a cohort, its area its records, the weight of a rule the order of its cut. Large
 * paintings are drawn a few milliseconds at a time, so that the page stays awake.
 */
import { useEffect, useRef } from "preact/hooks";
import { formatNumber } from "../../base/index.ts";
import { painting, weightOf } from "../../report/index.ts";
import { marks, type Result } from "../protocol.ts";
import { inSlices, prepared, usePictureSize, useScheme } from "./canvas.ts";
import { cutsOf, isWithin, pathTo, type View, viewOf } from "./painting-tree.ts";
import { type Palette, paletteOf, patternsOf } from "./palette.ts";

type PaintingProps = {
  readonly result: Result;
  readonly selected: number | undefined;
  readonly onSelect: (cohort: number) => void;
  /** The node that fills the canvas. */
  readonly root: number;
  /** Asks to look closer at a cohort, or with undefined to step back. */
  readonly onCloser: (cohort: number | undefined) => void;
  /** How many cuts have been made; all unless stated. */
  readonly step?: number;
};

/** What is drawn: how large, which part, and how many cuts of it. */
type Picture = {
  readonly width: number;
  readonly height: number;
  readonly root: number;
  readonly step: number;
};

/** The painting of a result, as a canvas that can be clicked and walked through with the arrow keys. */
export function Painting({ result, selected, onSelect, root, onCloser, step }: PaintingProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const { width, height } = usePictureSize(box);
  const scheme = useScheme();
  const isReplayed = step !== undefined;
  useEffect(() => {
    if (width === 0) return;
    const pen = prepared(canvas.current!, width, height);
    const picture = { width, height, root, step: step ?? Number.POSITIVE_INFINITY };
    return paint(pen, result, picture, paletteOf(box.current!));
  }, [result, width, height, scheme, step, root]);
  useEffect(() => {
    if (width === 0) return;
    const pen = prepared(above.current!, width, height);
    if (selected === undefined || isReplayed) return;
    outline(pen, result, selected, { width, height, root }, paletteOf(box.current!));
  }, [result, width, height, scheme, selected, isReplayed, root]);
  const { painting: data } = result;
  const cohortAt = (event: MouseEvent): number => {
    const place = box.current!.getBoundingClientRect();
    const { left, top, right, bottom } = viewOf(data, root);
    const x = left + ((event.clientX - place.left) / place.width) * (right - left);
    const y = top + ((event.clientY - place.top) / place.height) * (bottom - top);
    return data.cohort[pathTo(data, x, y).at(-1)!];
  };
  return (
    <div
      ref={box}
      class="canvas"
      role="group"
      tabIndex={0}
      aria-label={`painting of ${result.report.release.cohorts} cohorts; the arrow keys select one after the other, plus and minus look closer and step back`}
      style={{ height: `${height}px` }}
      onClick={(event) => {
        const cohort = cohortAt(event);
        if (cohort >= 0) onSelect(cohort);
      }}
      onDblClick={(event) => {
        const cohort = cohortAt(event);
        if (cohort >= 0) onCloser(cohort);
      }}
      onKeyDown={(event) => {
        if (event.key === "+" && selected !== undefined) onCloser(selected);
        if (event.key === "-") onCloser(undefined);
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

/** Where nodes lie on a canvas that a part of the painting fills: left, top, width and height. */
function rectangles(
  boxes: Float32Array,
  { left, top, right, bottom }: View,
  width: number,
  height: number,
): (node: number) => [number, number, number, number] {
  const [across, down] = [width / (right - left), height / (bottom - top)];
  return (node) => [
    (boxes[4 * node] - left) * across,
    (boxes[4 * node + 1] - top) * down,
    (boxes[4 * node + 2] - boxes[4 * node]) * across,
    (boxes[4 * node + 3] - boxes[4 * node + 1]) * down,
  ];
}

/** The painting as a report would hold it. */
export function paintingText({ painting: { own, ...tree }, k, marks: given, sensitive }: Result): string {
  const isMarked = (cohort: number, ...names: readonly (typeof marks)[number][]): boolean =>
    names.includes(marks[given[cohort]]);
  const name = sensitive.join(", ");
  return painting({
    tree: { ...tree, cut: new Uint32Array(tree.count.length) },
    isCut: own,
    k: k === 1 ? undefined : k,
    sensitive: name === "" ? undefined : { name, isAlike: (cohort) => isMarked(cohort, "alike", "both") },
    isGone: given.includes(marks.indexOf("gone")) ? (cohort) => isMarked(cohort, "gone") : undefined,
  });
}

/** Draws cells and then rules, deepest first, in slices; returns how to stop. */
function paint(
  pen: CanvasRenderingContext2D,
  { painting: data, marks: given }: Result,
  { width, height, root, step }: Picture,
  palette: Palette,
): () => void {
  const { cohort, depth, upright, first, count, records } = data;
  const patterns = patternsOf(pen, palette);
  const plain = ["", palette["red-soft"], palette.blue, palette.blue, palette.quiet];
  const view = viewOf(data, root);
  const all = cutsOf(data).subarray(0, Math.min(step, cutsOf(data).length));
  const isMade = new Uint8Array(count.length);
  for (const cut of all) isMade[cut] = 1;
  const cuts = root === 0 ? all : all.filter((cut) => isWithin(data, cut, view));
  const made = cuts.length;
  const isMany = made > 10_000;
  const rect = rectangles(data.boxes, view, width, height);
  // how many records stand together, where there is room to say it
  const label = ([x, y, w, h]: readonly number[], text: string): void => {
    const wide = text.length * 8 + 8;
    if (w < wide + 32 || h < 42) return;
    pen.fillStyle = palette.paper;
    pen.fillRect(x + 12, y + 11, wide, 18);
    pen.fillStyle = palette.ink;
    pen.fillText(text, x + 16, y + 24);
  };
  function* strokes(): Generator<void> {
    for (let i = 0; i < made; i++) {
      const parent = cuts[i];
      for (let child = first[parent]; child < first[parent] + count[parent]; child++) {
        const mark = cohort[child] < 0 ? 0 : given[cohort[child]];
        if (mark === 0 || count[child] > 0) continue;
        const [x, y, w, h] = rect(child);
        pen.fillStyle = w * h < 60 ? plain[mark] : patterns[mark];
        pen.fillRect(x, y, w, h);
      }
      if (i % 64 === 0) yield;
    }
    pen.strokeStyle = palette.ink;
    for (let i = made - 1; i >= 0; i--) {
      const parent = cuts[i];
      pen.lineWidth = weightOf(depth[parent] - depth[root], isMany ? 0.5 : 1) * Math.max(0.8, width / 1000);
      pen.beginPath();
      for (let child = first[parent] + 1; child < first[parent] + count[parent]; child++) {
        const [x, y, w, h] = rect(child);
        pen.moveTo(x, y);
        if (upright[child] === 1) pen.lineTo(x, y + h);
        else pen.lineTo(x + w, y);
      }
      pen.stroke();
      if (i % 64 === 0) yield;
    }
    pen.font = "600 12px system-ui, sans-serif";
    for (let i = 0; i < made; i++) {
      const parent = cuts[i];
      for (let child = first[parent]; child < first[parent] + count[parent]; child++) {
        if (isMade[child] === 0) label(rect(child), formatNumber(records[child]));
      }
      if (i % 64 === 0) yield;
    }
    if (all.length < cutsOf(data).length && all.length > 0) {
      const [x, y, w, h] = rect(all.at(-1)!);
      pen.strokeStyle = palette.yellow;
      const line = Math.max(2, Math.min(5, w / 4, h / 4));
      pen.lineWidth = line;
      pen.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
    }
  }
  return inSlices(strokes());
}

/** The selected cohort: a yellow frame between two dark lines, so that it shows on any ground. */
function outline(
  pen: CanvasRenderingContext2D,
  { painting: data }: Result,
  selected: number,
  { width, height, root }: Omit<Picture, "step">,
  palette: Palette,
): void {
  const node = data.cohort.indexOf(selected);
  const view = viewOf(data, root);
  if (node < 0 || !isWithin(data, node, view)) return;
  const [x, y, w, h] = rectangles(data.boxes, view, width, height)(node);
  for (const [colour, weight] of [
    [palette.ink, 8],
    [palette.yellow, 4],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = weight;
    pen.strokeRect(x, y, Math.max(w, 3), Math.max(h, 3));
  }
}

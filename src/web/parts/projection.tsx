/** @file Two attributes of a release: boxes at their published intervals, dots for records, another attribute held. */
import { useEffect, useRef, useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/index.ts";
import { partitionFigure } from "../../report/index.ts";
import { useStudio } from "../context.ts";
import type { Projection, ProjectionAxis, Result } from "../protocol.ts";
import { inSlices, prepared, usePictureSize, useScheme } from "./canvas.ts";
import { Menu, type Option } from "./entries.tsx";
import { SaveButtons } from "./figure.tsx";
import { type Palette, paletteOf } from "./palette.ts";

/** The two attributes with the most values, in their order. */
function widest(sizes: readonly number[]): readonly [number, number] {
  const falling = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a] || a - b);
  const [a, b] = falling.slice(0, 2).sort((x, y) => x - y);
  return [a ?? 0, b ?? a ?? 0];
}

const margin = { left: 96, right: 12, top: 10, bottom: 40 };

type ProjectionViewProps = {
  readonly result: Result;
  readonly selected: number | undefined;
  readonly onSelect: (cohort: number) => void;
};

/** The projection of a result onto two of its attributes. */
export function ProjectionView({ result, selected, onSelect }: ProjectionViewProps) {
  const studio = useStudio();
  const [axes, setAxes] = useState(() => widest(result.attributeSizes));
  const [held, setHeld] = useState<number>();
  const [at, setAt] = useState(0.5);
  const [data, setData] = useState<Projection>();
  useEffect(() => {
    let isCurrent = true;
    const slice = held === undefined ? {} : { slice: { attribute: held, at } };
    studio
      .ask("projection", {
        key: result.key,
        x: axes[0],
        y: axes[1],
        ...slice,
        selected,
      })
      .answer.then(
        (found) => isCurrent && setData(found),
        () => isCurrent && setData(undefined),
      );
    return () => {
      isCurrent = false;
    };
  }, [
    result.key,
    axes,
    held,
    at,
    data !== undefined && selected !== undefined && !data.cohorts.includes(selected) ? selected : undefined,
  ]);
  const names = result.attributes.map((name, i): Option => [String(i), name]);
  const chooser = (place: 0 | 1, label: string) => (
    <Menu
      label={label}
      value={String(axes[place])}
      options={names}
      onChange={(value) => setAxes(axes.with(place, Number(value)) as unknown as readonly [number, number])}
    />
  );
  return (
    <div class="stack">
      <div class="row" style={{ alignItems: "end" }}>
        {chooser(0, "across")}
        {chooser(1, "up")}
        <Menu
          label="held at a value"
          value={held === undefined ? "" : String(held)}
          options={[["", "nothing"], ...names.filter((_, i) => !axes.includes(i))]}
          onChange={(value) => setHeld(value === "" ? undefined : Number(value))}
        />
        {held === undefined ? null : (
          <label class="field">
            <span>
              {result.attributes[held]} = {data?.slice ?? "…"}
            </span>
            <input
              type="range"
              min={0}
              max={0.999}
              step={0.001}
              value={at}
              onInput={(event) => setAt(Number(event.currentTarget.value))}
            />
          </label>
        )}
      </div>
      {data === undefined ? null : (
        <>
          <Canvas result={result} data={data} selected={selected} onSelect={onSelect} />
          <p class="quiet small">
            <SaveButtons name="projection" text={() => projectionText(data)} /> {formatCount(data.records, "record")}{" "}
            and {formatCount(data.all, "cohort")}
            {data.all === data.cohorts.length ? "" : `, of which ${formatNumber(data.cohorts.length)} are drawn`}
            {data.slice === undefined
              ? "; boxes overlap where cohorts differ in other attributes"
              : ` at ${data.slice}`}
            . Dots are strewn within their value.
          </p>
        </>
      )}
    </div>
  );
}

type CanvasProps = {
  readonly result: Result;
  readonly data: Projection;
  readonly selected: number | undefined;
  readonly onSelect: (cohort: number) => void;
};

function Canvas({ result, data, selected, onSelect }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = usePictureSize(box);
  const scheme = useScheme();
  useEffect(() => {
    if (width === 0) return;
    const pen = prepared(canvas.current!, width, height);
    return draw(pen, result, data, { width, height, selected }, paletteOf(box.current!));
  }, [result, data, width, height, selected, scheme]);
  return (
    <div
      ref={box}
      class="canvas"
      role="img"
      aria-label={`${data.x.name} across, ${data.y.name} up: ${data.cohorts.length} boxes`}
      style={{ height: `${height}px` }}
      onClick={(event) => {
        const place = box.current!.getBoundingClientRect();
        const x = (event.clientX - place.left - margin.left) / (width - margin.left - margin.right);
        const y = 1 - (event.clientY - place.top - margin.top) / (height - margin.top - margin.bottom);
        const found = smallestAt(data, x, y);
        if (found !== undefined) onSelect(found);
      }}
    >
      <canvas ref={canvas} />
    </div>
  );
}

/** The projection as a report would hold it: boxes at their published intervals, and no record. */
function projectionText({ x, y, boxes, cohorts, slice }: Projection): string {
  const axisOf = ({ name, ticks }: ProjectionAxis) => ({ name, ticks, low: 0, high: 1 });
  const boxOf = (_: unknown, i: number): number[] => [0, 2, 1, 3].map((side) => boxes[4 * i + side]);
  const panel = {
    title: `${formatCount(cohorts.length, "cohort")}${slice === undefined ? "" : ` at ${slice}`}`,
    points: new Float64Array(0),
    boxes: Float64Array.from(Array.from(cohorts, boxOf).flat()),
  };
  return partitionFigure(`Cohorts over ${x.name} and ${y.name}`, { x: axisOf(x), y: axisOf(y) }, [panel], 560);
}

/** The smallest box under a point. */
function smallestAt({ boxes, cohorts }: Projection, x: number, y: number): number | undefined {
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < cohorts.length; i++) {
    const [left, bottom, right, top] = [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]];
    const area = (right - left) * (top - bottom);
    if (left <= x && x <= right && bottom <= y && y <= top && area < least) [found, least] = [cohorts[i], area];
  }
  return found;
}

function draw(
  pen: CanvasRenderingContext2D,
  { marks }: Result,
  { x, y, boxes, cohorts, dots, dotCohorts }: Projection,
  {
    width,
    height,
    selected,
  }: { readonly width: number; readonly height: number; readonly selected: number | undefined },
  palette: Palette,
): () => void {
  const [wide, tall] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const px = (value: number): number => margin.left + value * wide;
  const py = (value: number): number => margin.top + (1 - value) * tall;
  const colours = [palette.ink, palette.red, palette.blue, palette.blue, palette.quiet];
  const fade = Math.max(0.09, Math.min(0.8, 5 / Math.sqrt(cohorts.length)));
  const frame = (i: number): void => {
    const [left, bottom] = [px(boxes[4 * i]), py(boxes[4 * i + 1])];
    pen.strokeRect(left, py(boxes[4 * i + 3]), px(boxes[4 * i + 2]) - left, bottom - py(boxes[4 * i + 3]));
  };
  function* strokes(): Generator<void> {
    pen.globalAlpha = 0.7;
    pen.fillStyle = palette.ink;
    for (let i = 0; i < dotCohorts.length; i++) {
      if (dotCohorts[i] === selected) continue;
      pen.fillRect(px(dots[2 * i]) - 0.9, py(dots[2 * i + 1]) - 0.9, 1.8, 1.8);
      if (i % 512 === 0) yield;
    }
    pen.globalAlpha = fade;
    for (let i = 0; i < cohorts.length; i++) {
      const mark = marks[cohorts[i]];
      pen.strokeStyle = colours[mark];
      pen.lineWidth = mark === 0 ? 1 : 1.6;
      pen.setLineDash(mark === 1 ? [5, 3] : mark >= 2 ? [1.5, 2.5] : []);
      frame(i);
      if (i % 128 === 0) yield;
    }
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    const place = selected === undefined ? -1 : cohorts.indexOf(selected);
    if (place >= 0) {
      for (const [colour, weight] of [
        [palette.ink, 6],
        [palette.yellow, 3],
      ] as const) {
        pen.strokeStyle = colour;
        pen.lineWidth = weight;
        frame(place);
      }
      pen.fillStyle = palette.ink;
      for (let i = 0; i < dotCohorts.length; i++) {
        if (dotCohorts[i] === selected) pen.fillRect(px(dots[2 * i]) - 2, py(dots[2 * i + 1]) - 2, 4, 4);
      }
    }
    axis();
  }
  const axis = (): void => {
    pen.strokeStyle = palette.ink;
    pen.lineWidth = 1.5;
    pen.strokeRect(margin.left, margin.top, wide, tall);
    pen.fillStyle = palette.ink;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    const room = wide / Math.max(1, x.ticks.length) - 8;
    for (const { at, label } of x.ticks) {
      const text = cut(pen, label, room);
      const half = pen.measureText(text).width / 2;
      pen.fillText(text, Math.min(px(at), width - half - 4), height - margin.bottom + 16);
    }
    pen.font = "600 12px system-ui, sans-serif";
    pen.fillText(x.name, margin.left + wide / 2, height - 6);
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "right";
    for (const { at, label } of y.ticks) pen.fillText(cut(pen, label, margin.left - 22), margin.left - 6, py(at) + 4);
    pen.save();
    pen.translate(12, margin.top + tall / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.font = "600 12px system-ui, sans-serif";
    pen.fillText(y.name, 0, 0);
    pen.restore();
  };
  return inSlices(strokes());
}

function cut(pen: CanvasRenderingContext2D, label: string, room: number): string {
  if (pen.measureText(label).width <= room) return label;
  let text = label;
  while (text.length > 1 && pen.measureText(`${text}…`).width > room) text = text.slice(0, -1);
  return `${text}…`;
}

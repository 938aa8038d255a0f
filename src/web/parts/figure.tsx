import { type ComponentChildren, h } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Drawing, type Mark, svgText } from "../../report/index.ts";
import { saveFiles } from "../save-files.ts";
import { useWidth } from "./canvas.ts";
import { Scroll, Table } from "./table.tsx";

/** Rows of a figure as a table. */
export type FigureTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

/** What a mark of a figure does, where it can be used. */
export type LiveMarks = { readonly label: string; readonly propsOf: (mark: number) => object };

type FigureProps = {
  /** What its files are called. */
  readonly name: string;
  readonly sentence: ComponentChildren;
  readonly table: FigureTable;
  /** Draws it as wide as its place; reports draw it by the same function. */
  readonly draw: (width: number) => Drawing;
  /** The greatest width that helps it. */
  readonly most?: number;
  readonly live?: LiveMarks;
};

/** A figure with the sentence that says what it shows, the same as a table, and as a file. */
export function Figure({ name, sentence, table, draw, most = 680, live }: FigureProps) {
  const [asTable, setAsTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const width = Math.min(most, useWidth(box));
  return (
    <figure class="figure">
      <div class="row spread">
        <figcaption>{sentence}</figcaption>
        <div class="row">
          <button type="button" class="link small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? "as figure" : "as table"}
          </button>
          <SaveButtons name={name} text={() => svgText(draw(width))} />
        </div>
      </div>
      <div ref={box} class="plot-box">
        {asTable ? <PlainTable {...table} /> : width === 0 ? null : <Plot of={draw(width)} live={live} />}
      </div>
    </figure>
  );
}

/** The colours of a drawing in the page's own, light or dark. */
const tones: Readonly<Record<string, string | undefined>> = {
  "#333": "var(--ink)",
  "#666": "var(--quiet)",
  "#999": "var(--ink)",
  "#ddd": "var(--line)",
  "#fff": "var(--paper)",
  "#c9261d": "var(--red)",
  "#f4c20d": "var(--yellow)",
};

function Plot({ of: { width, height, marks }, live }: { readonly of: Drawing; readonly live?: LiveMarks }) {
  return (
    <svg
      class="plot"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={live === undefined ? undefined : "group"}
      aria-label={live?.label}
      aria-hidden={live === undefined}
    >
      {marks.map((mark) => elementOf(mark, live))}
    </svg>
  );
}

function elementOf({ name, attributes, content }: Mark, live: LiveMarks | undefined): ComponentChildren {
  const shown = Object.entries(attributes).map(([key, value]) => [key, tones[value ?? ""] ?? value]);
  const place = attributes["data-mark"];
  const props = typeof place === "number" ? { key: place, ...live?.propsOf(place) } : {};
  const inside =
    typeof content === "string" ? content : content.map((one) => (one === "" ? null : elementOf(one, live)));
  return h(name, { ...Object.fromEntries(shown), ...props }, inside);
}

/** Saves a figure as the file that a report would hold, or drawn from it in pixels. */
export function SaveButtons({ name, text }: { readonly name: string; readonly text: () => string }) {
  const save = async (kind: "svg" | "png"): Promise<void> => {
    const svg = new Blob([text()], { type: "image/svg+xml" });
    const file = kind === "svg" ? svg : await pixelsOf(svg);
    saveFiles([{ name: `${name}.${kind}`, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }]);
  };
  return (
    <>
      {(["svg", "png"] as const).map((kind) => (
        <button key={kind} type="button" class="link small" onClick={() => void save(kind)}>
          <span class="visually-hidden">Save the figure as </span>
          {kind.toUpperCase()}
        </button>
      ))}
    </>
  );
}

/** Dots per pixel of a figure that is saved as pixels. */
const sharpness = 2;

async function pixelsOf(svg: Blob): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * sharpness;
  canvas.height = image.naturalHeight * sharpness;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png === null ? reject(new Error("the figure is too large")) : resolve(png)), "image/png");
  });
}

/** A table of texts and numbers. */
function PlainTable({ columns, rows }: FigureTable) {
  const isNumber = (column: number): boolean => rows.every((row) => /^[-–+−∞\d]/.test(String(row[column])));
  return (
    <Scroll label="the figure as a table">
      <Table heads={columns.map((name, column) => (isNumber(column) ? { figure: name } : name))} rows={rows} />
    </Scroll>
  );
}

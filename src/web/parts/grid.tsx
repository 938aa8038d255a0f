/**
 * @file A table of any size: only the rows and columns in view are there. Browsers cap how tall an element may be, so
 * past that the scroll bar stands for more than a row per pixel.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const rowHeight = 28;
const tallest = 8_000_000;
const pageRows = 100;

type Window = { readonly top: number; readonly left: number; readonly width: number; readonly height: number };

type GridProps = {
  readonly label: string;
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean; readonly head?: ComponentChildren }[];
  readonly rows: number;
  readonly columnWidth?: number;
  readonly headHeight?: number;
  readonly height?: number;
  /** Changes when the rows are others. */
  readonly version: string;
  readonly fetchRows: (from: number, count: number) => Promise<readonly (readonly string[])[]>;
};

/** Shows rows as they are scrolled to. */
export function Grid({
  label,
  columns,
  rows,
  columnWidth = 148,
  headHeight = 34,
  height = 420,
  version,
  fetchRows,
}: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef(0);
  const pages = useRef(new Map<number, readonly (readonly string[])[] | "asked">());
  const [view, setView] = useState<Window>({ top: 0, left: 0, width: 800, height });
  const [, redraw] = useState(0);
  useEffect(() => {
    pages.current = new Map();
    redraw((n) => n + 1);
  }, [version]);
  useEffect(() => {
    const element = box.current!;
    const look = (): void =>
      setView({
        top: element.scrollTop,
        left: element.scrollLeft,
        width: element.clientWidth,
        height: element.clientHeight,
      });
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    look();
    return () => watcher.disconnect();
  }, []);
  const full = rows * rowHeight;
  const tall = Math.min(full, tallest);
  const body = Math.max(1, view.height - headHeight);
  const scale = full > tall ? (full - body) / (tall - body) : 1;
  const first = Math.max(0, Math.floor((view.top * scale) / rowHeight));
  const shown = Math.min(rows - first, Math.ceil(body / rowHeight) + 2);
  const firstColumn = Math.max(0, Math.floor(view.left / columnWidth) - 1);
  const lastColumn = Math.min(columns.length, Math.ceil((view.left + view.width) / columnWidth) + 1);
  useEffect(() => {
    for (let page = Math.floor(first / pageRows); page * pageRows < first + shown; page++) {
      if (pages.current.has(page)) continue;
      const held = pages.current;
      held.set(page, "asked");
      void fetchRows(page * pageRows, pageRows).then(
        (found) => {
          held.set(page, found);
          redraw((n) => n + 1);
        },
        () => held.delete(page),
      );
    }
  });
  const offset = view.top - ((view.top * scale) % rowHeight);
  const inView = Array.from({ length: Math.max(0, shown) }, (_, i) => first + i);
  const places = Array.from({ length: Math.max(0, lastColumn - firstColumn) }, (_, i) => firstColumn + i);
  return (
    <div
      ref={box}
      class="grid"
      role="table"
      aria-label={label}
      aria-rowcount={rows}
      aria-colcount={columns.length}
      tabIndex={0}
      style={{ height: `${height}px` }}
      onScroll={(event) => {
        const element = event.currentTarget;
        cancelAnimationFrame(frame.current);
        frame.current = requestAnimationFrame(() => {
          const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
          setView({ top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight });
        });
      }}
    >
      <div
        class="size"
        role="rowgroup"
        style={{ height: `${tall + headHeight}px`, width: `${columns.length * columnWidth}px` }}
      >
        <div class="head" role="row" style={{ height: `${headHeight}px` }}>
          {places.map((column) => (
            <div
              key={column}
              class="top-cell"
              role="columnheader"
              aria-colindex={column + 1}
              style={{ left: `${column * columnWidth}px`, width: `${columnWidth}px` }}
            >
              {columns[column].head ?? <b>{columns[column].name}</b>}
            </div>
          ))}
        </div>
        {inView.map((row) => {
          const page = pages.current.get(Math.floor(row / pageRows));
          const texts = page === undefined || page === "asked" ? undefined : page[row % pageRows];
          return (
            <div key={row} role="row" aria-rowindex={row + 1}>
              {places.map((column) => {
                const text = texts?.[column];
                return (
                  <div
                    key={column}
                    role="cell"
                    aria-colindex={column + 1}
                    class={`cell${columns[column].isNumber ? " number" : ""}${text === "" ? " missing" : ""}`}
                    style={{
                      left: `${column * columnWidth}px`,
                      width: `${columnWidth}px`,
                      top: `${headHeight + offset + (row - first) * rowHeight}px`,
                    }}
                  >
                    {text === "" ? "missing" : (text ?? "…")}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** @file Canvases: how large they are, how they are prepared, and drawing a few milliseconds at a time. */
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onScheme } from "./palette.ts";

/** Milliseconds of drawing between two frames. */
const slice = 7;

/** Runs a generator a few milliseconds a frame, the first slice at once; returns how to stop. */
export function inSlices(work: Generator<void>): () => void {
  let frame = 0;
  const go = (): void => {
    const until = performance.now() + slice;
    while (performance.now() < until) if (work.next().done === true) return;
    frame = requestAnimationFrame(go);
  };
  go();
  return () => cancelAnimationFrame(frame);
}

/** Sizes a canvas to the screen's own pixels and clears it. */
export function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d")!;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return pen;
}

/** How wide an element is now, 0 before it is there. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watcher = new ResizeObserver(() => setWidth(box.current?.clientWidth ?? 0));
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);
  return width;
}

/** A number that changes when the page turns light or dark. */
export function useScheme(): number {
  const [scheme, setScheme] = useState(0);
  useEffect(() => onScheme(() => setScheme((before) => before + 1)), []);
  return scheme;
}

/** How high the window is now. */
function useWindowHeight(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const measure = (): void => setHeight(innerHeight);
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return height;
}

/** The size of a picture: as wide as its place, and so high that what stands above and below it stays in view. */
export function usePictureSize(box: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const width = useWidth(box);
  const height = useWindowHeight();
  return { width, height: Math.round(Math.max(240, Math.min(width / 1.6, height * 0.56))) };
}

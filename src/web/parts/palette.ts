/** Colours as a canvas takes them. */
export type Palette = Readonly<Record<"paper" | "ink" | "quiet" | "line" | "red" | "blue" | "yellow" | "wash", string>>;

const names = ["paper", "ink", "quiet", "line", "red", "blue", "yellow", "wash"] as const;

/** The page's colours as they are now, in light or dark. */
export function paletteOf(element: HTMLElement): Palette {
  const probe = document.createElement("span");
  element.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(found) as Palette;
}

/** Calls back when the page turns light or dark; returns how to stop that. */
export function onScheme(changed: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Red with lines across: at the limit. Blue with dots: one value dominates. */
export function patternsOf(
  context: CanvasRenderingContext2D,
  { red, blue, paper, quiet }: Palette,
): readonly (CanvasPattern | string)[] {
  const draw = (ground: string, mark: (pen: CanvasRenderingContext2D) => void): CanvasPattern => {
    const tile = document.createElement("canvas");
    tile.width = 8;
    tile.height = 8;
    const pen = tile.getContext("2d")!;
    pen.fillStyle = ground;
    pen.fillRect(0, 0, 8, 8);
    pen.strokeStyle = paper;
    pen.fillStyle = paper;
    mark(pen);
    return context.createPattern(tile, "repeat")!;
  };
  const hatch = (pen: CanvasRenderingContext2D): void => {
    pen.globalAlpha = 0.45;
    pen.lineWidth = 1.4;
    for (const from of [-8, 0, 8]) {
      pen.beginPath();
      pen.moveTo(from, 8);
      pen.lineTo(from + 8, 0);
      pen.stroke();
    }
  };
  const dot = (pen: CanvasRenderingContext2D): void => {
    pen.globalAlpha = 0.6;
    pen.beginPath();
    pen.arc(4, 4, 1.2, 0, 7);
    pen.fill();
  };
  const both = (pen: CanvasRenderingContext2D): void => {
    dot(pen);
    hatch(pen);
  };
  return ["", draw(red, hatch), draw(blue, dot), draw(blue, both), draw(quiet, hatch)];
}

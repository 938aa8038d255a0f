/** Colours as a canvas takes them. */
export type Palette = Readonly<Record<(typeof names)[number], string>>;

const names = ["paper", "ink", "quiet", "red", "red-soft", "red-wash", "blue", "yellow"] as const;

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

/** Red lines on a pale ground: at the limit. Blue with dots: one value dominates. */
export function patternsOf(context: CanvasRenderingContext2D, palette: Palette): readonly (CanvasPattern | string)[] {
  const tile = (ground: string, mark: (pen: CanvasRenderingContext2D) => void): CanvasPattern => {
    const canvas = document.createElement("canvas");
    canvas.width = 8;
    canvas.height = 8;
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = ground;
    pen.fillRect(0, 0, 8, 8);
    mark(pen);
    return context.createPattern(canvas, "repeat")!;
  };
  const hatch = (colour: string, pen: CanvasRenderingContext2D): void => {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.4;
    for (const from of [-8, 0, 8]) {
      pen.beginPath();
      pen.moveTo(from, 8);
      pen.lineTo(from + 8, 0);
      pen.stroke();
    }
  };
  const dot = (pen: CanvasRenderingContext2D): void => {
    pen.fillStyle = palette.paper;
    pen.beginPath();
    pen.arc(4, 4, 1.2, 0, 7);
    pen.fill();
  };
  const { red, blue, quiet, paper } = palette;
  return [
    "",
    tile(palette["red-wash"], (pen) => hatch(red, pen)),
    tile(blue, dot),
    tile(blue, (pen) => {
      dot(pen);
      hatch(paper, pen);
    }),
    tile(quiet, (pen) => hatch(paper, pen)),
  ];
}

import type { ConfusionMatrix } from "../../learning/index.ts";
import { element, figure, heading, label, shortened } from "./svg.ts";

/** Draws a confusion matrix: a cell per true and predicted class, darker with its share of the true class. */
export function confusionFigure({ classes: names, counts }: ConfusionMatrix, title: string): string {
  const classes = names.map((name) => (name === "" ? "no value" : name));
  const cell = classes.length > 6 ? 34 : 74;
  const [left, top] = [104, 60];
  const bottom = top + classes.length * cell;
  const marks = [...heading(title), label(12, top - 8, "true")];
  counts.forEach((row, truth) => {
    const all = row.reduce((sum, count) => sum + count, 0);
    const y = top + truth * cell;
    marks.push(label(left - 8, y + cell / 2 + 4, shortened(classes[truth], 14), { "text-anchor": "end" }));
    row.forEach((count, predicted) => {
      const share = all === 0 ? 0 : count / all;
      const x = left + predicted * cell;
      const shade = { fill: "#0072b2", "fill-opacity": Math.max(0.04, share) };
      marks.push(
        element("rect", { class: "cell", x, y, width: cell - 2, height: cell - 2, ...shade }),
        label(x + cell / 2 - 1, y + cell / 2 + 4, String(count), {
          "text-anchor": "middle",
          fill: share > 0.55 ? "#fff" : "#333",
        }),
      );
    });
  });
  classes.forEach((name, index) => {
    const x = left + index * cell + cell / 2;
    marks.push(label(x, top - 8, shortened(name, Math.floor(cell / 7)), { "text-anchor": "middle" }));
  });
  marks.push(label(left + (classes.length * cell) / 2, bottom + 18, "predicted", { "text-anchor": "middle" }));
  return figure(Math.max(300, left + classes.length * cell + 20), bottom + 30, title, marks);
}

import { largest } from "../base/index.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { type Tree, treeOf } from "./tree-of.ts";

/** How many groups of a group are drawn, and how deep. */
const shown = 4;
const deep = 3;

/**
 * A hierarchy as lines of text: a line per level with its groups and the smallest of them, then the first few groups
 * from the root down. With counts (records per value) sizes are records, otherwise values.
 */
export function hierarchyOutline(hierarchy: Hierarchy, counts?: ReadonlyMap<string, number>): string[] {
  const { levels, parents } = hierarchy;
  const unit = counts === undefined ? "value" : "record";
  let sizes = levels[0].map((label) => (counts === undefined ? 1 : (counts.get(label) ?? 0)));
  const table = [["level 0", amount(levels[0].length, "value"), ""]];
  parents.forEach((up, level) => {
    const labels = levels[level + 1];
    const next = new Array<number>(labels.length).fill(0);
    for (let i = 0; i < up.length; i++) next[up[i]] += sizes[i];
    const least = next.reduce((best, size, i) => (size < next[best] ? i : best), 0);
    table.push([
      `level ${level + 1}`,
      amount(labels.length, "group"),
      `smallest ${labels[least]} (${amount(next[least], unit)})`,
    ]);
    sizes = next;
  });
  const widths = [0, 1].map((cell) => largest(table.map((row) => row[cell].length)));
  const lines = table.map((row) =>
    row
      .map((text, cell) => text.padEnd(widths[cell] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", ...draw(treeOf(hierarchy), counts, unit)];
}

function draw(tree: Tree, counts: ReadonlyMap<string, number> | undefined, unit: string): string[] {
  const before = new Float64Array(tree.leaves.length + 1);
  tree.leaves.forEach((leaf, i) => {
    before[i + 1] = before[i] + (counts === undefined ? 1 : (counts.get(leaf) ?? 0));
  });
  const lines: string[] = [];
  const visit = (node: number, lead: string, branch: string, depth: number): void => {
    const size = before[tree.high[node] + 1] - before[tree.low[node]];
    const children = tree.children[node];
    const bare = children.length === 0 && counts === undefined;
    lines.push(`${lead}${branch}${tree.labels[node]}${bare ? "" : `  ${amount(size, unit)}`}`);
    if (children.length === 0 || depth === deep) return;
    const inner = lead + (branch === "" ? "" : branch === "└─ " ? "   " : "│  ");
    const drawn = children.length <= shown + 1 ? children : children.subarray(0, shown);
    const rest = children.length - drawn.length;
    drawn.forEach((child, i) => {
      visit(child, inner, i === drawn.length - 1 && rest === 0 ? "└─ " : "├─ ", depth + 1);
    });
    if (rest > 0) lines.push(`${inner}└─ … ${rest} more`);
  };
  visit(0, "", "", 0);
  return lines;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

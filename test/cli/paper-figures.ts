import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** How far a story was trained, and how many rows it was judged by. */
export type PaperRun = { readonly epochs: number; readonly overlay: number; readonly heldOut: number };

/** Counts the figures of the paper's page that stands in a folder. */
export function expectPaperFigures(folder: string, { epochs, overlay, heldOut }: PaperRun): void {
  const page = readFileSync(join(folder, "paper.html"), "utf8");
  const figures = [...page.matchAll(/<svg[\s\S]*?<title>([^<]*)<\/title>[\s\S]*?<\/svg>/g)];
  const titles = figures.map((match) => match[1]);
  const count = (pattern: RegExp): number => titles.filter((title) => pattern.test(title)).length;
  expect(count(/^Distinct combinations lost/)).toBe(1);
  expect(count(/^Cohorts over age and education/)).toBe(1);
  expect(count(new RegExp(`^Losses of ${epochs} epochs, (original|t-close) rows$`))).toBe(2);
  expect(count(new RegExp(`^5 runs of ${overlay} epochs, (original|t-close) rows$`))).toBe(2);
  expect(count(/^(original|t-close release|made from the original|made from the t-close release)$/)).toBe(4);
  expect(count(/^the GAN.s own, (original|t-close release)$/)).toBe(2);
  const drawn = (title: RegExp): string => figures.find((match) => title.test(match[1]))![0];
  expect(drawn(/^5 runs/).match(/class="line"/g)!.length).toBe(10);
  for (const matrix of [/^made from the original/, /^made from the t-close/, /^the GAN.s own, original/]) {
    const cells = [...drawn(matrix).matchAll(/>(\d+)<\/text>/g)].map((match) => Number(match[1]));
    expect(cells.reduce((sum, cell) => sum + cell, 0)).toBe(heldOut);
  }
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
}

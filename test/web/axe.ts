import axe from "axe-core";
import type { Page } from "playwright-core";

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

/** What axe-core finds wrong with what is shown, a line each. */
export async function faultsOf(page: Page): Promise<string[]> {
  // evaluated by the tool that drives the browser, which the page's policy does not bind
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const violations = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll("\n", " ").slice(0, 200)}`,
    ),
  );
}

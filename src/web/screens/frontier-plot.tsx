import type { ComponentChildren } from "preact";
import { formatShare } from "../../base/index.ts";
import { isSizeGoal } from "../../privacy/index.ts";
import { drawFrontier } from "../../report/index.ts";
import type { FrontierPoint } from "../../utility/index.ts";
import { useStudio } from "../context.ts";
import { methodOf } from "../edits.ts";
import { Figure, type FigureTable } from "../parts/figure.tsx";

type ScatterProps = {
  readonly points: readonly FrontierPoint[];
  readonly sentence: ComponentChildren;
  readonly table: FigureTable;
  readonly onAdopt: (point: FrontierPoint) => void;
};

/** Loss over risk; a point can be adopted. */
export function Scatter({ points, sentence, table, onAdopt }: ScatterProps) {
  const studio = useStudio();
  const titleOf = useTitles();
  const spec = studio.spec.value!;
  const chosenK = spec.privacy.find(isSizeGoal);
  const { usualAlgorithm = "", algorithms = [] } = studio.catalogue.value ?? {};
  const chosenMethod = JSON.stringify(spec.algorithm ?? methodOf(usualAlgorithm, algorithms));
  // a method with settings of its own makes another release than the sweep did
  const isChosen = ({ k, method }: FrontierPoint): boolean =>
    k === chosenK?.k && JSON.stringify(methodOf(method, algorithms)) === chosenMethod;
  const isMarked = points.some(isChosen);
  const isCurrent = !isMarked && !studio.stale.value && studio.shown.value?.trialRows === undefined;
  const report = isCurrent ? studio.shown.value?.report : undefined;
  const current = report === undefined ? undefined : { risk: report.risk.highest, loss: report.quality.ncp };
  const marked = { nameOf: ({ method }: FrontierPoint) => titleOf(method), isChosen, current };
  return (
    <div class="stack">
      <Figure
        name="frontier"
        sentence={sentence}
        table={table}
        most={1000}
        draw={(width) => drawFrontier(points, { width, plain: true }, marked)}
        live={{
          label: "risk across, loss up; Enter adopts a point",
          propsOf: (place) => {
            const point = points[place];
            const { k, method, ncp, highestRisk } = point;
            return {
              role: "button",
              tabindex: 0,
              "aria-label": `adopt k ${k} by ${titleOf(method)}: loss ${formatShare(ncp)}, highest risk ${formatShare(highestRisk)}`,
              onClick: () => onAdopt(point),
              onKeyDown: (event: KeyboardEvent) => {
                if (event.key === "Enter" && !event.ctrlKey) onAdopt(point);
              },
            };
          },
        }}
      />
      {isMarked || current !== undefined ? (
        <p class="quiet small">
          {isMarked ? "Filled yellow: the settings as they are." : "Ringed yellow: the release that is shown."}
        </p>
      ) : null}
    </div>
  );
}

/** What methods are called, by their names. */
export function useTitles(): (method: string) => string {
  const { catalogue } = useStudio();
  return (method) => catalogue.value?.algorithms.find(({ name }) => name === method)?.title ?? method;
}

import { formatShare, largest, smallest } from "../../base/index.ts";
import type { FrontierPoint } from "../../utility/index.ts";
import { useStudio } from "../context.ts";
import { methodOf } from "../edits.ts";
import { Plot, shapeOf, ticksTo } from "../parts/charts.tsx";

const size = { height: 400, left: 60, right: 20, top: 14, bottom: 46 };

/** Round risks, of which those in sight are marked. */
const roundRisks = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

/** Loss over risk; risk by its logarithm, since it is one over k. */
export function Scatter({
  points,
  series,
  onAdopt,
}: {
  readonly points: readonly FrontierPoint[];
  readonly series: readonly string[];
  readonly onAdopt: (point: FrontierPoint) => void;
}) {
  const studio = useStudio();
  const titleOf = useTitles();
  const spec = studio.spec.value!;
  const chosenK = spec.privacy.find(({ model }) => model === "k-anonymity") as { k?: number } | undefined;
  const usual = studio.catalogue.value?.usualAlgorithm ?? "";
  const chosenMethod = JSON.stringify(spec.algorithm ?? methodOf(usual));
  // a method with settings of its own makes another release than the sweep did
  const isChosen = ({ k, method }: FrontierPoint): boolean =>
    k === chosenK?.k && JSON.stringify(methodOf(method)) === chosenMethod;
  const report =
    studio.stale.value || studio.shown.value?.trialRows !== undefined ? undefined : studio.shown.value?.report;
  const current = report === undefined ? undefined : { risk: report.risk.highest, loss: report.quality.ncp };
  const isMarked = points.some(isChosen);
  const risks = [...points.map(({ highestRisk }) => highestRisk), ...(current === undefined ? [] : [current.risk])];
  const losses = ticksTo(largest([...points.map(({ ncp }) => ncp), current?.loss ?? 0, 0.01]));
  const [least, most] = [smallest(risks) * 0.85, Math.min(1, largest(risks) * 1.18)];
  const bottom = size.height - size.bottom;
  const y = (loss: number): number => bottom - ((bottom - size.top) * loss) / losses.at(-1)!;
  return (
    <div class="stack">
      <Plot
        height={size.height}
        most={1000}
        label="risk across, loss up; Enter adopts a point"
        draw={(width) => {
          const end = width - size.right;
          const x = (risk: number): number =>
            size.left + ((end - size.left) * Math.log(risk / least)) / Math.log(most / least || 2);
          return (
            <>
              {roundRisks
                .filter((risk) => risk >= least && risk <= most)
                .map((risk) => (
                  <g key={risk}>
                    <line class="grid-line" x1={x(risk)} x2={x(risk)} y1={size.top} y2={bottom} />
                    <text x={x(risk)} y={bottom + 17} text-anchor="middle" class="quiet">
                      {formatShare(risk)}
                    </text>
                  </g>
                ))}
              {losses.map((loss) => (
                <g key={loss}>
                  <line class="grid-line" x1={size.left} x2={end} y1={y(loss)} y2={y(loss)} />
                  <text x={size.left - 8} y={y(loss) + 4} text-anchor="end" class="quiet">
                    {formatShare(loss, 1)}
                  </text>
                </g>
              ))}
              <line class="axis" x1={size.left} x2={end} y1={bottom} y2={bottom} />
              <line class="axis" x1={size.left} x2={size.left} y1={size.top} y2={bottom} />
              <text x={(size.left + end) / 2} y={size.height - 8} text-anchor="middle">
                highest risk
              </text>
              <text x={14} y={bottom / 2} text-anchor="middle" transform={`rotate(-90 14 ${bottom / 2})`}>
                loss (NCP)
              </text>
              <path class="front" d={stairs(points, x, y)} />
              {points.map((point) => {
                const words = `k ${point.k} by ${titleOf(point.method)}: loss ${formatShare(point.ncp)}, highest risk ${formatShare(point.highestRisk)}`;
                return (
                  <path
                    key={`${point.method} ${point.k}`}
                    class={`dot${point.front.includes("risk") ? " best" : ""}${isChosen(point) ? " chosen" : ""}`}
                    d={shapeOf(series.indexOf(point.method), x(point.highestRisk), y(point.ncp))}
                    role="button"
                    tabindex={0}
                    aria-label={`adopt ${words}`}
                    onClick={() => onAdopt(point)}
                    onKeyDown={(event) => {
                      if (event.key === "Enter" && !event.ctrlKey) onAdopt(point);
                    }}
                  >
                    <title>{words}</title>
                  </path>
                );
              })}
              {current === undefined || isMarked ? null : <Ring x={x(current.risk)} y={y(current.loss)} />}
            </>
          );
        }}
      />
      <ul class="legend">
        {series.map((name, place) => (
          <li key={name}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" class="plot">
              <path class="dot" d={shapeOf(place, 8, 8)} />
            </svg>
            {titleOf(name)}
          </li>
        ))}
        {isMarked || current !== undefined ? (
          <li>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" class="plot">
              {isMarked ? <circle class="dot chosen" cx={8} cy={8} r={5} /> : <Ring x={8} y={8} radius={5} />}
            </svg>
            {isMarked ? "the settings as they are" : "the release that is shown"}
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** A yellow ring around a place: what is selected. */
function Ring({ x, y, radius = 9 }: { readonly x: number; readonly y: number; readonly radius?: number }) {
  return (
    <g class="ring">
      <circle cx={x} cy={y} r={radius} />
      <circle cx={x} cy={y} r={radius} />
    </g>
  );
}

/** The edge of what can be had: from each release that no other beats, across to the next and down. */
function stairs(points: readonly FrontierPoint[], x: (risk: number) => number, y: (loss: number) => number): string {
  const best = points
    .filter(({ front }) => front.includes("risk"))
    .sort((a, b) => a.highestRisk - b.highestRisk || b.ncp - a.ncp);
  return best
    .map(({ highestRisk, ncp }, i) => `${i === 0 ? `M${x(highestRisk)} ` : `H${x(highestRisk)}V`}${y(ncp)}`)
    .join("");
}

/** What methods are called, by their names. */
export function useTitles(): (method: string) => string {
  const { catalogue } = useStudio();
  return (method) => catalogue.value?.algorithms.find(({ name }) => name === method)?.title ?? method;
}

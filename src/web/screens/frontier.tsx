import { useState } from "preact/hooks";
import type { AlgorithmSpec } from "../../algorithms/index.ts";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import type { FrontierPoint } from "../../run/index.ts";
import { useStudio } from "../context.ts";
import { setAlgorithm, setGoal } from "../edits.ts";
import { Plot, shapeOf, ticksTo } from "../parts/charts.tsx";
import { Toggle } from "../parts/entries.tsx";
import { Figure } from "../parts/figure.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { Empty } from "../parts/states.tsx";
import { Heads } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";

/** Methods that a sweep starts with; those that look at every table are for small ones. */
const usual = new Set(["mondrian", "best-cut", "cluster"]);
const small = new Set(["exact", "mingen", "genetic"]);

/** Risk against loss, for many k and methods at once. */
export function FrontierScreen() {
  const studio = useStudio();
  const { table, spec, catalogue } = studio;
  const [ks, setKs] = useState("2, 3, 5, 8, 11, 15, 20, 30, 50");
  const [methods, setMethods] = useState<ReadonlySet<string>>(usual);
  const about = `frontier ${table.value?.id ?? ""}`;
  const [points, keepPoints] = useKept<readonly FrontierPoint[]>(about);
  if (table.value === undefined || spec.value === undefined || catalogue.value === undefined) {
    return (
      <Screen title="Frontier">
        <Empty says="A frontier needs a table." todo="Open a table" go="start" />
      </Screen>
    );
  }
  const sweep = async (): Promise<void> => {
    const wanted = ks
      .split(/[\s,]+/)
      .map(Number)
      .filter((k) => Number.isInteger(k) && k > 0);
    const found: FrontierPoint[] = [];
    keepPoints([]);
    const chosen = [...methods].map((name) => ({ label: name, value: { name } as AlgorithmSpec }));
    const answer = await studio.work(
      "Sweeping",
      "frontier",
      { spec: spec.value!, ks: wanted, methods: chosen },
      {
        onPart: ({ points: more }) => {
          if (more === undefined) return;
          found.push(...more);
          keepPoints([...found]);
        },
      },
    );
    if (answer !== undefined) keepPoints(answer.points);
  };
  return (
    <Screen
      title="Frontier"
      lede="Every point is a release that could be made: the further left, the lower the risk; the further down, the less is lost. Adopting one changes k and the method, as one step that Undo takes back."
    >
      <section class="section">
        <div class="row" style={{ alignItems: "end", gap: "12px 20px" }}>
          <label class="field">
            <span>values of k</span>
            <input size={32} value={ks} onChange={(event) => setKs(event.currentTarget.value)} />
          </label>
          <button type="button" class="button strong" disabled={methods.size === 0} onClick={() => void sweep()}>
            Sweep
          </button>
        </div>
        <fieldset class="row">
          <legend class="quiet small">methods</legend>
          {catalogue.value.algorithms
            .filter(({ name }) => !small.has(name) || table.value!.rows <= 100)
            .map(({ name, title }) => (
              <Toggle key={name} name={name} label={title} set={methods} onChange={setMethods} />
            ))}
        </fieldset>
      </section>
      {points === undefined || points.length === 0 ? (
        <p class="quiet" data-state="empty">
          No sweep yet: choose values of k and methods, and press Sweep.
        </p>
      ) : (
        <Points points={points} />
      )}
    </Screen>
  );
}

function Points({ points }: { readonly points: readonly FrontierPoint[] }) {
  const studio = useStudio();
  const titleOf = useTitles();
  const drawn = points.filter(({ infeasible }) => infeasible === undefined);
  const series = [...new Set(points.map(({ method }) => method))];
  const adopt = (point: FrontierPoint): void => {
    studio.edit((spec) => {
      const place = spec.privacy.findIndex(({ model }) => model === "k-anonymity");
      const goal = { model: "k-anonymity", k: point.k } as const;
      const asked = setGoal(place < 0 ? spec.privacy.length : place, goal)(spec);
      const current = spec.algorithm?.name ?? studio.catalogue.value?.usualAlgorithm;
      return current === point.method ? asked : setAlgorithm({ name: point.method } as AlgorithmSpec)(asked);
    });
    studio.notice.value = {
      kind: "done",
      text: `k ${point.k} by ${titleOf(point.method)} is in place; run to make its release.`,
    };
  };
  const best = drawn.filter(({ front }) => front.includes("risk"));
  return (
    <>
      <Figure
        sentence={
          <>
            {formatCount(drawn.length, "release")}; no other beats the {formatNumber(best.length)} that are filled and
            joined by a line.
            <Why topic="ncp" standing="count" />
          </>
        }
        table={{
          columns: ["method", "k", "loss (NCP)", "highest risk", "average risk", "cohorts", "on the front"],
          rows: points.map(({ method, k, ncp, highestRisk, averageRisk, cohorts, front, infeasible }) =>
            infeasible === undefined
              ? [
                  titleOf(method),
                  k,
                  formatShare(ncp),
                  formatShare(highestRisk),
                  formatShare(averageRisk),
                  formatNumber(cohorts),
                  front.includes("risk") ? "yes" : "",
                ]
              : [titleOf(method), k, "–", "–", "–", "–", infeasible],
          ),
        }}
      >
        <Scatter points={drawn} series={series} onAdopt={adopt} />
      </Figure>
      <section class="section">
        <h2>Releases that no other beats</h2>
        <table>
          <Heads
            of={[
              "method",
              { figure: "k" },
              { figure: "loss" },
              { figure: "highest risk" },
              { figure: "average risk" },
              { hidden: "adopt" },
            ]}
          />
          <tbody>
            {(best.length === 0 ? drawn : best).map((point) => (
              <tr key={`${point.method} ${point.k}`} data-point={`${point.method} ${point.k}`}>
                <td>{titleOf(point.method)}</td>
                <td class="number">{point.k}</td>
                <td class="number">{formatShare(point.ncp)}</td>
                <td class="number">{formatShare(point.highestRisk)}</td>
                <td class="number">{formatShare(point.averageRisk)}</td>
                <td>
                  <button type="button" class="button" onClick={() => adopt(point)}>
                    Adopt
                    <span class="visually-hidden">
                      {" "}
                      k {point.k} by {titleOf(point.method)}
                    </span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const size = { height: 400, left: 60, right: 20, top: 14, bottom: 46 };

/** Round risks, of which those in sight are marked. */
const roundRisks = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

/** Loss over risk; risk by its logarithm, since it is one over k. */
function Scatter({
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
  const chosenMethod = spec.algorithm?.name ?? studio.catalogue.value?.usualAlgorithm;
  const isChosen = ({ k, method }: FrontierPoint): boolean => k === chosenK?.k && method === chosenMethod;
  const report =
    studio.stale.value || studio.shown.value?.sample !== undefined ? undefined : studio.shown.value?.report;
  const current = report === undefined ? undefined : { risk: report.risk.highest, loss: report.quality.ncp };
  const isMarked = points.some(isChosen);
  const risks = [...points.map(({ highestRisk }) => highestRisk), ...(current === undefined ? [] : [current.risk])];
  const losses = ticksTo(Math.max(...points.map(({ ncp }) => ncp), current?.loss ?? 0, 0.01));
  const [least, most] = [Math.min(...risks) * 0.85, Math.min(1, Math.max(...risks) * 1.18)];
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
              {isMarked ? <circle class="dot chosen" cx={8} cy={8} r={5} /> : <Ring x={8} y={8} />}
            </svg>
            {isMarked ? "the settings as they are" : "the release that is shown"}
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** A yellow ring around a place: what is selected. */
function Ring({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g class="ring">
      <circle cx={x} cy={y} r={9} />
      <circle cx={x} cy={y} r={9} />
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
function useTitles(): (method: string) => string {
  const { catalogue } = useStudio();
  return (method) => catalogue.value?.algorithms.find(({ name }) => name === method)?.title ?? method;
}

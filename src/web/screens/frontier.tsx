import { useState } from "preact/hooks";
import type { AlgorithmSpec } from "../../algorithms/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import type { FrontierPoint } from "../../run/index.ts";
import { useStudio } from "../context.ts";
import { setAlgorithm, setGoal } from "../edits.ts";
import { shapeOf, ticksTo } from "../parts/charts.tsx";
import { Figure } from "../parts/figure.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { Empty } from "../parts/states.tsx";
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
              <label key={name} class="check">
                <input
                  type="checkbox"
                  checked={methods.has(name)}
                  onChange={(event) => {
                    const next = new Set(methods);
                    if (event.currentTarget.checked) next.add(name);
                    else next.delete(name);
                    setMethods(next);
                  }}
                />
                {title}
              </label>
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
      text: `k ${point.k} by ${point.method} is in place; run to make its release.`,
    };
  };
  const best = drawn.filter(({ front }) => front.includes("risk"));
  return (
    <>
      <Figure
        sentence={
          <>
            {formatNumber(drawn.length)} releases; {formatNumber(best.length)} are beaten by no other (filled).
            <Why topic="ncp" standing="count" />
          </>
        }
        table={{
          columns: ["method", "k", "loss (NCP)", "highest risk", "average risk", "cohorts", "on the front"],
          rows: points.map(({ method, k, ncp, highestRisk, averageRisk, cohorts, front, infeasible }) =>
            infeasible === undefined
              ? [
                  method,
                  k,
                  formatShare(ncp),
                  formatShare(highestRisk),
                  formatShare(averageRisk),
                  formatNumber(cohorts),
                  front.includes("risk") ? "yes" : "",
                ]
              : [method, k, "–", "–", "–", "–", infeasible],
          ),
        }}
      >
        <Scatter points={drawn} series={series} onAdopt={adopt} />
      </Figure>
      <section class="section">
        <h2>Releases that no other beats</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">method</th>
              <th scope="col" class="number">
                k
              </th>
              <th scope="col" class="number">
                loss
              </th>
              <th scope="col" class="number">
                highest risk
              </th>
              <th scope="col" class="number">
                average risk
              </th>
              <th scope="col">
                <span class="visually-hidden">adopt</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(best.length === 0 ? drawn : best).map((point) => (
              <tr key={`${point.method} ${point.k}`} data-point={`${point.method} ${point.k}`}>
                <td>{point.method}</td>
                <td class="number">{point.k}</td>
                <td class="number">{formatShare(point.ncp)}</td>
                <td class="number">{formatShare(point.highestRisk)}</td>
                <td class="number">{formatShare(point.averageRisk)}</td>
                <td>
                  <button type="button" class="button" onClick={() => adopt(point)}>
                    Adopt
                    <span class="visually-hidden">
                      {" "}
                      k {point.k} by {point.method}
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

const size = { width: 720, height: 400, left: 60, right: 20, top: 14, bottom: 46 };

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
  const spec = studio.spec.value!;
  const chosenK = spec.privacy.find(({ model }) => model === "k-anonymity") as { k?: number } | undefined;
  const chosenMethod = spec.algorithm?.name ?? studio.catalogue.value?.usualAlgorithm;
  const most = ticksTo(Math.max(...points.map(({ ncp }) => ncp), 0.01));
  const right = ticksTo(Math.max(...points.map(({ highestRisk }) => highestRisk), 0.01));
  const x = (risk: number): number => size.left + ((size.width - size.left - size.right) * risk) / right.at(-1)!;
  const y = (loss: number): number =>
    size.height - size.bottom - ((size.height - size.top - size.bottom) * loss) / most.at(-1)!;
  return (
    <div class="stack">
      <svg
        class="plot"
        viewBox={`0 0 ${size.width} ${size.height}`}
        style={{ maxWidth: `${size.width + 120}px` }}
        role="group"
        aria-label="risk across, loss up; Enter adopts a point"
      >
        {right.map((tick) => (
          <g key={tick}>
            <line class="grid-line" x1={x(tick)} x2={x(tick)} y1={size.top} y2={size.height - size.bottom} />
            <text x={x(tick)} y={size.height - size.bottom + 17} text-anchor="middle" class="quiet">
              {formatShare(tick, 1)}
            </text>
          </g>
        ))}
        {most.map((tick) => (
          <g key={tick}>
            <line class="grid-line" x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 8} y={y(tick) + 4} text-anchor="end" class="quiet">
              {formatShare(tick, 1)}
            </text>
          </g>
        ))}
        <line
          class="axis"
          x1={size.left}
          x2={size.width - size.right}
          y1={size.height - size.bottom}
          y2={size.height - size.bottom}
        />
        <line class="axis" x1={size.left} x2={size.left} y1={size.top} y2={size.height - size.bottom} />
        <text x={(size.left + size.width) / 2} y={size.height - 8} text-anchor="middle">
          highest risk
        </text>
        <text x={14} y={size.height / 2} text-anchor="middle" transform={`rotate(-90 14 ${size.height / 2})`}>
          loss (NCP)
        </text>
        {points.map((point) => {
          const isChosen = point.k === chosenK?.k && point.method === chosenMethod;
          const isBest = point.front.includes("risk");
          return (
            <path
              key={`${point.method} ${point.k}`}
              class={`dot${isBest ? " best" : ""}${isChosen ? " chosen" : ""}`}
              d={shapeOf(series.indexOf(point.method), x(point.highestRisk), y(point.ncp))}
              role="button"
              tabindex={0}
              aria-label={`adopt k ${point.k} by ${point.method}: loss ${formatShare(point.ncp)}, highest risk ${formatShare(point.highestRisk)}`}
              onClick={() => onAdopt(point)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.ctrlKey) return;
                onAdopt(point);
              }}
            >
              <title>
                {point.method}, k {point.k}: loss {formatShare(point.ncp)}
              </title>
            </path>
          );
        })}
      </svg>
      <ul class="legend">
        {series.map((name, place) => (
          <li key={name}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" class="plot" style={{ width: "16px" }}>
              <path class="dot" d={shapeOf(place, 8, 8)} />
            </svg>
            {name}
          </li>
        ))}
        <li>
          <span class="swatch chosen" /> the settings as they are
        </li>
      </ul>
    </div>
  );
}

import { useState } from "preact/hooks";
import { append, formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { isSizeGoal, sizeModel } from "../../privacy/index.ts";
import type { Spec } from "../../spec/index.ts";
import type { FrontierPoint } from "../../utility/index.ts";
import { useStudio } from "../context.ts";
import { methodOf, setAlgorithm, setGoal } from "../edits.ts";
import { Button, Toggle, WorkButton } from "../parts/entries.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { type OpenStudio, TableScreen } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import { Scatter, useTitles } from "./frontier-plot.tsx";

/** Risk against loss, for many k and methods at once. */
export function FrontierScreen() {
  return <TableScreen title="Frontier" says="A frontier needs a table." Body={Sweep} />;
}

function Sweep({ table, spec, catalogue }: OpenStudio) {
  const studio = useStudio();
  const [ks, setKs] = useState("2, 3, 5, 8, 11, 15, 20, 30, 50");
  const [methods, setMethods] = useState<ReadonlySet<string>>(
    new Set(catalogue.algorithms.flatMap(({ name, usual }) => (usual ? [name] : []))),
  );
  const [points, keepPoints] = useKept<readonly FrontierPoint[]>(sweptOf(table.id, spec));
  const wanted = ks
    .split(/[\s,]+/)
    .map(Number)
    .filter((k) => Number.isInteger(k) && k > 0);
  const sweep = async (): Promise<void> => {
    const found: FrontierPoint[] = [];
    keepPoints([]);
    const chosen = [...methods].map((name) => ({ label: name, value: methodOf(name, catalogue.algorithms) }));
    const answer = await studio.work(
      "Sweeping",
      "frontier",
      { spec, ks: wanted, methods: chosen },
      {
        onPart: ({ points: more }) => {
          if (more === undefined) return;
          append(found, more);
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
        <div class="form">
          <label class="field">
            <span>values of k</span>
            <input size={32} value={ks} onChange={(event) => setKs(event.currentTarget.value)} />
          </label>
          <WorkButton strong disabled={methods.size === 0 || wanted.length === 0} onWork={sweep}>
            Sweep
          </WorkButton>
          {wanted.length === 0 ? <span>Name at least one whole number from 1 on.</span> : null}
        </div>
        <fieldset class="row">
          <legend class="quiet small">methods</legend>
          {catalogue.algorithms
            .filter(({ small }) => small !== true || table.rows <= 100)
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

/** What a sweep is of: everything but what it varies, k and the method. */
function sweptOf(table: string, { algorithm: _, $schema: _schema, privacy, ...rest }: Spec): string {
  return `frontier ${table} ${JSON.stringify([rest, privacy.filter((goal) => !isSizeGoal(goal))])}`;
}

function Points({ points }: { readonly points: readonly FrontierPoint[] }) {
  const studio = useStudio();
  const titleOf = useTitles();
  const drawn = points.filter(({ infeasible }) => infeasible === undefined);
  const adopt = (point: FrontierPoint): void => {
    studio.edit((spec) => {
      const place = spec.privacy.findIndex(isSizeGoal);
      const goal = { model: sizeModel, k: point.k } as const;
      const asked = setGoal(place < 0 ? spec.privacy.length : place, goal)(spec);
      const isUsual = spec.algorithm === undefined && studio.catalogue.value?.usualAlgorithm === point.method;
      return isUsual ? asked : setAlgorithm(methodOf(point.method, studio.catalogue.value!.algorithms))(asked);
    });
    studio.notice.value = {
      kind: "done",
      text: `k ${point.k} by ${titleOf(point.method)} is in place; run to make its release.`,
    };
  };
  const best = drawn.filter(({ front }) => front.includes("risk"));
  const listed = best.length === 0 ? drawn : best;
  return (
    <>
      <Scatter
        points={drawn}
        onAdopt={adopt}
        sentence={
          <>
            {formatCount(drawn.length, "release")}; no other beats the {formatNumber(best.length)} that are filled and
            joined by a line.
            {drawn.length === points.length
              ? ""
              : ` ${formatNumber(points.length - drawn.length)} cannot be made; the table says why.`}
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
      />
      <section class="section">
        <h2>Releases that no other beats</h2>
        <Table
          heads={[
            "method",
            ...["k", "loss", "highest risk", "average risk"].map((figure) => ({ figure })),
            { hidden: "adopt" },
          ]}
          rowProps={(row) => ({ "data-point": `${listed[row].method} ${listed[row].k}` })}
          rows={listed.map((point) => [
            titleOf(point.method),
            point.k,
            ...[point.ncp, point.highestRisk, point.averageRisk].map((share) => formatShare(share)),
            <Button key="adopt" onClick={() => adopt(point)}>
              Adopt
              <span class="visually-hidden">
                {" "}
                k {point.k} by {titleOf(point.method)}
              </span>
            </Button>,
          ])}
        />
      </section>
    </>
  );
}

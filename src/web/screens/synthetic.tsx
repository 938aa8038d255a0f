import { useState } from "preact/hooks";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { useStudio } from "../context.ts";
import { Lines } from "../parts/charts.tsx";
import { Menu, NumberEntry } from "../parts/entries.tsx";
import { Figure } from "../parts/figure.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { Empty } from "../parts/states.tsx";
import { Heads, RowTable, ScoreTable } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import type { LossPoint, SyntheticResult } from "../protocol.ts";

/** Points of a loss curve that are drawn. */
const mostPoints = 400;

/** Rows that nobody is behind, made by a model that learned from the table. */
export function SyntheticScreen() {
  const studio = useStudio();
  const { table, spec, catalogue } = studio;
  const [losses, keepLosses] = useKept<readonly LossPoint[]>("synthetic losses");
  const [found, keep] = useKept<SyntheticResult>("synthetic");
  const [isPaused, setIsPaused] = useState(false);
  const [isTraining, setIsTraining] = useState(false);
  const labels =
    table.value?.columns.filter(
      ({ kind, distinct, name }) =>
        kind === "category" && distinct >= 2 && distinct <= 50 && spec.value?.attributes[name]?.role !== "identifying",
    ) ?? [];
  const [model, setModel] = useState("ctgan");
  const [label, setLabel] = useState<string>();
  const [epochs, setEpochs] = useState(30);
  const [fromRelease, setFromRelease] = useState(false);
  if (table.value === undefined || spec.value === undefined) {
    return (
      <Screen title="Synthetic">
        <Empty says="A model needs a table to learn from." todo="Open a table" go="start" />
      </Screen>
    );
  }
  const chosen =
    label ??
    labels.find(({ name }) => spec.value!.attributes[name]?.role === "sensitive")?.name ??
    labels[0]?.name ??
    "";
  const train = async (): Promise<void> => {
    const points: LossPoint[] = [];
    keepLosses([]);
    keep(undefined);
    setIsTraining(true);
    setIsPaused(false);
    let drawn = 0;
    const key = fromRelease ? studio.shown.value?.key : undefined;
    const answer = await studio.work(
      "Training",
      "synthesize",
      { spec: spec.value!, label: chosen, model, epochs, ...(key === undefined ? {} : { key }) },
      {
        onPart: ({ loss }) => {
          if (loss === undefined) return;
          points.push(loss);
          if (performance.now() - drawn < 150) return;
          drawn = performance.now();
          keepLosses(thinned(points));
        },
      },
    );
    setIsTraining(false);
    keepLosses(thinned(points));
    if (answer !== undefined) keep(answer);
  };
  return (
    <Screen
      title="Synthetic"
      lede="A model learns what rows look like and makes new ones. That alone is no promise: what they give away is measured below, against people whose rows were not trained on."
    >
      <section class="section">
        <div class="row" style={{ alignItems: "end", gap: "12px 20px" }}>
          <Menu
            label="model"
            menu="synthesizers"
            value={model}
            options={(catalogue.value?.synthesizers ?? []).map(({ name, sentence }) => [name, `${name}: ${sentence}`])}
            onChange={setModel}
          />
          <Menu
            label="column that classifiers predict"
            value={chosen}
            options={labels.map(({ name }) => [name, name])}
            onChange={setLabel}
          />
          <NumberEntry label="epochs" value={epochs} min={1} whole onChange={(value) => setEpochs(value ?? 30)} />
          <label class="check">
            <input
              type="checkbox"
              checked={fromRelease}
              disabled={studio.shown.value === undefined}
              onChange={(event) => setFromRelease(event.currentTarget.checked)}
            />
            learn from the release
          </label>
        </div>
        <div class="row">
          <button
            type="button"
            class="button strong"
            disabled={isTraining || chosen === ""}
            onClick={() => void train()}
          >
            Train
          </button>
          {isTraining ? (
            <>
              <button
                type="button"
                class="button"
                onClick={() => {
                  studio.asked.value?.stop(isPaused ? "go-on" : "pause");
                  setIsPaused(!isPaused);
                }}
              >
                {isPaused ? "Go on" : "Pause"}
              </button>
              <button type="button" class="button" onClick={() => studio.asked.value?.stop("settle")}>
                Stop and keep
              </button>
            </>
          ) : null}
        </div>
      </section>
      {losses === undefined || losses.length === 0 ? (
        found === undefined ? (
          <p class="quiet" data-state="empty">
            Nothing was trained yet: choose a model, and press Train.
          </p>
        ) : null
      ) : (
        <Figure
          sentence={`Losses of the two nets after ${formatCount(losses.at(-1)!.step, "step")}: they hold each other when neither runs away.`}
          table={{
            columns: ["step", "discriminator", "generator"],
            rows: losses.map(({ step, discriminator, generator }) => [
              step,
              discriminator.toFixed(3),
              generator.toFixed(3),
            ]),
          }}
        >
          <Lines
            across="steps"
            series={[
              {
                name: "discriminator",
                points: losses.map(({ step, discriminator }) => [step, discriminator] as const),
              },
              { name: "generator", points: losses.map(({ step, generator }) => [step, generator] as const) },
            ]}
          />
        </Figure>
      )}
      {found === undefined ? null : <Made found={found} />}
    </Screen>
  );
}

function thinned(points: readonly LossPoint[]): LossPoint[] {
  const step = Math.max(1, Math.ceil(points.length / mostPoints));
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}

function Made({ found }: { readonly found: SyntheticResult }) {
  const studio = useStudio();
  return (
    <div class="stack" style={{ gap: "20px" }} data-synthetic>
      <section class="section">
        <div class="row spread">
          <h2>What the {formatNumber(found.rows)} rows are worth</h2>
          <button type="button" class="button" onClick={() => void studio.save("synthetic")}>
            Save synthetic.csv
          </button>
        </div>
        <ScoreTable heading={`classifier of ${found.label} trained on`} scores={found.utility} />
        <p>
          Single columns are off by {formatShare(found.similarity.marginals, 1)}, pairs of columns by{" "}
          {formatShare(found.similarity.pairs, 1)}. A classifier tells made from real rows with an AUC of{" "}
          {found.similarity.discriminator.toFixed(3)} (0.5 is no better than a coin).
        </p>
      </section>
      <section class="section">
        <h2>
          What they give away
          <Why topic="synthetic-attacks" standing="simulation" />
        </h2>
        <table>
          <Heads of={["attack", { figure: "on people trained on" }, { figure: "on people who were not" }, "verdict"]} />
          <tbody>
            {found.privacy.map(({ name, success, baseline, verdict }) => (
              <tr key={name}>
                <th scope="row">{spelled[name] ?? name}</th>
                <td class="number">{formatShare(success, 1)}</td>
                <td class="number">{formatShare(baseline, 1)}</td>
                <td class={verdict === "leak" ? "bad" : "good"}>{verdict}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="section">
        <h2>Some of the rows</h2>
        <RowTable label="rows that were made" columns={found.columns} rows={found.preview} />
      </section>
    </div>
  );
}

const spelled: Readonly<Record<string, string>> = {
  copies: "exact copies",
  distanceToClosest: "nearer to those trained on (share)",
  membership: "who was in it (AUC)",
  singlingOut: "singling out",
  linkability: "linking two halves",
  inference: "inferring the secret",
};

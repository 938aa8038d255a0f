import { useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../base/index.ts";
import { drawLosses } from "../../report/index.ts";
import { predictable } from "../columns.ts";
import { useStudio } from "../context.ts";
import { formatKnownShare } from "../format.ts";
import { Button, Menu, NumberEntry, WorkButton } from "../parts/entries.tsx";
import { Figure } from "../parts/figure.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { type OpenStudio, TableScreen, Warnings } from "../parts/states.tsx";
import { RowTable, ScoreTable, Table } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import { type LossPoint, releaseOf, type SyntheticResult } from "../protocol.ts";

/** What the bar calls it while a model learns. */
const training = "Training";

/** Points of a loss curve that are drawn. */
const mostPoints = 400;

/** Rows that nobody is behind, made by a model that learned from the table. */
export function SyntheticScreen() {
  return <TableScreen title="Synthetic" says="A model needs a table to learn from." Body={Training} />;
}

function Training({ table, spec, catalogue }: OpenStudio) {
  const studio = useStudio();
  const [losses, keepLosses] = useKept<readonly LossPoint[]>("synthetic losses");
  const [found, keep] = useKept<SyntheticResult>("synthetic");
  const [isPaused = false, setIsPaused] = useKept<boolean>("synthetic paused");
  // told by the job, which goes on while one looks at other screens
  const isTraining = studio.job.value?.title === training;
  const labels = predictable(table, spec);
  const [model, setModel] = useState("ctgan");
  const [label, setLabel] = useState<string>();
  const [epochs, setEpochs] = useState(30);
  const [fromRelease, setFromRelease] = useState(false);
  const chosen =
    label ?? labels.find(({ name }) => spec.attributes[name]?.role === "sensitive")?.name ?? labels[0]?.name ?? "";
  const train = async (): Promise<void> => {
    const points: LossPoint[] = [];
    keepLosses([]);
    keep(undefined);
    setIsPaused(false);
    let drawn = 0;
    const release = fromRelease ? studio.shown.value : undefined;
    const answer = await studio.work(
      training,
      "synthesize",
      {
        spec: release?.spec ?? spec,
        label: chosen,
        model,
        epochs,
        from: release === undefined ? undefined : releaseOf(release),
      },
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
    keepLosses(thinned(points));
    if (answer !== undefined) keep(answer);
  };
  return (
    <Screen
      title="Synthetic"
      lede="A model learns what rows look like and makes new ones. That alone is no promise: what they give away is measured below, against people whose rows were not trained on."
    >
      <section class="section">
        <div class="form">
          <Menu
            label="model"
            menu="synthesizers"
            value={model}
            options={catalogue.synthesizers.map(({ name, sentence }) => [name, `${name}: ${sentence}`])}
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
          <WorkButton strong disabled={chosen === ""} onWork={train}>
            Train
          </WorkButton>
          {chosen === "" ? (
            <span>
              A model needs a column of 2 to 50 categories to be judged by, one of them had by three people at least,
              and this table has none that is not identifying.
            </span>
          ) : null}
          {isTraining ? (
            <>
              <Button
                onClick={() => {
                  studio.asked.value?.stop(isPaused ? "go-on" : "pause");
                  setIsPaused(!isPaused);
                }}
              >
                {isPaused ? "Go on" : "Pause"}
              </Button>
              <Button onClick={() => studio.asked.value?.stop("settle")}>Stop and keep</Button>
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
          name="losses"
          sentence={`Losses of the two nets after ${formatCount(losses.at(-1)!.step, "step")}: they hold each other when neither runs away.`}
          table={{
            columns: ["step", "discriminator", "generator"],
            rows: losses.map(({ step, discriminator, generator }) => [
              step,
              discriminator.toFixed(3),
              generator.toFixed(3),
            ]),
          }}
          most={860}
          draw={(width) => drawLosses("Losses", [losses], { width, plain: true })}
        />
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
          <h2>
            What the {formatNumber(found.rows)} rows of {found.model} are worth
          </h2>
          <WorkButton onWork={() => studio.save("synthetic")}>Save synthetic.csv</WorkButton>
        </div>
        <ScoreTable heading={`classifier of ${found.label} trained on`} scores={found.utility} />
        <p>
          Single columns are off by {formatKnownShare(found.similarity.marginals)}, pairs of columns by{" "}
          {formatKnownShare(found.similarity.pairs)}.
          {Number.isNaN(found.similarity.discriminator)
            ? ""
            : ` A classifier tells made from real rows with an AUC of ${found.similarity.discriminator.toFixed(3)} (0.5 is no better than a coin).`}
        </p>
      </section>
      <section class="section">
        <h2>
          What they give away
          <Why topic="synthetic-attacks" standing="simulation" />
        </h2>
        <Table
          isNamed
          heads={["attack", { figure: "on people trained on" }, { figure: "on people who were not" }, "verdict"]}
          rows={found.privacy.map(({ name, success, baseline, verdict }) => [
            spelled[name] ?? name,
            shownBy(name, success),
            shownBy(name, baseline),
            Number.isNaN(success - baseline) ? (
              <span class="quiet">too few rows to say</span>
            ) : (
              <span class={verdict === "leak" ? "bad" : "good"}>{verdict}</span>
            ),
          ])}
        />
        <Warnings of={found.warnings} />
      </section>
      <section class="section">
        <h2>Some of the rows</h2>
        <RowTable label="rows that were made" columns={found.columns} rows={found.preview} />
      </section>
    </div>
  );
}

/** Shares in percent; areas under a curve as everywhere else. */
function shownBy(name: string, figure: number): string {
  return name === "membership" && !Number.isNaN(figure) ? figure.toFixed(3) : formatKnownShare(figure);
}

const spelled: Readonly<Record<string, string>> = {
  copies: "exact copies",
  distanceToClosest: "nearer to those trained on",
  membership: "who was in it (AUC)",
  singlingOut: "singling out",
  linkability: "linking two halves",
  inference: "inferring the secret",
};

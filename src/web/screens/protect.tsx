import { useState } from "preact/hooks";
import type { AlgorithmSpec } from "../../algorithms/index.ts";
import { formatNumber, formatShare } from "../../base/index.ts";
import type { StatedGoal } from "../../privacy/index.ts";
import type { RowOrder, Spec } from "../../spec/index.ts";
import { columnsOfRole } from "../columns.ts";
import { useStudio } from "../context.ts";
import { dropGoal, setAlgorithm, setGoal, setPlain } from "../edits.ts";
import { formatSeconds } from "../format.ts";
import { Menu, NumberEntry, optionsOf } from "../parts/entries.tsx";
import { Fields, type Settings } from "../parts/fields.tsx";
import { Screen } from "../parts/screen.tsx";
import { Empty } from "../parts/states.tsx";
import { Why } from "../parts/why.tsx";
import type { Field, Method } from "../protocol.ts";
import { Pick } from "./start.tsx";

/** What is asked for, and how it is to be reached. */
export function ProtectScreen() {
  const studio = useStudio();
  const { table, spec, catalogue } = studio;
  if (table.value === undefined || spec.value === undefined || catalogue.value === undefined) {
    return (
      <Screen title="Protect">
        <Empty says="No table is open." todo="Open a table" go="start" />
      </Screen>
    );
  }
  return (
    <Screen
      title="Protect"
      lede="Every cohort of the release must meet all of these; what cannot be met is refused, with the nearest that can."
    >
      <Goals spec={spec.value} models={catalogue.value.privacy} />
      <Algorithm spec={spec.value} methods={catalogue.value.algorithms} />
      <Plain spec={spec.value} measures={catalogue.value.measures} />
      <Running rows={table.value.rows} />
    </Screen>
  );
}

function Goals({ spec, models }: { readonly spec: Spec; readonly models: readonly Method[] }) {
  const studio = useStudio();
  const sensitive = columnsOfRole(spec, "sensitive");
  const [files, setFiles] = useState<readonly string[]>([]);
  return (
    <section class="section">
      <h2>Requirements</h2>
      {spec.privacy.map((goal, place) => {
        const method = models.find(({ name }) => name === goal.model)!;
        const rest = method.fields.filter((field) => isAsked(field.name, goal) && !isMain(field, goal));
        const change = (settings: Settings): void =>
          studio.edit(setGoal(place, { ...settings, model: goal.model } as unknown as StatedGoal));
        return (
          <div key={place} class="stack" style={{ borderBottom: "1px solid var(--line)", paddingBottom: "12px" }}>
            <div class="row" style={{ alignItems: "end" }}>
              <Menu
                label="model"
                menu="privacy"
                value={goal.model}
                options={optionsOf(models)}
                onChange={(model) => studio.edit(setGoal(place, startOf(model)))}
              />
              <Fields
                fields={method.fields.filter((field) => isAsked(field.name, goal) && isMain(field, goal))}
                settings={goal as unknown as Settings}
                columns={sensitive}
                files={files}
                onChange={change}
              />
              {method.fields.some(({ type }) => type === "file") ? (
                <Pick
                  label="Load a population …"
                  accept=".csv,.tsv"
                  onPick={(list) => {
                    const file = list?.[0];
                    if (file === undefined) return;
                    void studio.addFile(file, file.name).then(() => setFiles([...files, file.name]));
                  }}
                />
              ) : null}
              <button
                type="button"
                class="button plain"
                disabled={spec.privacy.length === 1}
                aria-label={`Leave ${goal.model} out`}
                onClick={() => studio.edit(dropGoal(place))}
              >
                ×
              </button>
            </div>
            <p>
              {meaningOf(goal) ?? method.sentence}
              <Why topic={goal.model} standing="bound" />
            </p>
            {rest.length === 0 ? null : (
              <details class="more">
                <summary>More settings of {goal.model}</summary>
                <Fields
                  fields={rest}
                  settings={goal as unknown as Settings}
                  columns={sensitive}
                  files={files}
                  onChange={change}
                />
              </details>
            )}
            {method.sensitive === true && sensitive.length === 0 ? (
              <p class="small">
                <span class="bad">Needs a sensitive column: </span>give one that role under Attributes.
              </p>
            ) : null}
          </div>
        );
      })}
      <div class="row">
        <button type="button" class="button" onClick={() => studio.edit(setGoal(spec.privacy.length, nextGoal(spec)))}>
          Add a requirement
        </button>
      </div>
    </section>
  );
}

/** What is asked most: what must be stated, choices, and what is stated already. */
function isMain({ name, required, type }: Field, goal: StatedGoal): boolean {
  return required || type === "choice" || type === "column" || (goal as unknown as Settings)[name] !== undefined;
}

/** Settings that only matter together with another are shown with it. */
function isAsked(name: string, goal: StatedGoal): boolean {
  const given = goal as unknown as Settings;
  const isAuto = given.k === "auto" || given.l === "auto" || given.t === "auto";
  if (name === "preset" || name === "within") return isAuto;
  if (name === "c") return given.variant === "recursive";
  return true;
}

/** What a requirement means, in plain words. */
function meaningOf(goal: StatedGoal): string | undefined {
  const given = goal as unknown as Record<string, number>;
  if (goal.model === "k-anonymity" && typeof goal.k === "number") {
    return `Nobody is in a crowd smaller than ${goal.k}: whoever knows a person's quasi-identifiers is left with at least ${goal.k} records, a risk of at most ${formatShare(1 / goal.k)}.`;
  }
  if (goal.model === "l-diversity" && typeof goal.l === "number") {
    return `In every crowd the sensitive column has at least ${formatNumber(goal.l)} well-represented values.`;
  }
  if (goal.model === "t-closeness" && typeof goal.t === "number") {
    return `In every crowd the sensitive values are spread as in the whole table, up to a distance of ${given.t}.`;
  }
  return undefined;
}

const starts: Readonly<Record<string, Settings>> = {
  "k-anonymity": { k: 5 },
  "alpha-k-anonymity": { alpha: 0.5, k: 5 },
  "l-diversity": { l: 2 },
  "t-closeness": { t: 0.3 },
  "beta-likeness": { beta: 2 },
  "delta-disclosure": { delta: 2 },
  "k-map": { k: 5 },
  "delta-presence": { min: 0, max: 0.5, population: "" },
  "highest-risk": { "at-most": 0.2 },
  "average-risk": { "at-most": 0.1 },
  "sample-uniqueness": { "at-most": 0 },
  "k-concealment": { k: 5 },
  "population-uniqueness": { "at-most": 0.01, fraction: 0.1 },
};

function startOf(model: string): StatedGoal {
  return { model, ...(starts[model] ?? {}) } as unknown as StatedGoal;
}

/** What is asked next most often: variety after size. */
function nextGoal(spec: Spec): StatedGoal {
  const asked = new Set<string>(spec.privacy.map(({ model }) => model));
  const hasSensitive = columnsOfRole(spec, "sensitive").length > 0;
  const next = [
    "k-anonymity",
    ...(hasSensitive ? ["l-diversity", "t-closeness"] : []),
    "average-risk",
    "sample-uniqueness",
  ];
  return startOf(next.find((model) => !asked.has(model)) ?? "highest-risk");
}

/** A method as it starts; searches that teach keep a trace, so that they can be replayed. */
function methodOf(name: string): AlgorithmSpec {
  return { name, ...(name === "mingen" || name === "genetic" ? { trace: true } : {}) } as AlgorithmSpec;
}

function Algorithm({ spec, methods }: { readonly spec: Spec; readonly methods: readonly Method[] }) {
  const studio = useStudio();
  const algorithm = spec.algorithm ?? ({ name: studio.catalogue.value!.usualAlgorithm } as AlgorithmSpec);
  const method = methods.find(({ name }) => name === algorithm.name)!;
  return (
    <section class="section">
      <h2>Method</h2>
      <div class="row" style={{ alignItems: "end" }}>
        <Menu
          label="algorithm"
          menu="algorithms"
          value={algorithm.name}
          options={optionsOf(methods)}
          onChange={(name) => studio.edit(setAlgorithm(methodOf(name)))}
        />
      </div>
      <p>
        {method.sentence}
        <Why topic={algorithm.name} />
      </p>
      {method.fields.length === 0 ? null : (
        <details open={Object.keys(algorithm).length > 1}>
          <summary>Settings of {method.title}</summary>
          <div style={{ paddingTop: "10px" }}>
            <Fields
              fields={method.fields}
              settings={algorithm as unknown as Settings}
              columns={[]}
              files={[]}
              onChange={(settings) =>
                studio.edit(setAlgorithm({ ...settings, name: algorithm.name } as unknown as AlgorithmSpec))
              }
            />
          </div>
        </details>
      )}
    </section>
  );
}

const orders: readonly (readonly [RowOrder, string])[] = [
  ["canonical", "sorted by their own bytes"],
  ["shuffled", "shuffled by the seed"],
  ["input", "as they came"],
];

function Plain({ spec, measures }: { readonly spec: Spec; readonly measures: readonly Method[] }) {
  const studio = useStudio();
  return (
    <section class="section">
      <h2>Further settings</h2>
      <div class="row" style={{ alignItems: "end", gap: "12px 20px" }}>
        <NumberEntry
          label="records that may be left out, %"
          value={(spec.suppression ?? 0) * 100}
          max={100}
          onChange={(share) => studio.edit(setPlain({ suppression: (share ?? 0) / 100 }))}
        />
        <Menu
          label="loss that is kept low"
          menu="measures"
          value={spec.measure ?? ""}
          options={[["", "as the method has it"], ...optionsOf(measures)]}
          onChange={(measure) => studio.edit(setPlain({ measure: (measure || undefined) as Spec["measure"] }))}
        />
        <NumberEntry label="seed" value={spec.seed ?? 1} whole onChange={(seed) => studio.edit(setPlain({ seed }))} />
        <Menu
          label="order of rows"
          value={spec.order ?? "canonical"}
          options={orders}
          onChange={(order) => studio.edit(setPlain({ order: order as RowOrder }))}
        />
      </div>
    </section>
  );
}

const slow = new Set(["exact", "mingen", "genetic"]);

function Running({ rows }: { readonly rows: number }) {
  const studio = useStudio();
  const [seconds, setSeconds] = useState<number>();
  const name = studio.spec.value?.algorithm?.name ?? studio.catalogue.value?.usualAlgorithm ?? "";
  const isTooBig = slow.has(name) && rows > 500;
  const sample = isTooBig ? 200 : Math.min(10_000, Math.max(500, Math.round(rows / 20)));
  return (
    <section class="section">
      <h2>Run</h2>
      {isTooBig ? (
        <p data-state="too-big">
          <span class="bad">Too big: </span>
          {name} looks at every table there could be; on {formatNumber(rows)} rows it would not end in a lifetime. Run
          it on a sample, or choose a method for large tables.
        </p>
      ) : null}
      <div class="row">
        <button type="button" class="button strong" onClick={() => void studio.run()}>
          Run
        </button>
        <button type="button" class="button" onClick={() => void studio.run(sample)}>
          Run on {formatNumber(sample)} rows
        </button>
        <button
          type="button"
          class="button"
          disabled={isTooBig}
          onClick={() =>
            void studio
              .work("Timing two samples", "estimate", { spec: studio.spec.value! })
              .then((found) => setSeconds(found?.seconds))
          }
        >
          How long will it take?
        </button>
        <button type="button" class="button" onClick={() => studio.go("frontier")}>
          Sweep k and methods
        </button>
        {seconds === undefined ? null : <span>about {formatSeconds(seconds)}</span>}
      </div>
    </section>
  );
}

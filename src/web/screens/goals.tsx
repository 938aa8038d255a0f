import { useState } from "preact/hooks";
import { formatNumber, formatShare } from "../../base/index.ts";
import type { StatedGoal } from "../../privacy/index.ts";
import type { Spec } from "../../spec/index.ts";
import { columnsOfRole } from "../columns.ts";
import { useStudio } from "../context.ts";
import { dropGoal, setGoal } from "../edits.ts";
import { Menu, optionsOf } from "../parts/entries.tsx";
import { Fields, type Settings } from "../parts/fields.tsx";
import { Why } from "../parts/why.tsx";
import type { Field, Method } from "../protocol.ts";
import { Pick } from "./start.tsx";

/** What a release must meet. */
export function Goals({ spec, models }: { readonly spec: Spec; readonly models: readonly Method[] }) {
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
                  onPick={([file]) => {
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

import { useState } from "preact/hooks";
import { formatNumber, formatShare } from "../../base/index.ts";
import type { StatedGoal } from "../../privacy/index.ts";
import type { Spec } from "../../spec/index.ts";
import { columnsOfRole, columnsOfSets } from "../columns.ts";
import { useStudio } from "../context.ts";
import { dropGoal, goalOf, setGoal } from "../edits.ts";
import { Button, Menu, optionsOf } from "../parts/entries.tsx";
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
        const columns = goal.model === "km-anonymity" ? columnsOfSets(spec) : sensitive;
        const rest = method.fields.filter((field) => isAsked(field.name, goal) && !isMain(field, goal));
        const change = (settings: Settings): void =>
          studio.edit(setGoal(place, { ...settings, model: goal.model } as unknown as StatedGoal));
        return (
          <div key={place} class="stack goal">
            <div class="method">
              <Menu
                label="model"
                menu="privacy"
                value={goal.model}
                options={optionsOf(models)}
                onChange={(model) => studio.edit(setGoal(place, goalOf(model)))}
              />
              <Fields
                fields={method.fields.filter((field) => isAsked(field.name, goal) && isMain(field, goal))}
                settings={goal as unknown as Settings}
                columns={columns}
                files={files}
                onChange={change}
              />
              <Button
                look="plain"
                disabled={spec.privacy.length === 1}
                title={spec.privacy.length === 1 ? "A release must meet at least one requirement." : undefined}
                aria-label={`Leave ${goal.model} out`}
                onClick={() => studio.edit(dropGoal(place))}
              >
                ×
              </Button>
            </div>
            {method.fields.some(({ type }) => type === "file") ? (
              <div class="row">
                <Pick
                  label="Load a population …"
                  accept=".csv,.tsv"
                  onPick={([file]) => {
                    if (file === undefined) return;
                    void studio.addFile(file, file.name).then(() => {
                      setFiles([...files.filter((name) => name !== file.name), file.name]);
                      const { fraction: _, ...others } = goal as unknown as Settings;
                      change({ ...others, population: file.name });
                    });
                  }}
                />
              </div>
            ) : null}
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
                  columns={columns}
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
        <Button onClick={() => studio.edit(setGoal(spec.privacy.length, nextGoal(spec)))}>Add a requirement</Button>
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
  const isOfAll = goal.model === "k-anonymity" && !("of" in goal && goal.of) && !("each" in goal && goal.each);
  if (isOfAll && typeof goal.k === "number" && goal.k >= 1) {
    return `Nobody is in a crowd smaller than ${goal.k}: whoever knows a person's quasi-identifiers is left with at least ${goal.k} records, a risk of at most ${formatShare(1 / goal.k)}.`;
  }
  if (goal.model === "l-diversity" && typeof goal.l === "number") {
    const which = (goal.variant ?? "distinct") === "distinct" ? "different" : "well-represented";
    return `In every crowd the sensitive column has at least ${formatNumber(goal.l)} ${which} values.`;
  }
  if (goal.model === "t-closeness" && typeof goal.t === "number") {
    return `In every crowd the sensitive values are spread as in the whole table, up to a distance of ${formatNumber(goal.t)}.`;
  }
  return undefined;
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
  return goalOf(next.find((model) => !asked.has(model)) ?? "highest-risk");
}

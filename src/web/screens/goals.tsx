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
        const columns = method.subject === "sets" ? columnsOfSets(spec) : sensitive;
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
                onChange={(model) => studio.edit(setGoal(place, goalOf(models.find(({ name }) => name === model)!)))}
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
              {meaningOf(goal, method)}
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
        <Button onClick={() => studio.edit(setGoal(spec.privacy.length, nextGoal(spec, models)))}>
          Add a requirement
        </Button>
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

/** What a requirement means, with its numbers where they are all that it states. */
function meaningOf(goal: StatedGoal, { meaning, sentence }: Method): string {
  if (meaning === undefined) return sentence;
  const { model: _, attribute: _column, ...stated } = goal as unknown as Settings;
  const isTold = Object.entries(stated).every(
    ([name, value]) => value === undefined || (typeof value === "number" && meaning.includes(`{${name}}`)),
  );
  if (!isTold) return sentence;
  return meaning.replace(/\{(1\/)?(.+?)\}/g, (_match, share: string | undefined, name: string) =>
    share === undefined ? formatNumber(Number(stated[name])) : formatShare(1 / Number(stated[name])),
  );
}

/** What is asked next most often: variety after size. */
function nextGoal(spec: Spec, models: readonly Method[]): StatedGoal {
  const asked = new Set<string>(spec.privacy.map(({ model }) => model));
  const hasSensitive = columnsOfRole(spec, "sensitive").length > 0;
  const open = models.filter(({ name, sensitive }) => !asked.has(name) && (hasSensitive || sensitive !== true));
  return goalOf(open.find(({ usual }) => usual) ?? open[0] ?? models[0]);
}

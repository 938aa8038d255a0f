import { useEffect, useState } from "preact/hooks";
import { formatCount, formatNumber, largest } from "../../base/index.ts";
import type { HierarchySetting } from "../../hierarchy/index.ts";
import { isSizeGoal } from "../../privacy/index.ts";
import { roundStep } from "../../report/index.ts";
import type { Spec } from "../../spec/index.ts";
import { WorkerError } from "../client.ts";
import { useStudio } from "../context.ts";
import { setHierarchy } from "../edits.ts";
import { fileWord } from "../format.ts";
import { Button, Menu, optionsOf } from "../parts/entries.tsx";
import { Fields, type Settings } from "../parts/fields.tsx";
import { Spark } from "../parts/spark.tsx";
import { Table } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import type { ColumnProfile, HierarchyPreview } from "../protocol.ts";
import { saveFiles } from "../save-files.ts";
import { Pick } from "./start.tsx";

/** How the values of a column are grouped, level by level, over how often they occur. */
export function HierarchyPanel({ column }: { readonly column: ColumnProfile }) {
  const studio = useStudio();
  const setting = studio.spec.value!.attributes[column.name]?.hierarchy;
  const [preview, setPreview] = useState<HierarchyPreview>();
  const [wrong, setWrong] = useState<string>();
  const wanted = JSON.stringify(setting ?? null);
  useEffect(() => {
    let isCurrent = true;
    const question = setting === undefined ? { column: column.name } : { column: column.name, setting };
    studio.ask("hierarchy", question).answer.then(
      (found) => {
        if (!isCurrent) return;
        setPreview(found);
        setWrong(undefined);
      },
      (thrown) =>
        isCurrent &&
        setWrong(
          thrown instanceof WorkerError
            ? [thrown.fault.message, thrown.fault.hint].filter(Boolean).join("; ")
            : String(thrown),
        ),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted, column.name, studio.edition.value]);
  const kinds = studio.catalogue.value?.hierarchies ?? [];
  const method = kinds.find(({ name }) => name === setting?.kind);
  const change = (next: HierarchySetting | undefined): void => studio.edit(setHierarchy(column.name, next));
  return (
    <section class="stack" aria-label={`hierarchy of ${column.name}`}>
      <h2>Hierarchy of {column.name}</h2>
      <Menu
        label="how values are grouped"
        menu="hierarchies"
        value={setting?.kind ?? ""}
        options={[["", "not at all: ranges and sets as they come"], ...optionsOf(kinds)]}
        onChange={(kind) => change(startOf(kind, column))}
      />
      {method === undefined ? null : (
        <>
          <p class="quiet small">
            {method.sentence}
            <Why topic={method.name} />
          </p>
          <Fields
            fields={method.fields}
            settings={setting as unknown as Settings}
            columns={[]}
            files={setting !== undefined && "path" in setting ? [setting.path] : []}
            onChange={(next) => change({ ...next, kind: method.name } as unknown as HierarchySetting)}
          />
        </>
      )}
      {wrong === undefined ? null : (
        <p role="alert">
          <span class="bad">Not possible: </span>
          {wrong}
        </p>
      )}
      <Icicle column={column} preview={preview} least={askedK(studio.spec.value!)} />
      <Groups
        key={preview?.csv}
        csv={preview?.csv ?? ""}
        onChange={(text) => {
          const path = fileName(column.name, setting);
          void studio.addFile(new Blob([text]), path).then(() => change({ kind: "file", path }));
        }}
      />
      <div class="row">
        <Pick
          label="Load a hierarchy file …"
          accept=".csv,.txt,.json"
          onPick={([file]) => {
            if (file === undefined) return;
            void studio.addFile(file, file.name).then(() => change({ kind: "file", path: file.name }));
          }}
        />
        <Button
          disabled={preview === undefined || preview.csv === ""}
          onClick={() =>
            saveFiles([
              {
                name: `hierarchy-${fileWord(column.name)}.csv`,
                type: "text/csv",
                bytes: new TextEncoder().encode(preview!.csv),
              },
            ])
          }
        >
          Save as CSV
        </Button>
      </div>
    </section>
  );
}

/** The name of the file that holds an edited hierarchy; another for every edit, so that Undo finds the one before. */
function fileName(column: string, setting: HierarchySetting | undefined): string {
  const [, last] = (setting?.kind === "file" ? /-(\d+)\.csv$/.exec(setting.path) : undefined) ?? [];
  return `hierarchy-${fileWord(column)}-${Number(last ?? 0) + 1}.csv`;
}

/** The groups as text: a line per value, then its groups from the smallest to the one for all. */
function Groups({ csv, onChange }: { readonly csv: string; readonly onChange: (csv: string) => void }) {
  const [text, setText] = useState(csv);
  if (csv === "") return null;
  return (
    <details class="more">
      <summary>Edit the groups by hand</summary>
      <div class="stack">
        <textarea
          class="mono"
          rows={8}
          aria-label="groups, a line per value with ; between its levels"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="row">
          <Button disabled={text === csv} onClick={() => onChange(text)}>
            Use these groups
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Where a kind of hierarchy starts, before it is told more. */
function startOf(kind: string, column: ColumnProfile): HierarchySetting | undefined {
  if (kind === "") return undefined;
  if (kind === "intervals") return { kind: "intervals", width: niceWidth(column), factor: 2 };
  if (kind === "masking") return { kind: "masking", from: "right" };
  if (kind === "order") return { kind: "order", size: 2 };
  if (kind === "frequency") return { kind: "frequency", keep: 5 };
  if (kind === "tree")
    return {
      kind: "tree",
      tree: { "*": { group: column.top.map(([label]) => label) } },
    } as unknown as HierarchySetting;
  if (kind === "priority")
    return { kind: "priority", first: column.top.slice(0, 3).map(([label]) => label) } as HierarchySetting;
  if (kind === "file" || kind === "domains") return { kind, path: `${column.name}.csv` } as HierarchySetting;
  return { kind } as HierarchySetting;
}

/** A width that parts the column's span in about twenty. */
function niceWidth({ range }: ColumnProfile): number {
  const span = Number(range?.[1]) - Number(range?.[0]);
  return span > 0 ? roundStep(span / 20) : 1;
}

/** The k that is asked for; 5 where none is. */
function askedK({ privacy }: Spec): number {
  const goal = privacy.find(isSizeGoal);
  return typeof goal?.k === "number" ? goal.k : 5;
}

/** Blocks and bars that fit beside each other. */
const mostBars = 160;

type IcicleProps = {
  readonly column: ColumnProfile;
  readonly preview: HierarchyPreview | undefined;
  /** Groups of fewer records are marked. */
  readonly least: number;
};

/** Levels from one group down to the data, each block as wide as its values, over how often every value occurs. */
function Icicle({ column, preview, least }: IcicleProps) {
  if (preview === undefined || preview.levels.length === 0) {
    return (
      <div class="stack">
        <Spark counts={column.spark} width={300} />
        <p class="quiet small">
          {formatCount(column.distinct, "value")}, drawn by how often they occur. Without a hierarchy a cohort publishes
          the range or the set of its own values.
        </p>
      </div>
    );
  }
  const values = preview.levels[0].blocks;
  const all = values.reduce((sum, { leaves }) => sum + leaves, 0);
  const most = Math.max(1, largest(values.map(({ records }) => records)));
  const isFine = values.length <= mostBars;
  return (
    <div class="stack">
      <div
        class="icicle"
        role="img"
        aria-label={`${preview.levels.length} levels over ${values.length} values; the smallest groups are listed below`}
      >
        {preview.levels.toReversed().map(({ blocks }, level) =>
          blocks.length > mostBars ? null : (
            <div key={level} class="level">
              {blocks.map(({ label, records, leaves }) => (
                <div
                  key={label}
                  class={records < least ? "block small" : "block"}
                  style={{ flex: `${leaves} 1 0` }}
                  title={`${label}: ${formatNumber(records)} records`}
                >
                  {leaves / all > 0.015 ? <span>{label}</span> : null}
                </div>
              ))}
            </div>
          ),
        )}
        {isFine ? (
          <div class="level bars">
            {values.map(({ label, records }) => (
              <div key={label} class="value" style={{ height: `${(100 * records) / most}%` }} />
            ))}
          </div>
        ) : (
          <Spark counts={column.spark} width={300} />
        )}
      </div>
      <p class="quiet small">
        Levels from one group for all down to the values, over how often each occurs.{" "}
        {preview.levels.some(({ smallest }) => smallest < least)
          ? `Dashed groups have fewer than ${formatNumber(least)} records.`
          : ""}
      </p>
      <Table
        heads={["level", { figure: "groups" }, { figure: "smallest group" }, "for example"]}
        rows={preview.levels.map(({ groups, smallest, blocks }, level) => [
          level,
          formatNumber(groups),
          formatNumber(smallest),
          <td key="example" class="clip">
            {blocks[Math.floor(blocks.length / 2)]?.label}
          </td>,
        ])}
      />
    </div>
  );
}

import { useState } from "preact/hooks";
import { type AttributeSpec, isNaming } from "../../spec/index.ts";
import { roleOf } from "../columns.ts";
import { useStudio } from "../context.ts";
import { setAttribute } from "../edits.ts";
import { Button, Menu, NumberEntry, type Option, optionsOf } from "../parts/entries.tsx";
import { Fields, type Settings } from "../parts/fields.tsx";
import type { ColumnProfile } from "../protocol.ts";
import { HierarchyPanel } from "./hierarchy.tsx";

/** Everything that can be said of one column beside its role. */
export function ColumnPanel({ column, onClose }: { readonly column: ColumnProfile; readonly onClose: () => void }) {
  const studio = useStudio();
  const isIdentifying = isNaming(roleOf(studio.spec.value!, column.name));
  return (
    <div class="stack panel">
      <button type="button" class="button plain close" onClick={onClose} aria-label="Close the panel">
        ×
      </button>
      {isIdentifying ? (
        <Replacement column={column} />
      ) : (
        <>
          <HierarchyPanel column={column} />
          <Transformations column={column} />
          <Weights column={column} />
        </>
      )}
    </div>
  );
}

/** What an identifying column is published as. */
function Replacement({ column }: { readonly column: ColumnProfile }) {
  const studio = useStudio();
  const [key, setKey] = useState("");
  const methods = studio.catalogue.value?.replacements ?? [];
  const replace = studio.spec.value!.attributes[column.name]?.replace;
  const method = methods.find(({ name }) => name === replace?.kind);
  const change = (next: Settings | undefined): void =>
    studio.edit(setAttribute(column.name, { replace: next as AttributeSpec["replace"] }));
  const starts: Readonly<Record<string, Settings>> = { mask: { keep: 1 }, "shift-dates": { by: column.name } };
  return (
    <section class="stack" aria-label={`replacement of ${column.name}`}>
      <h2>What stands for {column.name}</h2>
      <Menu
        label="published as"
        menu="replacements"
        value={replace?.kind ?? ""}
        options={[["", "nothing: the column is not published"], ...optionsOf(methods)]}
        onChange={(kind) => change(kind === "" ? undefined : { kind, ...starts[kind] })}
      />
      {method === undefined ? null : (
        <>
          <p class="quiet small">{method.sentence}</p>
          <Fields
            fields={method.fields}
            settings={replace as unknown as Settings}
            columns={studio.table.value!.columns.map(({ name }) => name)}
            files={[]}
            onChange={(next) => change({ ...next, kind: method.name })}
          />
        </>
      )}
      {method?.keyed === true ? (
        <div class="form">
          <label class="field">
            <span>the key, 16 random bytes or more; it stays in this page</span>
            <input type="password" size={34} value={key} onInput={(event) => setKey(event.currentTarget.value)} />
          </label>
          <Button disabled={key === ""} onClick={() => void studio.setKey(key)}>
            Use this key
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** What is done to values before the search. */
function Transformations({ column }: { readonly column: ColumnProfile }) {
  const studio = useStudio();
  const methods = studio.catalogue.value?.transformations ?? [];
  const list = studio.spec.value!.attributes[column.name]?.transform ?? [];
  const change = (next: readonly unknown[]): void =>
    studio.edit(
      setAttribute(column.name, { transform: next.length === 0 ? undefined : (next as AttributeSpec["transform"]) }),
    );
  const starts: Readonly<Record<string, Settings>> = {
    top: { at: column.range?.[1] ?? 0 },
    bottom: { at: column.range?.[0] ?? 0 },
    round: { to: 5 },
    rare: { below: 5 },
    group: { keep: column.top.slice(0, 5).map(([label]) => label) },
  };
  const started = (kind: string): Settings => {
    const { at, ...rest } = starts[kind] ?? {};
    const number = Number(at);
    return { kind, ...rest, ...(at === undefined ? {} : { at: Number.isNaN(number) ? at : number }) };
  };
  return (
    <section class="stack" aria-label={`coding of ${column.name}`}>
      <h2>Coding</h2>
      <p class="quiet small">
        What is done to values before anything else: long tails cut, numbers rounded, rare values put together.
      </p>
      {list.map((one, place) => {
        const method = methods.find(({ name }) => name === one.kind);
        return (
          <div key={place} class="method narrow">
            <b>{one.kind}</b>
            <Fields
              fields={method?.fields ?? []}
              settings={one as unknown as Settings}
              columns={[]}
              files={[]}
              onChange={(next) => change(list.with(place, { ...next, kind: one.kind } as never))}
            />
            <Button
              look="plain"
              aria-label={`Leave ${one.kind} out`}
              onClick={() => change(list.filter((_, i) => i !== place))}
            >
              ×
            </Button>
          </div>
        );
      })}
      <Menu
        label="another step"
        menu="transformations"
        value=""
        options={[["", "add …"], ...methods.map(({ name, sentence }): Option => [name, sentence.split(":")[0]])]}
        onChange={(kind) => kind !== "" && change([...list, started(kind)])}
      />
    </section>
  );
}

/** How much the column counts, and how coarse its ranges are at least. */
function Weights({ column }: { readonly column: ColumnProfile }) {
  const studio = useStudio();
  const attribute = studio.spec.value!.attributes[column.name];
  const { keys } = studio.catalogue.value!;
  const change = (next: Partial<AttributeSpec>): void => studio.edit(setAttribute(column.name, next));
  return (
    <section class="stack" aria-label={`weight of ${column.name}`}>
      <h2>In the search</h2>
      <div class="fields">
        <NumberEntry
          min={0}
          label="weight of its loss"
          value={attribute?.weight ?? 1}
          help={keys.weight}
          onChange={(weight) => change({ weight: weight === 1 ? undefined : weight })}
        />
        {column.kind === "category" ? null : (
          <NumberEntry
            min={0}
            label={`ranges end at multiples of${column.kind === "date" ? " (days)" : ""}`}
            value={attribute?.snap ?? ""}
            help={keys.snap}
            onChange={(snap) => change({ snap })}
          />
        )}
      </div>
    </section>
  );
}

import { useState } from "preact/hooks";
import type { AttributeSpec } from "../../spec/index.ts";
import { roleOf } from "../columns.ts";
import { useStudio } from "../context.ts";
import { setAttribute } from "../edits.ts";
import { Fields, type Settings } from "../parts/fields.tsx";
import type { ColumnProfile } from "../protocol.ts";
import { HierarchyPanel } from "./hierarchy.tsx";

/** Everything that can be said of one column beside its role. */
export function ColumnPanel({ column, onClose }: { readonly column: ColumnProfile; readonly onClose: () => void }) {
  const studio = useStudio();
  const isIdentifying = roleOf(studio.spec.value!, column.name) === "identifying";
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
      <label class="field">
        <span>published as</span>
        <select
          data-menu="replacements"
          value={replace?.kind ?? ""}
          onChange={({ currentTarget: { value } }) =>
            change(value === "" ? undefined : { kind: value, ...starts[value] })
          }
        >
          <option value="">nothing: the column is left out</option>
          {methods.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
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
        <div class="row" style={{ alignItems: "end" }}>
          <label class="field">
            <span>the key, 16 random bytes or more; it stays in this page</span>
            <input type="password" size={34} value={key} onInput={(event) => setKey(event.currentTarget.value)} />
          </label>
          <button type="button" class="button" disabled={key === ""} onClick={() => void studio.setKey(key)}>
            Use this key
          </button>
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
      <h2>Before the search</h2>
      {list.map((one, place) => {
        const method = methods.find(({ name }) => name === one.kind);
        return (
          <div key={place} class="row" style={{ alignItems: "end" }}>
            <b>{one.kind}</b>
            <Fields
              fields={method?.fields ?? []}
              settings={one as unknown as Settings}
              columns={[]}
              files={[]}
              onChange={(next) => change(list.with(place, { ...next, kind: one.kind } as never))}
            />
            <button
              type="button"
              class="button plain"
              aria-label={`Leave ${one.kind} out`}
              onClick={() => change(list.filter((_, i) => i !== place))}
            >
              ×
            </button>
          </div>
        );
      })}
      <label class="field">
        <span>values may be coded first: the longest tails, rare names</span>
        <select
          data-menu="transformations"
          value=""
          onChange={({ currentTarget: { value } }) => value !== "" && change([...list, started(value)])}
        >
          <option value="">add …</option>
          {methods.map(({ name, sentence }) => (
            <option key={name} value={name}>
              {sentence.split(":")[0]}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

import { useId } from "preact/hooks";
import type { Field } from "../protocol.ts";

/** Settings by name. */
export type Settings = Readonly<Record<string, unknown>>;

type FieldProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly columns: readonly string[];
  readonly files: readonly string[];
  readonly onChange: (value: unknown) => void;
};

/** A form made from a method's own schema: what the registry knows, the form asks for. */
export function Fields({
  fields,
  settings,
  columns,
  files,
  onChange,
}: {
  readonly fields: readonly Field[];
  readonly settings: Settings;
  /** Columns that a setting may name. */
  readonly columns: readonly string[];
  /** Files that a setting may name. */
  readonly files: readonly string[];
  readonly onChange: (settings: Settings) => void;
}) {
  return (
    <div class="row" style={{ alignItems: "end", gap: "12px 18px" }}>
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={settings[field.name]}
          columns={columns}
          files={files}
          onChange={(value) => {
            const { [field.name]: _, ...rest } = settings;
            onChange(value === undefined ? rest : { ...rest, [field.name]: value });
          }}
        />
      ))}
    </div>
  );
}

function OneField(props: FieldProps) {
  const { field, value, onChange } = props;
  if (field.type === "boolean") {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? true
                : field.name === "strict" || field.name === "prune" || field.name === "cache"
                  ? false
                  : undefined,
            )
          }
        />
        {field.name}
      </label>
    );
  }
  return (
    <label class="field">
      <span>{field.name}</span>
      <Entry {...props} />
    </label>
  );
}

function Entry({ field, value, columns, files, onChange }: FieldProps) {
  const list = useId();
  if (field.type === "choice" || field.type === "column" || field.type === "file") {
    const choices = field.type === "choice" ? field.choices! : field.type === "column" ? columns : files;
    return (
      <select
        value={value === undefined ? "" : String(value)}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{field.required ? "choose" : "as usual"}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (field.type === "number" && field.words === undefined) {
    return (
      <input
        type="number"
        value={value === undefined ? "" : String(value)}
        min={field.minimum}
        max={field.maximum}
        step={field.whole === true ? 1 : "any"}
        onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))}
      />
    );
  }
  const text =
    value === undefined
      ? ""
      : typeof value === "object" && field.type === "json"
        ? JSON.stringify(value)
        : Array.isArray(value)
          ? value.join(", ")
          : String(value);
  return (
    <>
      <input
        aria-label={field.name}
        value={text}
        list={field.words === undefined ? undefined : list}
        size={field.type === "number" ? 8 : 22}
        inputMode={field.type === "number" ? "decimal" : "text"}
        onChange={(event) => onChange(readEntry(field, event.currentTarget.value))}
      />
      {field.words === undefined ? null : (
        <datalist id={list}>
          {field.words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** What was typed, as the spec has it; what cannot be read is kept as it is, and the spec's check says what is wrong. */
function readEntry(field: Field, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (field.type === "number") return field.words?.includes(trimmed) === true ? trimmed : Number(trimmed);
  if (field.type === "list") return trimmed.split(",").map((item) => item.trim());
  if (field.type !== "json") return text;
  try {
    return JSON.parse(trimmed);
  } catch {
    return text;
  }
}

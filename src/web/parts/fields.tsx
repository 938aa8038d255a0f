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

type FieldsProps = {
  readonly fields: readonly Field[];
  readonly settings: Settings;
  /** Columns that a setting may name. */
  readonly columns: readonly string[];
  /** Files that a setting may name. */
  readonly files: readonly string[];
  readonly onChange: (settings: Settings) => void;
};

/** A form made from a method's own schema: what the registry knows, the form asks for and explains. */
export function Fields({ fields, settings, columns, files, onChange }: FieldsProps) {
  return (
    <div class="fields">
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
  const id = useId();
  const help = field.help === undefined ? undefined : `${id}-help`;
  return (
    <div class="field">
      {field.type === "boolean" ? (
        <label class="check">
          <input
            type="checkbox"
            aria-describedby={help}
            checked={(value ?? field.usual) === true}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked === (field.usual === true) ? undefined : checked)
            }
          />
          {field.name}
        </label>
      ) : (
        <>
          <label for={id}>{field.name}</label>
          <Entry {...props} id={id} help={help} />
        </>
      )}
      {help === undefined ? null : (
        <p id={help} class="help">
          {field.help}
        </p>
      )}
    </div>
  );
}

/** What a menu says where nothing is chosen. */
function unstated({ required, usual }: Field): string {
  if (required) return "choose";
  return usual === undefined ? "not stated" : `usual: ${usual}`;
}

function Entry({
  field,
  value,
  columns,
  files,
  onChange,
  id,
  help,
}: FieldProps & { readonly id: string; readonly help: string | undefined }) {
  const list = `${id}-words`;
  const usual = field.usual === undefined ? undefined : String(field.usual);
  if (field.type === "choice" || field.type === "column" || field.type === "file") {
    const known = field.type === "choice" ? field.choices! : field.type === "column" ? columns : files;
    const stated = value === undefined ? "" : String(value);
    const choices = stated === "" || known.includes(stated) ? known : [stated, ...known];
    return (
      <select
        id={id}
        aria-describedby={help}
        value={stated}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{unstated(field)}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (field.type === "number" && field.words === undefined) {
    return (
      <input
        id={id}
        aria-describedby={help}
        placeholder={usual}
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
        id={id}
        aria-describedby={help}
        placeholder={usual}
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
  if (field.type === "number") return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
  if (field.type === "list") return trimmed.split(",").map((item) => item.trim());
  if (field.type !== "json") return text;
  try {
    return JSON.parse(trimmed);
  } catch {
    return text;
  }
}

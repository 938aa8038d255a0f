import { useId } from "preact/hooks";
import type { Field } from "../protocol.ts";
import { Labelled, Menu, NumberEntry } from "./entries.tsx";

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

function OneField({ field, value, columns, files, onChange }: FieldProps) {
  const id = useId();
  const { name, type, help, words, usual } = field;
  const placeholder = usual === undefined ? undefined : String(usual);
  if (type === "boolean") {
    return (
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            aria-describedby={help === undefined ? undefined : id}
            checked={(value ?? usual) === true}
            onChange={({ currentTarget: { checked } }) => onChange(checked === (usual === true) ? undefined : checked)}
          />
          {name}
        </label>
        {help === undefined ? null : (
          <p id={id} class="help">
            {help}
          </p>
        )}
      </div>
    );
  }
  if (type === "choice" || type === "column" || type === "file") {
    const known = type === "choice" ? field.choices! : type === "column" ? columns : files;
    const stated = value === undefined ? "" : String(value);
    const choices = stated === "" || known.includes(stated) ? known : [stated, ...known];
    const options = [["", unstated(field)], ...choices.map((choice) => [choice, choice] as const)] as const;
    return (
      <Menu
        label={name}
        help={help}
        value={stated}
        options={options}
        onChange={(chosen) => onChange(chosen || undefined)}
      />
    );
  }
  if (type === "number" && words === undefined) {
    const { minimum: min, maximum: max, whole } = field;
    return <NumberEntry label={name} {...{ help, value, min, max, whole, placeholder, onChange }} />;
  }
  return (
    <Labelled label={name} help={help}>
      {(props) => (
        <>
          <input
            {...props}
            placeholder={placeholder}
            value={entryText(field, value)}
            list={words === undefined ? undefined : `${id}-words`}
            size={type === "number" ? 8 : 22}
            inputMode={type === "number" ? "decimal" : "text"}
            onChange={(event) => onChange(readEntry(field, event.currentTarget.value))}
          />
          {words === undefined ? null : (
            <datalist id={`${id}-words`}>
              {words.map((word) => (
                <option key={word}>{word}</option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Labelled>
  );
}

/** What a menu says where nothing is chosen. */
function unstated({ required, usual }: Field): string {
  if (required) return "choose";
  return usual === undefined ? "not stated" : `usual: ${usual}`;
}

/** A setting as it is typed. */
function entryText({ type }: Field, value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "object" && type === "json") return JSON.stringify(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
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

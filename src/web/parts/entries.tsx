/** @file What one chooses and types: a menu, a number, a box to tick, each with its label. */

/** A value of a menu and what stands for it. */
export type Option = readonly [value: string, text: string];

/** A menu with its label above it. */
export function Menu({
  label,
  menu,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  /** The registry that the menu shows. */
  readonly menu?: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select data-menu={menu} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The options of a registry, by their titles. */
export function optionsOf(methods: readonly { readonly name: string; readonly title: string }[]): Option[] {
  return methods.map(({ name, title }) => [name, title]);
}

/** A number with its label above it. */
export function NumberEntry({
  label,
  value,
  min = 0,
  max,
  whole = false,
  onChange,
}: {
  readonly label: string;
  readonly value: number | "";
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly onChange: (value: number | undefined) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={min}
        max={max}
        step={whole ? 1 : "any"}
        value={value}
        onChange={({ currentTarget: { value: typed } }) => onChange(typed === "" ? undefined : Number(typed))}
      />
    </label>
  );
}

/** A box that puts a name into a set or takes it out. */
export function Toggle({
  name,
  label,
  set,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly set: ReadonlySet<string>;
  readonly onChange: (set: ReadonlySet<string>) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        value={name}
        checked={set.has(name)}
        onChange={(event) => {
          const next = new Set(set);
          if (event.currentTarget.checked) next.add(name);
          else next.delete(name);
          onChange(next);
        }}
      />
      {label}
    </label>
  );
}

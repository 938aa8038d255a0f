/** @file What one chooses, types and presses: a menu, a number, a box to tick, a button that begins work. */
import type { ComponentChildren, ComponentProps } from "preact";
import { useId } from "preact/hooks";
import { useStudio } from "../context.ts";

type LabelledProps = {
  readonly label: string;
  /** What stands under it: what it does. */
  readonly help?: string;
  readonly children: (props: { readonly id: string; readonly "aria-describedby"?: string }) => ComponentChildren;
};

/** An entry with its label above it. */
export function Labelled({ label, help, children }: LabelledProps) {
  const id = useId();
  const described = help === undefined ? undefined : `${id}-help`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": described })}
      {help === undefined ? null : (
        <p id={described} class="help">
          {help}
        </p>
      )}
    </div>
  );
}

/** A value of a menu and what stands for it. */
export type Option = readonly [value: string, text: string];

type MenuProps = {
  readonly label: string;
  /** The registry that the menu shows. */
  readonly menu?: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly help?: string;
  readonly onChange: (value: string) => void;
};

/** A menu with its label above it. */
export function Menu({ label, menu, value, options, help, onChange }: MenuProps) {
  return (
    <Labelled label={label} help={help}>
      {(props) => (
        <select {...props} data-menu={menu} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** The options of a registry, by their titles. */
export function optionsOf(methods: readonly { readonly name: string; readonly title: string }[]): Option[] {
  return methods.map(({ name, title }) => [name, title]);
}

type NumberEntryProps = {
  readonly label: string;
  readonly value: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly help?: string;
  readonly placeholder?: string;
  readonly onChange: (value: number | undefined) => void;
};

/** A number with its label above it. */
export function NumberEntry({ label, value, whole = false, help, onChange, ...limits }: NumberEntryProps) {
  return (
    <Labelled label={label} help={help}>
      {(props) => (
        <input
          {...props}
          {...limits}
          type="number"
          step={whole ? 1 : "any"}
          value={value === undefined ? "" : String(value)}
          onChange={({ currentTarget: { value: typed } }) => onChange(typed === "" ? undefined : Number(typed))}
        />
      )}
    </Labelled>
  );
}

type ToggleProps = {
  readonly name: string;
  readonly label: string;
  readonly set: ReadonlySet<string>;
  readonly onChange: (set: ReadonlySet<string>) => void;
};

/** A box that puts a name into a set or takes it out. */
export function Toggle({ name, label, set, onChange }: ToggleProps) {
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

type ButtonProps = ComponentProps<"button"> & { readonly look?: "strong" | "plain" };

/** A button; the one thing to do is strong, what closes or removes is plain. */
export function Button({ look, ...props }: ButtonProps) {
  return <button type="button" class={look === undefined ? "button" : `button ${look}`} {...props} />;
}

type WorkButtonProps = {
  readonly strong?: boolean;
  readonly disabled?: boolean;
  readonly onWork: () => Promise<unknown>;
  readonly children: ComponentChildren;
};

/** A button that begins work. While other work is under way it waits, since beginning would end that. */
export function WorkButton({ strong = false, disabled = false, onWork, children }: WorkButtonProps) {
  const { job } = useStudio();
  const isBusy = job.value !== undefined;
  return (
    <Button
      look={strong ? "strong" : undefined}
      disabled={disabled}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) void onWork();
      }}
    >
      {children}
    </Button>
  );
}

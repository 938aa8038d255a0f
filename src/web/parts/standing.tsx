import type { ComponentChildren } from "preact";
import { type Trust, Why } from "./why.tsx";

/** A figure among others: what it is called, the number, and what it says. */
export type StandingFigure = {
  readonly label: string;
  readonly topic?: string;
  readonly standing?: Trust;
  readonly value: string;
  readonly note: ComponentChildren;
  /** How the note is meant: beside the number, or as a verdict on it. */
  readonly verdict?: "good" | "bad";
  /** By which tests find it. */
  readonly name?: string;
};

/** Large numbers side by side. */
export function Standings({ of }: { readonly of: readonly StandingFigure[] }) {
  return (
    <dl class="figures">
      {of.map(({ label, topic, standing, value, note, verdict = "quiet", name }) => (
        <div key={label}>
          <dt>
            {label}
            {topic === undefined ? null : <Why topic={topic} standing={standing} />}
          </dt>
          <dd data-figure={name}>{value}</dd>
          <dd class={`small ${verdict}`}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

import { useId, useRef } from "preact/hooks";
import { useStudio } from "../context.ts";

/** How far a number can be trusted. */
export type Trust = "bound" | "estimate" | "simulation" | "count";

const standings: Readonly<Record<Trust, string>> = {
  bound: "A bound: nobody can do better under what is stated.",
  estimate: "An estimate: it rests on a model of what is not in the table.",
  simulation: "A simulation: this attacker was played; others may know more.",
  count: "A count: measured on the table itself.",
};

/** “What does this mean?”: a sentence, the formula, the paper, and what kind of number it is. */
export function Why({ topic, standing }: { readonly topic: string; readonly standing?: Trust }) {
  const { topics } = useStudio();
  const id = useId().replace(/\W/g, "");
  const note = useRef<HTMLDivElement>(null);
  const found = topics.value.find(({ name, also }) => name === topic || also?.includes(topic));
  if (found === undefined) return null;
  const place = (event: MouseEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const style = note.current?.style;
    if (style === undefined) return;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - 440))}px`;
    style.top = box.top > innerHeight * 0.6 ? "auto" : `${box.bottom + 6}px`;
    style.bottom = box.top > innerHeight * 0.6 ? `${innerHeight - box.top + 6}px` : "auto";
  };
  return (
    <>
      <button type="button" class="why" popoverTarget={id} aria-label={`What does ${topic} mean?`} onClick={place}>
        ?
      </button>
      <div id={id} ref={note} popover="auto" class="note">
        <b>{found.name}</b>
        <p>{found.sentence}</p>
        {found.formula === undefined ? null : <Formula text={found.formula} />}
        {standing === undefined ? null : <p>{standings[standing]}</p>}
        {found.paper === undefined ? null : <p class="quiet small">{found.paper}</p>}
      </div>
    </>
  );
}

/** Lines of a formula; those that name something and then say what it is stand in two columns. */
function Formula({ text }: { readonly text: string }) {
  const pairs = text.split("\n").map((line) => /^(\S.*?) {2,}(\S.*)$/.exec(line));
  if (pairs.some((pair) => pair === null)) return <pre tabIndex={0}>{text}</pre>;
  return (
    <dl class="formula mono">
      {pairs.map((pair) => (
        <div key={pair![1]}>
          <dt>{pair![1]}</dt>
          <dd>{pair![2]}</dd>
        </div>
      ))}
    </dl>
  );
}

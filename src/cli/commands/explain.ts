import { KohortError, largest, nearest } from "../../base/index.ts";
import { nearTopics, type Topic, topicGroups, topics } from "../../explain/index.ts";
import { settingsOf } from "../../spec/index.ts";
import type { RunCommand } from "../context.ts";
import { formatTable, wrap } from "../format.ts";
import type { Paint, Terminal } from "../terminal.ts";

/** Prints a topic, or the list of topics. */
export const runExplain: RunCommand = async ({ parsed, terminal }) => {
  const wanted = parsed.words[0];
  terminal.print(wanted === undefined ? list(terminal.paintResult) : page(find(wanted), terminal));
  return 0;
};

/** Names of models are typed with Greek letters too. */
const letters = { α: "alpha", β: "beta", δ: "delta" } as const;

function find(wanted: string): Topic {
  const plain = wanted.trim().toLowerCase().replaceAll(" ", "-").replaceAll("_", "-");
  const word = plain.replace(/[αβδ]/g, (letter) => letters[letter as keyof typeof letters]);
  const found = topics.find((topic) => topic.name === word) ?? topics.find((topic) => topic.also?.includes(word));
  if (found !== undefined) return found;
  const names = topics.flatMap((topic) => [topic.name, ...(topic.also ?? [])]);
  const pageOf = (name: string): Topic => topics.find((topic) => topic.name === name || topic.also?.includes(name))!;
  const near = Object.hasOwn(nearTopics, word) ? nearTopics[word] : nearest(word, names);
  const [first, second, third] = near.filter((name, i) => near.findIndex((one) => pageOf(one) === pageOf(name)) === i);
  throw new KohortError("usage", `there is no topic "${wanted}"`, {
    hint: `did you mean "${first}", "${second}" or "${third}"? \`kohort explain\` lists all ${topics.length} topics`,
  });
}

function list(paint: Paint): string {
  const width = largest(topics.map((topic) => topic.name.length));
  const groups = topicGroups.map(({ title, topics: members }) => {
    const rows = members.map((topic) => [`  ${topic.name.padEnd(width)}`, topic.sentence]);
    return `${paint.bold(title)}\n${formatTable([{ title: "" }, { title: "" }], rows)}\n`;
  });
  return `${groups.join("\n")}\nkohort explain <topic> says more.\n`;
}

function page(topic: Topic, { paintResult: paint, columns }: Terminal): string {
  const prose = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : wrap(text, Math.min(columns, 100) - 2);
  const part = (title: string, text: string | undefined): string[] =>
    text === undefined ? [] : ["", paint.bold(title), ...indented(text)];
  return [
    paint.bold(topic.name),
    ...indented(prose(topic.sentence)!),
    ...part("Formula", topic.formula),
    ...part("Paper", prose(topic.paper)),
    ...part("Example", topic.example),
    ...part("Settings", settings(topic.name, Math.min(columns, 100) - 2)),
    ...part("What it does not say", prose(topic.limits)),
    ...part("As an error", prose(topic.asError)),
    ...part("See also", topic.see?.join(", ")),
    "",
  ].join("\n");
}

/** The settings of a method, a hanging sentence for each. */
function settings(method: string, width: number): string | undefined {
  const all = settingsOf(method);
  if (all.length === 0) return undefined;
  const margin = largest(all.map(({ name }) => name.length)) + 2;
  return all
    .map(({ name, help, usual }) => {
      const said = usual === undefined ? help : `${help} Unless stated: ${usual}.`;
      return `${name.padEnd(margin)}${wrap(said, width - margin).replaceAll("\n", `\n${" ".repeat(margin)}`)}`;
    })
    .join("\n");
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `  ${line}`.trimEnd());
}

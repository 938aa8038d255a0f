import { didYouMean, KohortError } from "../../base/index.ts";
import { topics } from "../../explain/index.ts";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";
import type { RunCommand } from "../context.ts";

const shells: Readonly<Record<string, (topics: readonly string[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints the completion script of a shell. */
export const runCompletion: RunCommand = async ({ parsed, terminal }) => {
  const shell = parsed.words[0];
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script === undefined) {
    throw new KohortError("usage", `there is no completion for "${shell}"`, {
      hint: didYouMean(shell, Object.keys(shells), "shells"),
    });
  }
  terminal.print(script(topics.map((topic) => topic.name)));
  return 0;
};

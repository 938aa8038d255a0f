/** @file From the typed words to an exit code: finds the command, reads its flags, runs it and draws what goes wrong. */
import { closest, few, KohortError } from "../base/index.ts";
import { commands } from "./commands.ts";
import type { RunCommand } from "./context.ts";
import { drawError, exitCodeOf, isClosedPipe, translate } from "./errors.ts";
import { type CommandDeclaration, flagNames, flagsOf } from "./flag.ts";
import { talk } from "./flags.ts";
import { commandHelp, programHelp } from "./help.ts";
import { inFlags } from "./in-flags.ts";
import { type Interrupt, listenForInterrupt } from "./interrupt.ts";
import { type CommandLine, checkCount, hasFlag, parseWords, textOf } from "./parse.ts";
import { defaultTalk, openTerminal, type TalkSettings, type Terminal } from "./terminal.ts";
import { packageVersion } from "./version.ts";

const loaders: Record<string, () => Promise<RunCommand>> = {
  inspect: async () => (await import("./commands/inspect.ts")).runInspect,
  init: async () => (await import("./commands/init.ts")).runInit,
  anonymize: async () => (await import("./commands/anonymize.ts")).runAnonymize,
  apply: async () => (await import("./commands/apply.ts")).runApply,
  audit: async () => (await import("./commands/audit.ts")).runAudit,
  compare: async () => (await import("./commands/compare.ts")).runCompare,
  attack: async () => (await import("./commands/attack.ts")).runAttack,
  verify: async () => (await import("./commands/verify.ts")).runVerify,
  why: async () => (await import("./commands/why.ts")).runWhy,
  frontier: async () => (await import("./commands/frontier.ts")).runFrontier,
  stages: async () => (await import("./commands/stages.ts")).runStages,
  synthesize: async () => (await import("./commands/synthesize.ts")).runSynthesize,
  hierarchy: async () => (await import("./commands/hierarchy.ts")).runHierarchy,
  studio: async () => (await import("./commands/studio.ts")).runStudio,
  explain: async () => (await import("./commands/explain.ts")).runExplain,
  demo: async () => (await import("./commands/demo.ts")).runDemo,
  completion: async () => (await import("./commands/completion.ts")).runCompletion,
};

/** Runs the program with the words typed after its name and ends the process with the exit code. */
export async function runProgram(typed: readonly string[]): Promise<void> {
  let terminal = openTerminal({ ...defaultTalk, verbose: typed.includes("-v") || typed.includes("--verbose") });
  const interrupt = listenForInterrupt();
  process.stdout.on("error", (thrown) => {
    interrupt.cleanUp();
    if (isClosedPipe(thrown)) process.exit(process.exitCode ?? 0);
    terminal.complain(drawError(translate(thrown), terminal.paint, false));
    process.exit(exitCodeOf(translate(thrown)));
  });
  process.stderr.on("error", () => {});
  let code: number;
  try {
    code = await dispatch(typed, interrupt, (opened) => {
      terminal = opened;
    });
  } catch (thrown) {
    terminal.settle();
    if (isClosedPipe(thrown)) {
      code = 0;
    } else {
      const error = translate(interrupt.signal.aborted ? interrupt.signal.reason : thrown);
      terminal.complain(drawError(error, terminal.paint, terminal.verbose));
      code = interrupt.signal.aborted ? interrupt.exitCode() : exitCodeOf(error);
    }
  }
  interrupt.cleanUp();
  process.exitCode = code;
  process.stdout.write("", () => process.exit(code));
}

async function dispatch(
  typed: readonly string[],
  interrupt: Interrupt,
  onOpen: (terminal: Terminal) => void,
): Promise<number> {
  const { name, rest } = splitCommand(typed);
  if (name === undefined) {
    const text = rest.includes("--version") ? `${packageVersion()}\n` : programHelp();
    process.stdout.write(text);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw unknownCommand(name);
  const parsed = parseWords(command, rest);
  const terminal = openTerminal(talkSettings(parsed), (text) => inFlags(text, flagsOf(command)));
  onOpen(terminal);
  if (hasFlag(parsed, "help") || hasFlag(parsed, "version")) {
    terminal.print(hasFlag(parsed, "help") ? commandHelp(command) : packageVersion());
    return 0;
  }
  checkCount(command, parsed.words);
  const { refuseOverlaps } = await import("./outputs.ts");
  (await import("./streams.ts")).refuseStreams(command, parsed);
  refuseOverlaps(command, parsed);
  if (command.takesFiles) (await import("../store/index.ts")).sweepScratch();
  const run = await loaders[command.name]();
  const code = await interruptible(run({ typed, parsed, terminal, interrupt }), interrupt.signal);
  terminal.settle();
  interrupt.signal.throwIfAborted();
  return code;
}

/** Waits for the work or for Ctrl-C, whichever comes first; threads in the middle of something are not waited for. */
function interruptible<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, stopped]);
}

/** Takes the command out of the words; flags that every command has may stand before it. */
function splitCommand(typed: readonly string[]): { name: string | undefined; rest: string[] } {
  const program: CommandDeclaration = {
    name: "kohort",
    operands: "<command>",
    count: [0, 1],
    summary: "",
    groups: [talk],
    takesFiles: false,
    examples: [],
  };
  let at = 0;
  while (at < typed.length && typed[at].startsWith("-")) {
    const flag = talk.flags.find((candidate) => flagNames(candidate).includes(typed[at]));
    at += flag?.value === undefined ? 1 : 2;
  }
  const before = typed.slice(0, at);
  parseWords(program, before);
  const name = typed[at];
  return { name, rest: [...before, ...typed.slice(at + 1)] };
}

function unknownCommand(name: string): KohortError {
  const near = closest(
    name,
    commands.map((command) => command.name),
  );
  const taking = commands.filter((command) => flagsOf(command).some((flag) => flag.name === name));
  const meant =
    taking.length > 0
      ? `--${name} is a flag of ${few(taking.map((command) => command.name))}; `
      : near === undefined
        ? ""
        : `did you mean "${near}"? `;
  return new KohortError("usage", `there is no command "${name}"`, {
    hint: `${meant}see \`kohort --help\``,
  });
}

function talkSettings(parsed: CommandLine): TalkSettings {
  return {
    color: (textOf(parsed, "color") ?? defaultTalk.color) as TalkSettings["color"],
    progress: (textOf(parsed, "progress") ?? defaultTalk.progress) as TalkSettings["progress"],
    quiet: hasFlag(parsed, "quiet"),
    verbose: hasFlag(parsed, "verbose"),
  };
}

/** @file Everything that is said to people: results on stdout, all talk on stderr, in colour where that is wanted. */
import { randomInt } from "node:crypto";
import { type Progress, printableLines } from "../base/index.ts";
import { newProgress, type ProgressMode } from "./progress.ts";

/** How text is marked; each returns its text untouched where colours are off. */
export type Paint = {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
};

/** Where a command speaks. */
export type Terminal = {
  /** Writes a result to stdout. */
  readonly print: (text: string) => void;
  /** Writes data to stdout as it is, for programs; a person sees it as `print` shows it. */
  readonly write: (text: string) => void;
  /** Says something in passing on stderr; silent with -q. */
  readonly say: (text: string) => void;
  /** Says something only with -v. */
  readonly detail: (text: string) => void;
  /** Says what the user should know even with -q. */
  readonly warn: (text: string) => void;
  /** Writes to stderr whatever was asked for. */
  readonly complain: (text: string) => void;
  readonly onProgress: (progress: Progress) => void;
  /** Ends the progress display. */
  readonly settle: () => void;
  /** Colours for stderr. */
  readonly paint: Paint;
  /** Colours for stdout. */
  readonly paintResult: Paint;
  /** Whether stdout is a terminal that a person looks at. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly verbose: boolean;
};

/** What the flags say about talk. */
export type TalkSettings = {
  readonly color: "auto" | "always" | "never";
  readonly progress: "auto" | "plain" | "none";
  readonly quiet: boolean;
  readonly verbose: boolean;
};

/** The talk settings when no flag says otherwise. */
export const defaultTalk: TalkSettings = { color: "auto", progress: "auto", quiet: false, verbose: false };

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens the terminal of this process; all talk is put into `words`, as the flags of a command are. */
export function openTerminal(
  settings: TalkSettings,
  words: (text: string) => string = (text) => text,
  environment: Environment = process.env,
): Terminal {
  const { stdout, stderr } = process;
  const paint = newPaint(wantsColor(settings.color, environment, stderr.isTTY === true));
  const mode = progressMode(settings, environment, stderr.isTTY === true);
  const progress = newProgress(
    mode,
    (text) => stderr.write(text),
    () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
  );
  const complain = (text: string): void => {
    progress.clear();
    stderr.write(`${shown(words(text))}\n`);
  };
  const print = (text: string): void => {
    progress.clear();
    stdout.write(text.endsWith("\n") ? shown(text) : `${shown(text)}\n`);
  };
  return {
    print,
    write: (text) => {
      if (stdout.isTTY === true) print(text);
      else stdout.write(text);
    },
    say: (text) => {
      if (!settings.quiet) complain(text);
    },
    detail: (text) => {
      if (settings.verbose && !settings.quiet) complain(paint.dim(text));
    },
    warn: (text) => complain(`${paint.yellow("warning:")} ${text}`),
    complain,
    onProgress: progress.update,
    settle: progress.settle,
    paint,
    paintResult: newPaint(wantsColor(settings.color, environment, stdout.isTTY === true)),
    isInteractive: stdout.isTTY === true,
    columns: stdout.columns || 100,
    verbose: settings.verbose,
  };
}

/** Whether to use colours: the flag decides, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether it is a terminal. */
export function wantsColor(flag: TalkSettings["color"], environment: Environment, isTerminal: boolean): boolean {
  if (flag !== "auto") return flag === "always";
  if ((environment.NO_COLOR ?? "") !== "") return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment.TERM !== "dumb";
}

/** How progress is shown: redrawn on a terminal that can, otherwise lines that stay. */
export function progressMode(settings: TalkSettings, environment: Environment, isTerminal: boolean): ProgressMode {
  if (settings.quiet || settings.progress === "none") return "none";
  if (settings.progress === "plain") return "plain";
  const inCi = (environment.CI ?? "") !== "" && environment.CI !== "false";
  return isTerminal && environment.TERM !== "dumb" && !inCi ? "redrawn" : "plain";
}

/** A number that nobody else knows: what steers the terminal and does not have it is not ours. */
const ours = randomInt(100_000_000, 1_000_000_000);

/** Text as it goes to the terminal: colours of ours, and whatever else would steer it made visible. */
function shown(text: string): string {
  const mark = `\u001b[${ours};`;
  return text
    .split(mark)
    .map((part, i) => (i === 0 ? printableLines(part) : `\u001b[${printableLines(part)}`))
    .join("");
}

function newPaint(colored: boolean): Paint {
  const style =
    (open: number, close: number) =>
    (text: string): string =>
      colored ? `\u001b[${ours};${open}m${text}\u001b[${ours};${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    yellow: style(33, 39),
    green: style(32, 39),
    blue: style(34, 39),
  };
}

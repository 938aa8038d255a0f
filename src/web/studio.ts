/** @file What can be done in the studio: the page's controls call these, and these ask the worker. */
import { effect, type Signal, signal } from "@preact/signals";
import type { Audit } from "../audit/index.ts";
import { formatCount, formatNumber } from "../base/index.ts";
import type { Role, Spec } from "../spec/index.ts";
import { type Client, type Inquiry, type Listener, WorkerError } from "./client.ts";
import { columnsOfRole, filesNamedIn, kindsIn } from "./columns.ts";
import { stateRoles } from "./edits.ts";
import { formatSeconds, formatTime } from "./format.ts";
import { type Api, type Download, type Fault, type OpenTable, type QuestionName, releaseOf } from "./protocol.ts";
import { createStore, type Store, trialKeyOf } from "./store.ts";

/** The screens, in the order of the rail. */
export const screens = [
  "start",
  "data",
  "attributes",
  "protect",
  "result",
  "frontier",
  "risk",
  "attacks",
  "utility",
  "synthetic",
  "report",
] as const;

/** The name of a screen. */
export type ScreenName = (typeof screens)[number];

/** The studio: what it knows and what it does. */
export type Studio = Store & {
  readonly ask: Client;
  readonly screen: Signal<ScreenName>;
  /** The cohort that is selected in every figure. */
  readonly cohort: Signal<number | undefined>;
  readonly specIsOpen: Signal<boolean>;
  /** What screens were told, by what it is about; forgotten with the table. */
  readonly answers: Signal<ReadonlyMap<string, unknown>>;
  /** How often a file or the key was replaced by another, on which what is shown depends beside the spec. */
  readonly edition: Signal<number>;
  go(screen: ScreenName): void;
  /** Opens what was dropped or picked together: a table, a spec that says what it is, and the files that the spec names. */
  openFiles(files: readonly File[]): Promise<void>;
  openFile(file: Blob, name: string, spec?: Spec): Promise<void>;
  openSample(): Promise<void>;
  openSpec(file: Blob, name: string): Promise<void>;
  /** Holds a file that a spec names; what was made with another of its name is forgotten. */
  addFile(file: Blob, path: string): Promise<void>;
  setKey(text: string): Promise<void>;
  run(trialRows?: number): Promise<void>;
  /** Asks as the one job of the page: shown in the bar, ended by Esc. */
  work<K extends QuestionName>(
    title: string,
    name: K,
    question: Api[K]["ask"],
    listening?: Listener,
  ): Promise<Api[K]["answer"] | undefined>;
  readonly asked: Signal<Inquiry<unknown> | undefined>;
  /** Hands out files of the release that is shown, or the rows that were made; tells what an audit of them found. */
  save(what: Api["download"]["ask"]["what"]): Promise<Audit | undefined>;
};

type Source = { readonly blob?: Blob; readonly name: string; readonly number: number };

/** Opens the studio over a line to a worker; `hand` gives files to the user. */
export function openStudio(ask: Client, hand: (files: readonly Download[]) => void): Studio {
  const store = createStore();
  const screen = signal<ScreenName>("start");
  const cohort = signal<number | undefined>(undefined);
  const asked = signal<Inquiry<unknown> | undefined>(undefined);
  const specIsOpen = signal(false);
  const answers = signal<ReadonlyMap<string, unknown>>(new Map());
  const edition = signal(0);
  let source: Source | undefined;
  let sources = 0;

  /** Lets go of everything that was made or measured. */
  const forget = (): void => {
    store.forget();
    answers.value = new Map();
    cohort.value = undefined;
    edition.value += 1;
  };

  const complain = (thrown: unknown): void => {
    const fault: Fault =
      thrown instanceof WorkerError
        ? thrown.fault
        : { code: "bug", message: thrown instanceof Error ? thrown.message : String(thrown) };
    if (fault.code === "cancelled") {
      store.notice.value = { kind: "cancelled", text: "Cancelled." };
      return;
    }
    store.notice.value = { kind: "error", text: fault.message, fault };
  };

  const work: Studio["work"] = async (title, name, question, listening = {}) => {
    asked.value?.stop("cancel");
    const one = ask(name, question, {
      ...listening,
      onStep: (step) => {
        const job = store.job.value;
        if (job !== undefined && asked.value === one) store.job.value = { ...job, step };
        listening.onStep?.(step);
      },
    });
    asked.value = one;
    store.notice.value = undefined;
    store.job.value = { title, started: performance.now(), cancel: () => one.stop("cancel") };
    try {
      return await one.answer;
    } catch (thrown) {
      if (asked.value === one || !(thrown instanceof WorkerError && thrown.fault.code === "cancelled"))
        complain(thrown);
      return undefined;
    } finally {
      if (asked.value === one) {
        asked.value = undefined;
        store.job.value = undefined;
      }
    }
  };

  const show = (table: OpenTable): void => {
    store.table.value = table;
    cohort.value = undefined;
  };

  const take = (spec: Spec, name: string): void => {
    if (store.spec.value === undefined) {
      store.notice.value = { kind: "error", text: "open a table first; the spec says what its columns are" };
      return;
    }
    const table = store.table.value;
    store.edit(() => (table === undefined ? spec : stateRoles(table)(spec)));
    store.notice.value = { kind: "done", text: `The settings of ${name} are in place; Undo brings the others back.` };
  };

  const open = async (from: Source, spec: Spec | undefined): Promise<OpenTable | undefined> => {
    const table = await work(`Reading ${from.name}`, "open", {
      name: from.name,
      blob: from.blob,
      source: from.number,
      input: spec?.input,
      kinds: spec === undefined ? undefined : kindsIn(spec),
    });
    return table;
  };

  const studio: Studio = {
    ...store,
    ask,
    screen,
    cohort,
    asked,
    specIsOpen,
    answers,
    edition,
    work,
    go: (to) => {
      screen.value = to;
    },
    openFile: async (blob, name, spec) => {
      const from: Source = { blob, name, number: ++sources };
      const table = await open(from, spec);
      if (table === undefined) return;
      source = { name, number: from.number };
      forget();
      show(table);
      store.begin(stateRoles(table)(spec ?? table.suggestion));
      screen.value = "data";
      store.notice.value = {
        kind: "done",
        text: `${formatCount(table.rows, "row")} of ${name}, read here and kept nowhere else.`,
      };
    },
    openFiles: async (files) => {
      const written = files.find(({ name }) => /\.jsonc?$/.test(name) && /kohort|spec/i.test(name));
      const others = files.filter((file) => file !== written);
      if (written === undefined || others.length === 0) {
        if (others[0] !== undefined) await studio.openFile(others[0], others[0].name);
        else if (written !== undefined) await studio.openSpec(written, written.name);
        return;
      }
      const spec = await work(`Reading ${written.name}`, "parseSpec", {
        text: await written.text(),
        name: written.name,
      });
      if (spec === undefined) return;
      const named = new Set(filesNamedIn(spec));
      for (const file of others) if (named.has(file.name)) await studio.addFile(file, file.name);
      const table = others.find(({ name }) => !named.has(name));
      if (table !== undefined) await studio.openFile(table, table.name, spec);
      else take(spec, written.name);
    },
    openSample: async () => {
      const table = await work("Making the sample", "sample", { source: ++sources });
      if (table === undefined) return;
      source = { name: table.name, number: sources };
      forget();
      show(table);
      store.begin(table.suggestion);
      await studio.run();
    },
    openSpec: async (blob, name) => {
      const spec = await work(`Reading ${name}`, "parseSpec", { text: await blob.text(), name });
      if (spec !== undefined) take(spec, name);
    },
    addFile: async (blob, path) => {
      const answer = await work(`Reading ${path}`, "addFile", { path, blob });
      if (answer?.isReplaced === true) forget();
    },
    setKey: async (text) => {
      const answer = await work("Taking the key", "setKey", { text });
      if (answer === undefined) return;
      forget();
      store.notice.value = {
        kind: "done",
        text: "The key is in place until this page is closed; it is written nowhere.",
      };
    },
    run: async (trialRows) => {
      const { value: spec } = store.spec;
      const { value: key } = store.key;
      if (spec === undefined || key === undefined) return;
      const rows = trialRows === undefined ? undefined : Math.min(trialRows, store.table.value!.rows);
      const result = await work(
        rows === undefined ? "Running" : `Running on ${formatCount(rows, "row")}`,
        "run",
        rows === undefined ? { key, spec } : { key: trialKeyOf(key, rows), spec, trialRows: rows },
      );
      if (result === undefined) {
        const shown = store.shown.value;
        const notice = store.notice.value;
        if (notice?.kind === "cancelled" && shown !== undefined) {
          store.notice.value = {
            kind: "cancelled",
            text: `Cancelled. Showing the result of ${formatTime(shown.when)}.`,
          };
        }
        return;
      }
      store.keep(result);
      cohort.value = undefined;
      screen.value = "result";
      store.notice.value = {
        kind: "done",
        text: `Nobody is in a crowd smaller than ${formatNumber(result.report.release.smallest)}: ${formatCount(result.report.release.cohorts, "cohort")} in ${formatSeconds(result.seconds)}, audited from the written bytes.`,
      };
    },
    save: async (what) => {
      const { value: shown } = store.shown;
      const found = await work(`Preparing ${what}`, "download", {
        what,
        of: shown === undefined ? undefined : releaseOf(shown),
      });
      if (found !== undefined) hand(found.files);
      return found?.audited;
    },
  };
  void ask("catalogue", {}).answer.then((catalogue) => {
    store.catalogue.value = catalogue;
  }, complain);
  watchRoles(studio);
  watchNotice(studio);
  watchReading(studio, async (spec) => {
    if (source === undefined) return;
    const table = await open(source, spec);
    if (table !== undefined) show(table);
  });
  return studio;
}

/** What was said of other settings goes when they change; good news go by themselves. */
function watchNotice({ spec, notice }: Studio): void {
  let about = spec.peek();
  effect(() => {
    if (spec.value === about) return;
    about = spec.value;
    if (notice.peek()?.kind !== "done") notice.value = undefined;
  });
}

/** Counts anew who stands out whenever the quasi-identifiers or the table change. */
function watchRoles(studio: Studio): void {
  let running: Inquiry<unknown> | undefined;
  let counted = "";
  effect(() => {
    const { value: spec } = studio.spec;
    const { value: table } = studio.table;
    if (spec === undefined || table === undefined) return;
    const wanted = `${table.id} ${columnsOfRole(spec, "quasi-identifying" satisfies Role).join("\u0000")}`;
    if (wanted === counted) return;
    counted = wanted;
    running?.stop("cancel");
    const one = studio.ask("now", { spec });
    running = one;
    one.answer.then(
      (now) => {
        if (running === one) studio.now.value = now;
      },
      () => {},
    );
  });
}

/** Reads the file again when the spec says that it is read another way. */
function watchReading(studio: Studio, reopen: (spec: Spec) => Promise<void>): void {
  let read: string | undefined;
  effect(() => {
    const { value: spec } = studio.spec;
    if (spec === undefined) return;
    const wanted = JSON.stringify([spec.input ?? {}, kindsIn(spec)]);
    const id = studio.table.peek()?.id ?? "";
    const before = read;
    read = wanted;
    if (before === undefined || before === wanted || id.endsWith(wanted)) return;
    void reopen(spec);
  });
}

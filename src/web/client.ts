/** @file The page's end of the line to the worker. */
import type { Api, Fault, FromWorker, Part, QuestionName, Step, ToWorker } from "./protocol.ts";

/** What a worker is to the page. */
export type Port = {
  postMessage(message: ToWorker): void;
  onmessage: ((event: { readonly data: FromWorker }) => void) | null;
};

/** A question that was asked. */
export type Inquiry<T> = {
  readonly answer: Promise<T>;
  readonly stop: (how: "cancel" | "settle" | "pause" | "go-on") => void;
};

/** Who wants to hear how a question goes. */
export type Listener = { readonly onStep?: (step: Step) => void; readonly onPart?: (part: Part) => void };

/** Asks the worker. */
export type Client = <K extends QuestionName>(
  name: K,
  question: Api[K]["ask"],
  listening?: Listener,
) => Inquiry<Api[K]["answer"]>;

/** A fault that the worker reported, thrown on the page. */
export class WorkerError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

type PendingAnswer = Listener & { readonly done: (value: unknown) => void; readonly failed: (error: Error) => void };

/** Opens the line; questions that are asked before the worker is there wait for it. */
export function openClient(starting: Promise<Port>): Client {
  const waiting = new Map<number, PendingAnswer>();
  let last = 0;
  const ready = starting.then((port) => {
    port.onmessage = ({ data }) => {
      const one = waiting.get(data.id);
      if (one === undefined) return;
      if ("step" in data) one.onStep?.(data.step);
      else if ("part" in data) one.onPart?.(data.part);
      else {
        waiting.delete(data.id);
        if ("fault" in data) one.failed(new WorkerError(data.fault));
        else one.done(data.answer);
      }
    };
    return port;
  });
  return (ask, question, listening = {}) => {
    const id = ++last;
    const answer = new Promise((done, failed) => {
      waiting.set(id, { ...listening, done, failed });
      ready.then((port) => port.postMessage({ id, ask, with: question })).catch(failed);
    });
    const stop = (how: "cancel" | "settle" | "pause" | "go-on"): void => {
      void ready.then((port) => port.postMessage({ id, stop: how }));
    };
    return { answer: answer as Promise<never>, stop };
  };
}

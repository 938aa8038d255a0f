import type { Api, Fault, FromWorker, Part, QuestionName, Step } from "../../src/web/protocol.ts";
import { openSession } from "../../src/web/worker/session.ts";

type Heard = { readonly steps: Step[]; readonly parts: Part[] };

/** A session in this thread, asked as the page asks its worker. */
export function askSession() {
  const waiting = new Map<number, { done: (value: unknown) => void; failed: (fault: Fault) => void; heard: Heard }>();
  const hear = openSession({
    post: (message: FromWorker) => {
      const one = waiting.get(message.id)!;
      if ("answer" in message) one.done(message.answer);
      else if ("fault" in message) one.failed(message.fault);
      else if ("step" in message) one.heard.steps.push(message.step);
      else one.heard.parts.push(message.part);
    },
  });
  let last = 0;
  const ask = <K extends QuestionName>(name: K, question: Api[K]["ask"]) => {
    const id = ++last;
    const heard: Heard = { steps: [], parts: [] };
    const answer = new Promise<Api[K]["answer"]>((done, failed) => {
      waiting.set(id, { done: done as (value: unknown) => void, failed, heard });
    });
    void hear({ id, ask: name, with: question });
    return { id, answer, heard, stop: (how: "cancel" | "settle") => hear({ id, stop: how }) };
  };
  return { ask };
}

import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { listenForInterrupt } from "../../src/cli/interrupt.ts";

function listen() {
  const events = new EventEmitter();
  const exits: number[] = [];
  const interrupt = listenForInterrupt({
    on: (name, hear) => events.on(name, hear),
    exit: (code) => exits.push(code),
  });
  return { interrupt, exits, press: (name = "SIGINT") => events.emit(name) };
}

describe("interrupt", () => {
  it("asks at the first Ctrl-C, and cleans up and ends at the second", () => {
    const { interrupt, exits, press } = listen();
    const undone: string[] = [];
    interrupt.onExit(() => undone.push("first"));
    interrupt.onExit(() => undone.push("second"));
    const forget = interrupt.onExit(() => undone.push("forgotten"));
    forget();
    press();
    expect(interrupt.signal.reason).toMatchObject({ code: "cancelled" });
    expect({ exits, undone }).toEqual({ exits: [], undone: [] });
    press();
    expect({ exits, undone }).toEqual({ exits: [130], undone: ["second", "first"] });
  });

  it("does not undo what is already in its place", () => {
    const { interrupt, exits, press } = listen();
    interrupt.commit();
    press();
    expect(interrupt.signal.aborted).toBe(false);
    press();
    expect(exits).toEqual([130]);
  });

  it("exits with 143 after SIGTERM, also where a search could settle", () => {
    const { interrupt, exits, press } = listen();
    interrupt.watch({ kind: "progress", stage: "search", done: 0, total: 1, canSettle: true });
    press("SIGTERM");
    expect(interrupt.settle.aborted).toBe(false);
    expect([interrupt.signal.aborted, interrupt.exitCode()]).toEqual([true, 143]);
    press("SIGTERM");
    expect(exits).toEqual([143]);
  });

  it("says that an end was asked for when nothing can be undone", () => {
    const { interrupt, press } = listen();
    interrupt.commit();
    expect(interrupt.ending.aborted).toBe(false);
    press();
    expect(interrupt.ending.aborted).toBe(true);
  });

  it("undoes the rest when one thing cannot be undone", () => {
    const { interrupt } = listen();
    const undone: string[] = [];
    interrupt.onExit(() => undone.push("kept"));
    interrupt.onExit(() => {
      throw new Error("gone already");
    });
    interrupt.cleanUp();
    expect(undone).toEqual(["kept"]);
  });
});

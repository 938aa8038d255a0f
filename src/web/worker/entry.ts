/** @file The worker as the browser starts it. */
import type { ToWorker } from "../protocol.ts";
import { openSession } from "./session.ts";

// a message to oneself waits for less than a timer does
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

const hear = openSession({
  post: (message) => postMessage(message),
  giveWay: () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    }),
});

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  void hear(event.data);
});

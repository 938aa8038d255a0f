/**
 * @file Finds the longest task of a page's thread in a trace of the browser. Other work on the machine makes a task long by the clock,
 * so its processor time is what counts.
 */

/** The longest task of any page's thread while something is done, in milliseconds. */
export async function longestTask(line, deed) {
  const events = [];
  const take = ({ value }) => events.push(...value);
  line.on("Tracing.dataCollected", take);
  await line.send("Tracing.start", { categories: "toplevel", transferMode: "ReportEvents" });
  await deed();
  const complete = new Promise((resolve) => line.once("Tracing.tracingComplete", resolve));
  await line.send("Tracing.end");
  await complete;
  line.off("Tracing.dataCollected", take);
  const threads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let [busy, clock] = [0, 0];
  for (const { name, pid, tid, dur = 0, tdur = 0 } of events) {
    if (!name.endsWith("RunTask") || !threads.has(`${pid} ${tid}`)) continue;
    busy = Math.max(busy, tdur / 1000);
    clock = Math.max(clock, dur / 1000);
  }
  return { busy, clock };
}

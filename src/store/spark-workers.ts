/**
 * @file Whether a cluster still has workers. Spark itself waits for others without end when all are lost, so what its
 * driver says of executors that come and go is read along; it says it in the same words under every master.
 */

/** How the driver logs: faults, and which executors come. */
export const driverLog: string = `rootLogger.level = error
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{yy/MM/dd HH:mm:ss} %p %c{1}: %m%n%ex
logger.cluster.name = org.apache.spark.scheduler.cluster
logger.cluster.level = info
`;

/** Reads what the driver says along. */
export type WorkerWatch = { readonly read: (text: string) => void; readonly stop: () => void };

/** Calls back when all executors were lost and none came for so many milliseconds. */
export function watchWorkers(patience: number, onGone: () => void): WorkerWatch {
  const alive = new Set<string>();
  let rest = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readLine = (line: string): void => {
    const come = /Registered executor .* with ID ([^\s,]+)/.exec(line)?.[1];
    const lost = /Lost executor (\S+) on/.exec(line)?.[1];
    if (come !== undefined) {
      alive.add(come);
      clearTimeout(timer);
    }
    if (lost !== undefined && alive.delete(lost) && alive.size === 0) timer = setTimeout(onGone, patience);
  };
  return {
    read: (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      lines.forEach(readLine);
    },
    stop: () => clearTimeout(timer),
  };
}

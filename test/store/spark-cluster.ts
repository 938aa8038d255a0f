import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { sparkHome } from "../../src/store/spark-session.ts";

/** A master with workers on this machine's loopback. */
export type Cluster = {
  readonly master: string;
  /** Kills a worker and its executor at once. */
  readonly kill: (worker: number) => void;
  readonly stop: () => void;
};

/** Starts a master and two workers of one core each. */
export async function startCluster(folder: string): Promise<Cluster> {
  const home = sparkHome()!;
  const port = await freePort();
  const master = `spark://127.0.0.1:${port}`;
  const start = (words: readonly string[]): ChildProcess =>
    spawn(join(home, "bin", "spark-class"), words, {
      cwd: folder,
      detached: true,
      stdio: "ignore",
      env: { ...process.env, SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1", SPARK_DAEMON_MEMORY: "256m" },
    });
  const deploy = "org.apache.spark.deploy";
  const own = [start([`${deploy}.master.Master`, "--host", "127.0.0.1", "--port", String(port), "--webui-port", "0"])];
  for (const worker of ["one", "two"]) {
    const words = ["--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0"];
    own.push(start([`${deploy}.worker.Worker`, master, ...words, "--work-dir", join(folder, worker)]));
  }
  const end = (child: ChildProcess): void => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // it has ended already
    }
  };
  return { master, kill: (worker) => end(own[worker + 1]), stop: () => own.forEach(end) };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Queries are many and small here: compiling them well would cost more than running them. */
const quickStart = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** Settings that keep Spark small. */
export const smallSettings: Readonly<Record<string, string>> = {
  "spark.driver.extraJavaOptions": quickStart,
  "spark.executor.extraJavaOptions": quickStart,
  "spark.driver.memory": "700m",
  "spark.executor.memory": "512m",
  "spark.executor.cores": "1",
  "spark.sql.shuffle.partitions": "2",
};

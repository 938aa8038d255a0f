/** Kills this process at its n-th move of a file, KOHORT_KILL_AT, before or after that move. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [moment, n] = (process.env.KOHORT_KILL_AT ?? "").split(":");
let moves = 0;
for (const name of ["renameSync", "linkSync"]) {
  const move = fs[name];
  fs[name] = (...paths) => {
    moves++;
    if (moves === Number(n) && moment === "before") process.kill(process.pid, "SIGKILL");
    move(...paths);
    if (moves === Number(n) && moment === "after") process.kill(process.pid, "SIGKILL");
  };
}
syncBuiltinESMExports();

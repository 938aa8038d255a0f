// Preloaded into a measured process: writes what it used, over all its threads, to the file that KOHORT_USAGE names.
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const used = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
    writeFileSync(process.env.KOHORT_USAGE, JSON.stringify(used));
  });
}

/**
 * Installs what some tests need: Chromium, and Apache Spark with a Java runtime. Packages of the system come by apt
 * after a question, which CI=true answers; Spark goes into the user's cache folder. What is there is left alone.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { sparkHome } from "../dist/store/spark-session.js";
import { chromiumPath } from "./chromium.mjs";

const works = (command, ...words) => spawnSync(command, words, { stdio: "ignore" }).status === 0;
const run = (command, ...words) => execFileSync(command, words, { stdio: "inherit" });

/** The packages that are missing. */
function missingPackages() {
  const missing = [];
  if (chromiumPath() === undefined) missing.push("chromium");
  if (!works("java", "-version")) missing.push("openjdk-17-jre-headless");
  if (sparkHome() === undefined && !works("python3", "-c", "import ensurepip, venv")) missing.push("python3-venv");
  return missing;
}

async function mayInstall(command) {
  if (process.env.CI === "true") return true;
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`Run \`${command}\`? [y/N] `);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function installPackages(packages) {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const install = [...sudo, "apt-get", "install", "-y", "-q", ...packages];
  if (!works("apt-get", "--version") || !(await mayInstall(install.join(" ")))) {
    console.error(`Missing: ${packages.join(", ")}. On Debian and Ubuntu: ${install.join(" ")}`);
    process.exit(1);
  }
  run(...sudo, "apt-get", "update", "-q");
  run(...install);
}

function installSpark() {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kohort", "spark");
  console.log(`Installing Apache Spark (pyspark 4.1) into ${folder}. This takes a few minutes.`);
  mkdirSync(folder, { recursive: true });
  run("python3", "-m", "venv", folder);
  run(join(folder, "bin", "pip"), "install", "--quiet", "pyspark==4.1.*");
}

const packages = missingPackages();
if (packages.length > 0) await installPackages(packages);
if (sparkHome() === undefined) installSpark();
console.log(`Chromium: ${chromiumPath()}\nSpark: ${sparkHome()}`);

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env.KOHORT_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser that tests drive; installed by apt where it is missing and this is root, and said so. */
export function chromiumPath(): string {
  const found = () => places.find((place) => place !== undefined && existsSync(place));
  const there = found();
  if (there !== undefined) return there;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.warn("the browser tests need chromium, which is not here: installing it with apt-get");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "inherit" });
    const installed = found();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "the browser tests need Chromium: install it (Debian: apt install chromium) or name one in KOHORT_CHROMIUM",
  );
}

import { existsSync } from "node:fs";

const places = [
  process.env.KOHORT_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export function chromiumPath() {
  return places.find((place) => place !== undefined && existsSync(place));
}

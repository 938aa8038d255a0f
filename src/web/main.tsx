/** @file The page as the browser starts it. */
import { render } from "preact";
import { App } from "./app.tsx";
import { openClient, type Port } from "./client.ts";
import { StudioContext } from "./context.ts";
import { takeHandedOver } from "./handed-over.ts";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/controls.css";
import "./styles/tables.css";
import "./styles/figures.css";
import { saveFiles } from "./save-files.ts";
import { openStudio } from "./studio.ts";

const handed = takeHandedOver();
// the worker starts once nothing more may be fetched, and so is bound by the same policy
const worker = handed.then(async () => (await import("./start-worker.ts")).startWorker() as unknown as Port);
const studio = openStudio(openClient(worker), saveFiles);

render(
  <StudioContext.Provider value={studio}>
    <App />
  </StudioContext.Provider>,
  document.getElementById("studio")!,
);

studio.topics.value = (await import("../explain/index.ts")).topics;
const found = await handed;
if (found !== undefined) {
  for (const { path, blob } of found.files) await studio.addFile(blob, path);
  await studio.openFile(found.blob, found.name, found.spec);
}

import { refuseWarnings } from "../../audit/index.ts";
import type { SynthesizerName } from "../../synthesis/index.ts";
import { writtenCell } from "../../table/index.ts";
import { type SynthesizeOptions, synthesisWarnings, synthesize } from "../../utility/index.ts";
import type { SyntheticResult } from "../protocol.ts";
import { releaseFor, rereadRelease } from "./run.ts";
import { type Handler, openedOf } from "./state.ts";
import { hierarchiesOf } from "./utility.ts";

/** Rows of the made table that the page shows. */
const shownRows = 12;

/** Trains a model on the table, or on a release of it, and says what its rows are worth. */
export const synthetic: Handler<"synthesize"> = async (state, ask, tools) => {
  const { read } = openedOf(state);
  const kept = ask.from === undefined ? undefined : await releaseFor(state, ask.from, tools);
  const options: SynthesizeOptions = {
    label: ask.label,
    attributes: ask.spec.attributes,
    rest: ask.spec.rest,
    countRows: ask.spec.person === "none",
    model: ask.model as SynthesizerName,
    epochs: ask.epochs,
    seed: ask.spec.seed ?? 1,
    rows: ask.rows,
    ...(kept === undefined
      ? {}
      : { from: await rereadRelease(kept, tools), hierarchies: hierarchiesOf(state, kept.release, kept.original) }),
  };
  let step = 0;
  const made = await tools.drive(synthesize.task(read.table, options), ({ done, figures }) => {
    if (figures === undefined || done === step) return;
    step = done;
    tools.part({ loss: { step, discriminator: figures.discriminator, generator: figures.generator } });
  });
  refuseWarnings(
    ask.spec.warnings,
    synthesisWarnings(made).map((sentence) => ({ kind: "synthetic", columns: [], sentence })),
  );
  state.synthetic = { key: `${ask.model} ${ask.label}`, made };
  return summaryOf(ask.label, made);
};

function summaryOf(label: string, made: Awaited<ReturnType<typeof synthesize>>): SyntheticResult {
  const { table, model, utility, similarity, privacy } = made;
  return {
    key: `${model.model} ${label}`,
    model: model.model,
    label,
    rows: table.rows,
    losses: "losses" in model ? model.losses : [],
    utility: Object.fromEntries(
      Object.entries(utility).map(([name, { accuracy, f1, auc }]) => [name, { accuracy, f1, auc }]),
    ),
    similarity: { marginals: similarity.marginals, pairs: similarity.pairs, discriminator: similarity.discriminator },
    privacy: Object.entries(privacy).map(([name, { success, baseline, verdict }]) => ({
      name,
      success,
      baseline,
      verdict,
    })),
    warnings: synthesisWarnings(made),
    columns: table.columns.map(({ name }) => name),
    preview: Array.from({ length: Math.min(shownRows, table.rows) }, (_, row) =>
      table.columns.map((_column, column) => writtenCell(table, row, column)),
    ),
  };
}

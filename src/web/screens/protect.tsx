import type { AlgorithmSpec } from "../../algorithms/index.ts";
import { formatNumber } from "../../base/index.ts";
import type { RowOrder, Spec } from "../../spec/index.ts";
import { useStudio } from "../context.ts";
import { methodOf, setAlgorithm, setPlain } from "../edits.ts";
import { formatSeconds } from "../format.ts";
import { Button, Menu, NumberEntry, optionsOf, WorkButton } from "../parts/entries.tsx";
import { Fields, type Settings } from "../parts/fields.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { type OpenStudio, TableScreen } from "../parts/states.tsx";
import { Why } from "../parts/why.tsx";
import type { Api, Method } from "../protocol.ts";
import { Goals } from "./goals.tsx";

/** What is asked for, and how it is to be reached. */
export function ProtectScreen() {
  return <TableScreen title="Protect" Body={Protection} />;
}

function Protection({ table, spec, catalogue }: OpenStudio) {
  return (
    <Screen
      title="Protect"
      lede="Every cohort of the release must meet all of these; what cannot be met is refused, with the nearest that can."
    >
      <Goals spec={spec} models={catalogue.privacy} />
      <Algorithm spec={spec} methods={catalogue.algorithms} />
      <Plain spec={spec} measures={catalogue.measures} />
      <Running rows={table.rows} />
    </Screen>
  );
}

function Algorithm({ spec, methods }: { readonly spec: Spec; readonly methods: readonly Method[] }) {
  const studio = useStudio();
  const algorithm = spec.algorithm ?? ({ name: studio.catalogue.value!.usualAlgorithm } as AlgorithmSpec);
  const method = methods.find(({ name }) => name === algorithm.name)!;
  return (
    <section class="section">
      <h2>Method</h2>
      <div class="form">
        <Menu
          label="algorithm"
          menu="algorithms"
          value={algorithm.name}
          options={optionsOf(methods)}
          onChange={(name) => studio.edit(setAlgorithm(methodOf(name, methods)))}
        />
      </div>
      <p>
        {method.sentence}
        <Why topic={algorithm.name} />
      </p>
      {method.fields.length === 0 ? null : (
        <details open={Object.keys(algorithm).length > 1}>
          <summary>Settings of {method.title}</summary>
          <div style={{ paddingTop: "10px" }}>
            <Fields
              fields={method.fields}
              settings={algorithm as unknown as Settings}
              columns={[]}
              files={[]}
              onChange={(settings) =>
                studio.edit(setAlgorithm({ ...settings, name: algorithm.name } as unknown as AlgorithmSpec))
              }
            />
          </div>
        </details>
      )}
    </section>
  );
}

const orders: readonly (readonly [RowOrder, string])[] = [
  ["canonical", "sorted by their own bytes"],
  ["shuffled", "shuffled by the seed"],
  ["input", "as they came"],
];

function Plain({ spec, measures }: { readonly spec: Spec; readonly measures: readonly Method[] }) {
  const studio = useStudio();
  const { keys } = studio.catalogue.value!;
  return (
    <section class="section">
      <h2>Further settings</h2>
      <div class="fields">
        <NumberEntry
          min={0}
          label="records that may be left out, %"
          value={percentOf(spec.suppression ?? 0)}
          max={100}
          help={keys.suppression}
          onChange={(share) => studio.edit(setPlain({ suppression: (share ?? 0) / 100 }))}
        />
        <Menu
          label="loss that is kept low"
          menu="measures"
          value={spec.measure ?? ""}
          options={[["", "as the method has it"], ...optionsOf(measures)]}
          help={keys.measure}
          onChange={(measure) => studio.edit(setPlain({ measure: (measure || undefined) as Spec["measure"] }))}
        />
        <NumberEntry
          min={0}
          label="seed"
          value={spec.seed ?? 1}
          whole
          help={keys.seed}
          onChange={(seed) => studio.edit(setPlain({ seed }))}
        />
        <Menu
          label="order of rows"
          value={spec.order ?? "canonical"}
          options={orders}
          help={keys.order}
          onChange={(order) => studio.edit(setPlain({ order: order as RowOrder }))}
        />
      </div>
    </section>
  );
}

/** A share in percent, without the dust of binary fractions. */
function percentOf(share: number): number {
  return Number((share * 100).toPrecision(12));
}

function Running({ rows }: { readonly rows: number }) {
  const studio = useStudio();
  const [found, keep] = useKept<Api["estimate"]["answer"]>(`estimate ${studio.key.value}`);
  const name = studio.spec.value?.algorithm?.name ?? studio.catalogue.value?.usualAlgorithm ?? "";
  const method = studio.catalogue.value?.algorithms.find((one) => one.name === name);
  const isTooBig = method?.small === true && rows > 500;
  const trialRows = isTooBig ? 200 : Math.min(10_000, Math.max(500, Math.round(rows / 20)));
  const time = async (): Promise<void> => {
    const answer = await studio.work("Timing two samples", "estimate", { spec: studio.spec.value! });
    if (answer !== undefined) keep(answer);
  };
  return (
    <section class="section">
      <h2>Run</h2>
      {isTooBig ? (
        <p data-state="too-big">
          <span class="bad">Too big: </span>
          {name} looks at every table there could be; on {formatNumber(rows)} rows it would not end in a lifetime. Run
          it on a sample, or choose a method for large tables.
        </p>
      ) : null}
      <div class="row">
        <WorkButton strong onWork={() => studio.run()}>
          Run
        </WorkButton>
        {trialRows < rows ? (
          <WorkButton onWork={() => studio.run(trialRows)}>Run on {formatNumber(trialRows)} rows</WorkButton>
        ) : null}
        <WorkButton disabled={isTooBig} onWork={time}>
          How long will it take?
        </WorkButton>
        <Button onClick={() => studio.go("frontier")}>Sweep k and methods</Button>
        {found === undefined ? null : <span>about {formatSeconds(found.seconds)}</span>}
      </div>
    </section>
  );
}

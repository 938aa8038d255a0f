import { useState } from "preact/hooks";
import type { Audit } from "../../audit/index.ts";
import { formatNumber, formatPoints, formatShare } from "../../base/index.ts";
import { drawPairs } from "../../report/index.ts";
import { Figure } from "../parts/figure.tsx";
import { Measured } from "../parts/measured.tsx";
import { ReleaseScreen } from "../parts/release-screen.tsx";
import { Table } from "../parts/table.tsx";
import { Why } from "../parts/why.tsx";
import { type Result, releaseOf } from "../protocol.ts";

type AuditPair = { readonly before: Audit; readonly after: Audit };

/** Who could be recognised, before and after. */
export function RiskScreen() {
  return (
    <ReleaseScreen
      title="Risk"
      lede="How likely it is that somebody is recognised by their quasi-identifiers, in the table as it was and in the release. Both are counted from the tables themselves."
      what="Risk"
      Body={Risks}
    />
  );
}

function Risks({ result }: { readonly result: Result }) {
  const [fraction, setFraction] = useState("");
  const share = Number(fraction) / 100;
  return (
    <Measured
      about={`risk ${fraction} ${result.key}`}
      title="Measuring risk"
      name="risk"
      question={{ ...releaseOf(result), fraction: share > 0 && share <= 1 ? share : undefined }}
    >
      {(found) => (
        <>
          <Attackers {...found} />
          <Sizes {...found} />
          <Above {...found} />
          <Population found={found} fraction={fraction} onFraction={setFraction} />
          <Dominance {...found} />
        </>
      )}
    </Measured>
  );
}

function Attackers({ before, after }: AuditPair) {
  const rows = [
    ["prosecutor", "knows that the person is in the table", before.risk.prosecutor, after.risk.prosecutor, "highest"],
    [
      "journalist",
      "knows the population, here the table itself",
      before.risk.journalist,
      after.risk.journalist,
      "highest",
    ],
    ["marketer", "wants as many as possible, whoever they are", before.risk.marketer, after.risk.marketer, "average"],
  ] as const;
  return (
    <section class="section">
      <h2>
        Three attackers
        <Why topic="risk" standing="bound" />
      </h2>
      <Table
        isNamed
        heads={["attacker", "knows or wants", { figure: "before" }, { figure: "after" }, { figure: "difference" }]}
        rows={rows.map(([name, knows, was, is, which]) => [
          <>
            {name} <span class="tag">{which}</span>
          </>,
          <td key="knows" class="quiet">
            {knows}
          </td>,
          formatShare(was),
          <span key="is" data-risk={name}>
            {formatShare(is)}
          </span>,
          `${is <= was ? "−" : "+"}${formatNumber(Math.abs(is - was) * 100, 1)} points`,
        ])}
      />
    </section>
  );
}

function bandName({ from, to }: { readonly from: number; readonly to?: number }): string {
  if (to === undefined) return `${formatNumber(from)} and more`;
  return from === to ? String(from) : `${formatNumber(from)} to ${formatNumber(to)}`;
}

/** All that bands of sizes count: people where these are counted, records otherwise. */
function everybodyIn({ risk }: AuditPair["before"]): number {
  return risk.sizes.reduce((sum, { records }) => sum + records, 0);
}

function Sizes({ before, after }: AuditPair) {
  const counted = after.release.people === undefined ? "records" : "people";
  const starts = [...new Set([...before.risk.sizes, ...after.risk.sizes].map(({ from }) => from))].sort(
    (a, b) => a - b,
  );
  const rows = starts.map((from) => {
    const [was, is] = [before, after].map(({ risk }) => risk.sizes.find((band) => band.from === from));
    return {
      label: bandName(was ?? is!),
      before: (was?.records ?? 0) / everybodyIn(before),
      after: (is?.records ?? 0) / everybodyIn(after),
    };
  });
  return (
    <section class="section">
      <h2>In how large a crowd are people?</h2>
      <Figure
        name="cohort-sizes"
        sentence={`Share of ${counted} by the size of their cohort. Before, ${formatShare(before.risk.unique)} were alone; now nobody is in a cohort of fewer than ${formatNumber(after.k)}.`}
        table={{
          columns: ["cohort size", `${counted} before`, `${counted} after`],
          rows: rows.map(({ label, before: was, after: is }) => [label, formatShare(was), formatShare(is)]),
        }}
        draw={(width) => drawPairs(`Share of ${counted} by size of cohort`, rows, { width, plain: true })}
      />
    </section>
  );
}

function Above({ before, after }: AuditPair) {
  return (
    <section class="section">
      <h2>
        Against common thresholds
        <Why topic="presets" standing="count" />
      </h2>
      <Table
        isNamed
        heads={["preset", { figure: "asks k" }, { figure: "at more risk, before" }, { figure: "after" }, "verdict"]}
        rows={Object.entries(after.risk.presets).map(([name, { k, above, met }]) => [
          name,
          k,
          formatShare(before.risk.presets[name as keyof typeof before.risk.presets].above),
          formatShare(above),
          <span key="verdict" class={met ? "good" : "quiet"}>
            {met ? "met" : "not met"}
          </span>,
        ])}
      />
    </section>
  );
}

type PopulationProps = {
  readonly found: AuditPair;
  readonly fraction: string;
  readonly onFraction: (fraction: string) => void;
};

function Population({ found: { before, after }, fraction, onFraction }: PopulationProps) {
  const [was, is] = [before.risk.population, after.risk.population];
  return (
    <section class="section">
      <h2>
        Alone in the population?
        <Why topic="population-uniques" standing="estimate" />
      </h2>
      <div class="row">
        <label class="check">
          the table is
          <input
            type="number"
            min={0}
            max={100}
            step="any"
            value={fraction}
            onChange={(event) => onFraction(event.currentTarget.value)}
          />
          % of its population
        </label>
      </div>
      {was === undefined || is === undefined ? (
        <p class="quiet">State the share to estimate how many people are alone in the whole population.</p>
      ) : (
        <p>
          Of about {formatNumber(is.population, 0)} people {formatNumber(was.populationUniques, 0)} would be alone by
          the table as it was and {formatNumber(is.populationUniques, 0)} by the release ({formatShare(is.share)}), by
          the estimator of {is.chosen}.
        </p>
      )}
    </section>
  );
}

function Dominance({ before, after }: AuditPair) {
  const names = Object.keys(after.risk.disclosure ?? {});
  if (names.length === 0) return null;
  return (
    <section class="section">
      <h2>
        Do sensitive values give themselves away?
        <Why topic="disclosure" standing="count" />
      </h2>
      <Table
        isNamed
        heads={[
          "column",
          { figure: "known for sure, before" },
          { figure: "after" },
          { figure: "largest rise of a share" },
        ]}
        rows={names.map((name) => {
          const { homogeneity, largestGain } = after.risk.disclosure![name];
          return [
            name,
            formatShare(before.risk.disclosure![name].homogeneity),
            <span key="after" class={homogeneity > 0 ? "tell" : ""}>
              {formatShare(homogeneity)}
            </span>,
            formatPoints(largestGain),
          ];
        })}
      />
    </section>
  );
}

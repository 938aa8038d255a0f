import { useState } from "preact/hooks";
import { formatNumber } from "../../base/index.ts";
import type { Audit } from "../../run/index.ts";
import { useStudio } from "../context.ts";
import { formatBytes } from "../format.ts";
import { Screen } from "../parts/screen.tsx";
import { NeedsResult, Stale, useResult } from "../parts/states.tsx";
import { saveFiles } from "../save-files.ts";

/** What one takes home, and how to do the same elsewhere. */
export function ReportScreen() {
  const studio = useStudio();
  const result = useResult();
  const [audited, setAudited] = useState<Audit>();
  if (result === undefined) {
    return (
      <Screen title="Report">
        <NeedsResult what="The report" />
      </Screen>
    );
  }
  const { report } = result;
  const save = async (what: "release" | "zip"): Promise<void> => {
    const found = await studio.work("Reading the release again", "download", {
      what,
      key: result.key,
      spec: result.spec,
    });
    if (found === undefined) return;
    setAudited(found.audited);
    saveFiles(found.files);
  };
  const file = studio.table.value?.name ?? "data.csv";
  const command = `kohort anonymize ${quoted(file)} -c kohort.json -o release.csv`;
  return (
    <Screen title="Report" lede="The release is read again from its very bytes and measured before it is handed out.">
      <Stale />
      <section class="section">
        <h2>Files</h2>
        <div class="row">
          <button type="button" class="button strong" onClick={() => void save("release")}>
            Release ({formatBytes(result.bytes)})
          </button>
          <button type="button" class="button" onClick={() => void studio.save("report.html")}>
            report.html
          </button>
          <button type="button" class="button" onClick={() => void studio.save("report.json")}>
            report.json
          </button>
          <button type="button" class="button" onClick={() => void studio.save("spec")}>
            Spec
          </button>
          <button type="button" class="button" onClick={() => void studio.save("hierarchies")}>
            Hierarchies
          </button>
          <button type="button" class="button" onClick={() => void save("zip")}>
            All in a zip
          </button>
        </div>
        {audited === undefined ? null : (
          <p role="status">
            <span class="good" />
            Audited from {formatBytes(result.bytes)} of written bytes: k {formatNumber(audited.k)},{" "}
            {formatNumber(audited.release.rows)} rows, {formatNumber(audited.release.cohorts)} cohorts.
          </p>
        )}
        <p class="mono quiet" style={{ overflowWrap: "anywhere" }}>
          SHA-256 {report.release.sha256}
        </p>
      </section>
      <section class="section">
        <h2>Audit of the written bytes</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">requirement</th>
              <th scope="col" class="number">
                asked
              </th>
              <th scope="col" class="number">
                measured
              </th>
              <th scope="col">what was measured</th>
              <th scope="col">verdict</th>
            </tr>
          </thead>
          <tbody>
            {report.privacy.map(({ model, attribute, asked, measured, holds, definition, relation }) => (
              <tr key={`${model} ${attribute ?? ""}`}>
                <td>
                  {model}
                  {attribute === undefined ? "" : ` (${attribute})`}
                </td>
                <td class="number">{asked === undefined ? "–" : `${relation ?? "≥"} ${formatNumber(asked)}`}</td>
                <td class="number">{formatNumber(measured)}</td>
                <td class="quiet small">{definition ?? ""}</td>
                <td class={holds ? "good" : "bad"}>{holds ? "holds" : "fails"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="section">
        <h2>The same elsewhere</h2>
        <p class="quiet">With the spec beside the data, this makes the same bytes on any computer:</p>
        <pre class="mono" style={{ background: "var(--wash)", padding: "10px 12px", margin: 0, overflow: "auto" }}>
          {command}
        </pre>
        <div class="row">
          <button type="button" class="button" onClick={() => void navigator.clipboard?.writeText(command)}>
            Copy
          </button>
        </div>
      </section>
    </Screen>
  );
}

/** A file name as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

import { useState } from "preact/hooks";
import { formatNumber } from "../../base/index.ts";
import type { Audit } from "../../run/index.ts";
import { useStudio } from "../context.ts";
import { formatBytes } from "../format.ts";
import { Screen } from "../parts/screen.tsx";
import { NeedsResult, Stale, useResult } from "../parts/states.tsx";
import { Heads } from "../parts/table.tsx";
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
  const hasHierarchy = Object.values(result.spec.attributes).some(
    ({ role, hierarchy }) => role === "quasi-identifying" && hierarchy !== undefined,
  );
  const file = studio.table.value?.name ?? "data.csv";
  const ending = studio.table.value?.format === "tsv" ? "tsv" : "csv";
  const command = `kohort anonymize ${quoted(file)} -c kohort.json -o release.${ending}`;
  return (
    <Screen title="Report" lede="The release is read again from its very bytes and measured before it is handed out.">
      <Stale />
      <section class="section">
        <h2>Files</h2>
        <table class="files">
          <tbody>
            {files.map(({ what, label, says }) => (
              <tr key={what}>
                <td>
                  <button
                    type="button"
                    class={what === "release" ? "button strong" : "button"}
                    disabled={what === "hierarchies" && !hasHierarchy}
                    onClick={() => void (what === "release" || what === "zip" ? save(what) : studio.save(what))}
                  >
                    {label}
                  </button>
                </td>
                <td>{what === "hierarchies" && !hasHierarchy ? "No quasi-identifier has one." : says}</td>
                <td class="number quiet">{what === "release" ? formatBytes(result.bytes) : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
          <Heads of={["requirement", { figure: "asked" }, { figure: "measured" }, "what was measured", "verdict"]} />
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
        <div class="row command">
          <pre class="mono">{command}</pre>
          <CopyButton text={command} />
        </div>
      </section>
    </Screen>
  );
}

const files = [
  { what: "release", label: "Release", says: "The table to publish." },
  { what: "report.html", label: "report.html", says: "What was done and measured, to read and to print." },
  { what: "report.json", label: "report.json", says: "The same for programs." },
  { what: "spec", label: "Spec", says: "kohort.json: all that was chosen, to do it again." },
  {
    what: "hierarchies",
    label: "Hierarchies",
    says: "How values were grouped, a CSV file for each column that has one.",
  },
  { what: "zip", label: "All in a zip", says: "Everything above in one file." },
] as const;

/** Puts a text on the clipboard and says so for a moment. */
function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <button type="button" class="button" onClick={() => void copy().catch(() => {})}>
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </button>
  );
}

/** A file name as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

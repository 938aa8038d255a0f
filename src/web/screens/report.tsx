import { useState } from "preact/hooks";
import type { Audit } from "../../audit/index.ts";
import { formatNumber } from "../../base/index.ts";
import type { Spec } from "../../spec/index.ts";
import { filesNamedIn } from "../columns.ts";
import { useStudio } from "../context.ts";
import { formatBytes } from "../format.ts";
import { Button, WorkButton } from "../parts/entries.tsx";
import { Screen } from "../parts/screen.tsx";
import { NeedsResult, Stale, useResult, Warnings } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";

/** What one takes home, and how to do the same elsewhere. */
export function ReportScreen() {
  const studio = useStudio();
  const result = useResult();
  const [last, setAudited] = useState<{ readonly of: string; readonly found: Audit }>();
  if (result === undefined) {
    return (
      <Screen title="Report">
        <NeedsResult what="The report" />
      </Screen>
    );
  }
  const { report } = result;
  const audited = last?.of === result.key ? last.found : undefined;
  const save = async (what: (typeof files)[number]["what"]): Promise<void> => {
    const found = await studio.save(what);
    if (found !== undefined) setAudited({ of: result.key, found });
  };
  const hasHierarchy = Object.values(result.spec.attributes).some(
    ({ role, hierarchy }) => role === "quasi-identifying" && hierarchy !== undefined,
  );
  const keyed = studio.catalogue.value?.replacements.filter((method) => method.keyed === true) ?? [];
  const isKeyed = Object.values(result.spec.attributes).some(({ replace }) =>
    keyed.some(({ name }) => name === replace?.kind),
  );
  const file = studio.table.value?.name ?? "data.csv";
  const ending = studio.table.value?.format === "tsv" ? "tsv" : "csv";
  const command = `kohort anonymize ${quoted(file)} -c kohort.json${isKeyed ? " --key-file key.txt" : ""} -o release.${ending}`;
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
                  <WorkButton
                    strong={what === "release"}
                    disabled={what === "hierarchies" && !hasHierarchy}
                    onWork={() => save(what)}
                  >
                    {label}
                  </WorkButton>
                </td>
                <td>{what === "hierarchies" && !hasHierarchy ? "No quasi-identifier has one." : says}</td>
                <td class="number quiet">{what === "release" ? formatBytes(result.bytes) : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {result.unpublished === "" ? null : <p data-report="unpublished">Not published: {result.unpublished}.</p>}
        <Warnings of={report.warnings} />
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
        <Table
          heads={["requirement", { figure: "asked" }, { figure: "measured" }, "what was measured", "verdict"]}
          rows={report.privacy.map(({ model, attribute, asked, measured, holds, definition, relation }) => [
            `${model}${attribute === undefined ? "" : ` (${attribute})`}`,
            asked === undefined ? "–" : `${relation ?? "≥"} ${formatNumber(asked)}`,
            formatNumber(measured),
            <td key="definition" class="quiet small">
              {definition ?? ""}
            </td>,
            <td key="verdict" class={holds ? "good" : "bad"}>
              {holds ? "holds" : "fails"}
            </td>,
          ])}
        />
      </section>
      <section class="section">
        <h2>The same elsewhere</h2>
        {result.trialRows === undefined ? (
          <>
            <p class="quiet">
              With {besideData(result.spec, isKeyed)} beside the data, this makes the same bytes on any computer:
            </p>
            <div class="row command">
              <pre class="mono">{command}</pre>
              <CopyButton text={command} />
            </div>
          </>
        ) : (
          <p>
            This release is made of a sample of {formatNumber(result.trialRows)} rows, which the command line does not
            draw. Run on all rows for one that can be made elsewhere.
          </p>
        )}
      </section>
    </Screen>
  );
}

/** The files that must lie beside the data for the command to make the same bytes, as words. */
function besideData(spec: Spec, isKeyed: boolean): string {
  const files = ["the spec", ...filesNamedIn(spec), ...(isKeyed ? ["the key (as key.txt)"] : [])];
  return files.length === 1 ? files[0] : `${files.slice(0, -1).join(", ")} and ${files.at(-1)}`;
}

const files = [
  { what: "release", label: "Release", says: "The table to publish." },
  { what: "report.html", label: "report.html", says: "What was done and measured, to read and to print." },
  { what: "report.json", label: "report.json", says: "The same for programs." },
  { what: "spec", label: "Spec", says: "kohort.json: all that was chosen, to do it again." },
  { what: "zip", label: "These in a zip", says: "The four above in one file, to hand on." },
  {
    what: "hierarchies",
    label: "Hierarchies",
    says: "For you alone: how values were grouped, with every value of the table, a CSV file for each column that has one.",
  },
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
    <Button onClick={() => void copy().catch(() => {})}>
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </Button>
  );
}

/** A file name as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

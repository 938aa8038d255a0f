/** @file Files to be saved. A release goes out only after its bytes were read again and measured. */
import { type Zippable, zipSync } from "fflate";
import { jsonText, KohortError, wait } from "../../base/index.ts";
import { examine } from "../../examine/index.ts";
import { writeHierarchy } from "../../hierarchy/index.ts";
import { publish } from "../../publish/index.ts";
import { htmlPage, releasePage } from "../../report/index.ts";
import { columnsWith, type Spec, specText } from "../../spec/index.ts";
import { writeCsv, writeDialect } from "../../table/index.ts";
import { fileWord } from "../format.ts";
import type { Download } from "../protocol.ts";
import { hexOf, releaseFor, sinkOf } from "./run.ts";
import { type Handler, type KeptRelease, openedOf, plainSpec, type State, type Tools } from "./state.ts";
import { hierarchiesOf } from "./utility.ts";

/** Makes the files of one kind, or all that may be handed on in a zip. */
export const download: Handler<"download"> = async (state, { what, of }, tools) => {
  if (what === "synthetic") return { files: [syntheticFile(state)] };
  if (of === undefined) throw new KohortError("usage", "there is no result yet", { hint: "run first" });
  if (what === "spec") return { files: [specFile(of.spec)] };
  const kept = await releaseFor(state, of, tools);
  if (what === "report.json") return { files: [reportJson(kept)] };
  if (what === "report.html") return { files: [await reportHtml(state, kept, tools)] };
  if (what === "hierarchies") return { files: asOne("hierarchies.zip", hierarchyFiles(state, kept)) };
  // hierarchies, and files that the spec names, hold values of the table or people of a population
  const beside =
    what === "release" ? [] : [await reportHtml(state, kept, tools), reportJson(kept), specFile(kept.result.spec)];
  const { audit: audited } = await handOut(state, kept, tools);
  return { files: asOne("kohort.zip", [releaseFile(state, kept), ...beside]), audited };
};

/** Several files in a zip: browsers ask before they save more than one. */
function asOne(zip: string, files: readonly Download[]): Download[] {
  if (files.length <= 1) return [...files];
  const entries: Zippable = Object.fromEntries(
    files.map(({ name, bytes }) => [name, [bytes, { mtime: "1980-01-01" }]]),
  );
  return [{ name: zip, type: "application/zip", bytes: zipSync(entries) }];
}

/** Publishes a release that is held: the very bytes that are handed out are read back and measured again. */
function handOut(
  state: State,
  { release, input, bytes, result }: KeptRelease,
  tools: Tools,
): Promise<Pick<KeptRelease, "audit">> {
  return tools.drive(
    publish({
      spec: release.spec,
      columns: [],
      *make() {
        return release;
      },
      sink: {
        ...sinkOf(state, input),
        *write() {
          if ((yield* wait(hexOf(bytes))) === result.report.release.sha256) return bytes;
          throw new KohortError("audit", "the bytes of the release are not those that were audited", {
            hint: "run it again",
          });
        },
      },
      *conclude(verdict) {
        return verdict;
      },
    }),
  );
}

function releaseFile(state: State, { bytes }: KeptRelease): Download {
  const { format } = openedOf(state);
  const tabbed = format === "tsv";
  return { name: tabbed ? "release.tsv" : "release.csv", type: "text/csv", bytes };
}

function specFile(spec: Spec): Download {
  return textFile("kohort.json", "application/json", specText(plainSpec(spec)));
}

function reportJson({ result }: KeptRelease): Download {
  return textFile("report.json", "application/json", `${jsonText(result.report)}\n`);
}

/** The page that the command line writes too, with what attackers could do. */
async function reportHtml(state: State, { result, release, original }: KeptRelease, tools: Tools): Promise<Download> {
  const { files } = state;
  const examination = await tools.drive(examine.task(original, release, { files }));
  const { before, attacks } = examination;
  const report = {
    ...result.report,
    before: { cohorts: before.sizes.length, risk: before.risk },
    attacks: attacks.findings,
    notTried: attacks.skipped,
  };
  const page = releasePage({ report, release, examination });
  return textFile("report.html", "text/html", htmlPage(page.title, page.sections, page.lead));
}

function hierarchyFiles(state: State, { release, original }: KeptRelease): Download[] {
  const built = hierarchiesOf(state, release, original);
  const quasi = new Set(columnsWith(release.spec, "quasi-identifying"));
  return Object.entries(built)
    .filter(([name]) => quasi.has(name))
    .map(([name, hierarchy]) => textFile(`hierarchy-${fileWord(name)}.csv`, "text/csv", writeHierarchy(hierarchy)));
}

function syntheticFile(state: State): Download {
  const { synthetic } = state;
  if (synthetic === undefined) {
    throw new KohortError("usage", "no rows were made yet", { hint: "train a model first" });
  }
  const dialect = writeDialect(openedOf(state).read.dialect);
  return { name: "synthetic.csv", type: "text/csv", bytes: writeCsv(synthetic.made.table, dialect) };
}

function textFile(name: string, type: string, text: string): Download {
  return { name, type, bytes: new TextEncoder().encode(text) };
}

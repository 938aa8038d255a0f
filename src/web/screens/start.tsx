import { useRef, useState } from "preact/hooks";
import { useStudio } from "../context.ts";
import { Button } from "../parts/entries.tsx";
import { Screen } from "../parts/screen.tsx";

const tables = ".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.parquet";

/** Where a table comes in: dropped, picked, or the sample. */
export function StartScreen() {
  const studio = useStudio();
  const [isOver, setIsOver] = useState(false);
  return (
    <Screen
      title="Publish a table in which nobody stands out"
      lede="Open a table, say what its columns are, ask how large the crowd around everybody must be, and take home a release that was audited from its own bytes. Nothing leaves this computer: the page forbids itself to send anything."
    >
      <section
        class={isOver ? "drop over" : "drop"}
        aria-label="Open a table"
        onDragOver={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
      >
        <h2>Drop a file here</h2>
        <p class="quiet">CSV, TSV, JSON, JSON Lines or Parquet; its kohort.json and hierarchies may come with it.</p>
        <div class="row">
          <Pick
            label="Choose a file …"
            accept={tables}
            strong
            isMany
            onPick={(files) => void studio.openFiles(files)}
          />
          <Pick
            label="Open a spec …"
            accept=".json,.jsonc"
            onPick={([file]) => {
              if (file !== undefined) void studio.openSpec(file, file.name);
            }}
          />
        </div>
      </section>
      <section class="section">
        <h2>Or look around first</h2>
        <p class="lede">
          A made-up clinic: 3,000 admissions with names, ages, places and diagnoses. It comes with roles and
          hierarchies, and is anonymized at once.
        </p>
        <div class="row">
          <Button look="strong" onClick={() => void studio.openSample()}>
            Open the sample
          </Button>
        </div>
      </section>
      <section class="section">
        <h2>What happens</h2>
        <ol class="three">
          <li>
            <b>Data and Attributes.</b> <span class="quiet">What is in the table, and who could be found by what.</span>
          </li>
          <li>
            <b>Protect.</b> <span class="quiet">How large a crowd, how varied, by which method, at which loss.</span>
          </li>
          <li>
            <b>Result and beyond.</b>{" "}
            <span class="quiet">The cohorts painted, the risk measured, attackers played, and the files.</span>
          </li>
        </ol>
      </section>
    </Screen>
  );
}

type PickProps = {
  readonly label: string;
  readonly accept: string;
  readonly strong?: boolean;
  /** Whether several may be picked at once. */
  readonly isMany?: boolean;
  readonly onPick: (files: readonly File[]) => void;
};

/** A button that opens the browser's file picker. */
export function Pick({ label, accept, strong = false, isMany = false, onPick }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={strong ? "button strong" : "button"} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMany}
        hidden
        aria-label={label}
        onChange={(event) => {
          onPick([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

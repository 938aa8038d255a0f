import { useEffect, useRef, useState } from "preact/hooks";
import type { Spec } from "../../spec/index.ts";
import { WorkerError } from "../client.ts";
import { useStudio } from "../context.ts";
import { Button } from "./entries.tsx";

/** The button that opens the spec, to which the focus goes back. */
export const specButton = "spec-button";

/** The spec as text, to read, to copy and to change. */
export function SpecView() {
  const studio = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isOpen = studio.specIsOpen.value;
  const spec = studio.spec.value;
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  const shown = spec === undefined ? "" : JSON.stringify(spec, null, 2);
  const before = useRef("");
  useEffect(() => {
    // what was typed stays; what was not follows the spec, which Undo and other controls change
    if (text === before.current) setText(shown);
    before.current = shown;
  }, [shown]);
  useEffect(() => {
    if (!isOpen) return;
    setText(shown);
    setWrong(undefined);
    dialog.current?.show();
    // from the first line on, not where the text ends
    requestAnimationFrame(() => {
      area.current?.setSelectionRange(0, 0);
      area.current?.scrollTo(0, 0);
    });
  }, [isOpen]);
  const close = (): void => {
    dialog.current?.close();
    studio.specIsOpen.value = false;
    document.getElementById(specButton)?.focus();
  };
  const take = async (): Promise<void> => {
    try {
      const read: Spec = await studio.ask("parseSpec", { text, name: "kohort.json" }).answer;
      studio.edit(() => read);
      close();
    } catch (thrown) {
      const fault = thrown instanceof WorkerError ? thrown.fault : undefined;
      setWrong([fault?.message ?? String(thrown), fault?.where, fault?.hint].filter(Boolean).join("\n"));
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="spec-title"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <div>
        <h2 id="spec-title">kohort.json</h2>
        <p class="quiet">
          All that was chosen here, as the command line reads it. Changing it is one step that Undo takes back.
        </p>
        <textarea
          ref={area}
          class="mono"
          aria-label="the spec"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {wrong === undefined ? null : (
          <pre class="bad" role="alert" style={{ whiteSpace: "pre-wrap", margin: 0 }}>
            {wrong}
          </pre>
        )}
        <div class="row">
          <Button look="strong" onClick={() => void take()}>
            Use this
          </Button>
          <Button onClick={close}>Close</Button>
        </div>
      </div>
    </dialog>
  );
}

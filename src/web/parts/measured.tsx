import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../context.ts";
import type { Api, QuestionName } from "../protocol.ts";
import { WorkButton } from "./entries.tsx";
import { useKept } from "./kept.ts";

/** What is measured when one comes to look at it: once, after other work, and again on demand where it was stopped. */
export function Measured<K extends QuestionName>({
  about,
  title,
  name,
  question,
  children,
}: {
  /** What tells this answer from others. */
  readonly about: string;
  readonly title: string;
  readonly name: K;
  readonly question: Api[K]["ask"];
  readonly children: (
    found: NonNullable<Api[K]["answer"]>,
    keep: (found: Api[K]["answer"]) => void,
  ) => ComponentChildren;
}) {
  const studio = useStudio();
  const [found, keep] = useKept<Api[K]["answer"]>(about);
  const begun = useRef<string | undefined>(undefined);
  const isBusy = studio.job.value !== undefined;
  const measure = async (): Promise<void> => {
    begun.current = about;
    const answer = await studio.work(title, name, question);
    if (answer !== undefined) keep(answer);
  };
  useEffect(() => {
    if (found === undefined && !isBusy && begun.current !== about) void measure();
  }, [about, isBusy]);
  if (found !== undefined) return <>{children(found as NonNullable<Api[K]["answer"]>, keep)}</>;
  const isBegun = begun.current === about;
  if (isBusy || !isBegun) {
    return <p class="quiet">{isBusy && !isBegun ? "This waits until what is running is done." : `${title} …`}</p>;
  }
  return (
    <div class="row" data-state="stopped">
      <span>This was not measured to its end.</span>
      <WorkButton onWork={measure}>Measure again</WorkButton>
    </div>
  );
}

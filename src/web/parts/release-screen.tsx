import type { ComponentType } from "preact";
import type { Result } from "../protocol.ts";
import { Screen } from "./screen.tsx";
import { NeedsResult, Stale, useResult } from "./states.tsx";

type ReleaseScreenProps = {
  readonly title: string;
  readonly lede: string;
  /** What needs the release, as the beginning of a sentence. */
  readonly what: string;
  readonly Body: ComponentType<{ readonly result: Result }>;
};

/** A screen about a release: what it says of it, or what to do to get one. */
export function ReleaseScreen({ title, lede, what, Body }: ReleaseScreenProps) {
  const result = useResult();
  return (
    <Screen title={title} lede={lede}>
      {result === undefined ? (
        <NeedsResult what={what} />
      ) : (
        <>
          <Stale />
          <Body key={result.key} result={result} />
        </>
      )}
    </Screen>
  );
}

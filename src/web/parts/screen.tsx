import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

type ScreenProps = {
  readonly title: string;
  readonly lede?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
};

/** A screen: its one heading, to which the focus moves, a sentence, and what it shows. */
export function Screen({ title, lede, wide = false, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class={wide ? "screen wide" : "screen"}>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lede === undefined ? null : <p class="lede">{lede}</p>}
      </header>
      {children}
    </div>
  );
}

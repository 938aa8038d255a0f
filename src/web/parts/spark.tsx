import { largest } from "../../base/index.ts";
/** Small bars for a column's values. */
export function Spark({ counts, width = 120 }: { readonly counts: readonly number[]; readonly width?: number }) {
  const most = Math.max(1, largest(counts));
  const step = width / Math.max(counts.length, 1);
  return (
    <svg class="spark" viewBox={`0 0 ${width} 26`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, place) => {
        const height = count === 0 ? 0 : Math.max(1, (25 * count) / most);
        return <rect key={place} x={place * step} y={26 - height} width={Math.max(0.5, step - 1)} height={height} />;
      })}
    </svg>
  );
}

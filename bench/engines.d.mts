/** Types of the engines' bench, for the tests that use it. */
export function treeMemory(root: number): number;
export function writeParquet(folder: string, rows: number, zip: boolean): Promise<void>;
export function watched(words: readonly string[]): Promise<{
  readonly code: number | null;
  readonly peak: number;
  readonly seconds: number;
  readonly report: {
    readonly release: { readonly smallest: number };
    readonly search: {
      readonly engine: { readonly tuples: number; readonly levels: number; readonly bytesSpilled: number };
    };
  };
}>;

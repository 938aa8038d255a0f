import type { Download } from "./protocol.ts";

/** Hands files to the browser, which asks where they go or puts them where downloads go. */
export function saveFiles(files: readonly Download[]): void {
  for (const { name, type, bytes } of files) {
    const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

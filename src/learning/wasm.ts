/** @file WebAssembly as far as the kernels need it; its types are the page's, and the core knows no page. */

type Instance = { readonly exports: Readonly<Record<string, (...values: number[]) => number>> };
type Memory = { readonly buffer: ArrayBuffer };
type Assembly = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: { readonly env: { readonly memory: Memory } }) => Instance;
  readonly Memory: new (size: { readonly initial: number }) => Memory;
};

/** Kernels over one memory of fixed size. */
export type KernelModule = { readonly buffer: ArrayBuffer; readonly exports: Instance["exports"] };

const pageBytes = 65536;

/** Starts embedded kernels on a fresh memory; undefined where the host has no WebAssembly with SIMD. */
export function loadKernels(base64: string, bytes: number): KernelModule | undefined {
  const assembly = (globalThis as unknown as { readonly WebAssembly?: Assembly }).WebAssembly;
  if (assembly === undefined) return undefined;
  try {
    const module = new assembly.Module(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    const memory = new assembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
    return { buffer: memory.buffer, exports: new assembly.Instance(module, { env: { memory } }).exports };
  } catch {
    return undefined;
  }
}

/** Hands out places in a memory that is asked for once, at the end. */
export type Layout = { readonly take: (bytes: number) => number; readonly size: () => number };

/** Lays out a memory; every place is a multiple of 16, and the first 16 bytes are left free. */
export function layout(): Layout {
  let used = 16;
  return {
    take: (bytes) => {
      const place = used;
      used += Math.ceil(bytes / 16) * 16;
      return place;
    },
    size: () => used,
  };
}

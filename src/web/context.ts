import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Studio } from "./studio.ts";

/** The studio, for every part of the page. */
export const StudioContext = createContext<Studio | undefined>(undefined);

/** The studio that this part of the page belongs to. */
export function useStudio(): Studio {
  return useContext(StudioContext)!;
}

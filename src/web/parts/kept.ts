import { useStudio } from "../context.ts";

/** Something a screen was told, kept while the table is open: the value and how to set it. */
export function useKept<T>(about: string): readonly [T | undefined, (value: T | undefined) => void] {
  const { answers } = useStudio();
  return [
    answers.value.get(about) as T | undefined,
    (value) => {
      answers.value = new Map([...answers.peek(), [about, value]]);
    },
  ];
}

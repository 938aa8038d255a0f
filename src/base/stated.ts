/** A value without the members that say nothing, for where its names are counted or listed. */
export function stated<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

import { dayOf } from "../hierarchy/index.ts";
import { daysSince1970 } from "../table/index.ts";

/** A day, counted from 1970-01-01, as ISO text: 2024-03-01. */
export function dayText(days: number): string {
  const { year, month, day } = dayOf(days);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The days since 1970-01-01 that ISO text such as 2024-03-01 stands for, or NaN. */
export function daysIn(text: string): number {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (found === null) return Number.NaN;
  const days = daysSince1970(Number(found[1]), Number(found[2]), Number(found[3]));
  return dayText(days) === text ? days : Number.NaN;
}

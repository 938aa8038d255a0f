import { KohortError } from "../base/index.ts";

/** A round width (1, 2 or 5 times a power of ten) that cuts the numbers into ten to twenty intervals or a few less. */
export function niceWidth(numbers: Float64Array): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  const whole = numbers.every(Number.isSafeInteger);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const wanted = Math.max(high / 20 - low / 20, largest / 2 ** 40);
  if (!(wanted > 0) || !Number.isFinite(wanted)) return whole ? 2 : 1;
  const width = roundUp(wanted);
  return whole ? Math.max(2, width) : width;
}

/** The smallest of 1, 2, 5 times a power of ten that is not below the number. */
function roundUp(number: number): number {
  const exponent = Number(number.toExponential().split("e")[1]);
  for (const digit of ["1", "2", "5"]) {
    const candidate = Number(`${digit}e${exponent}`);
    if (candidate >= number) return candidate;
  }
  return Number(`1e${exponent + 1}`);
}

/**
 * Finds the interval between neighbouring boundaries `origin + i · width · times` that a number lies in, from `low` up to
 * but not including `high`; exact for decimals.
 */
export function decimalMultiples(
  origin: number,
  width: number,
  times: number,
  where: string | undefined,
): (number: number) => Multiples {
  const find = findMultiples(origin, width, times);
  return (number) => {
    const found = find(number);
    if (found !== undefined) return found;
    throw new KohortError("hierarchy", `intervals of width ${width} are too narrow for a number such as ${number}`, {
      hint: "state a larger width",
      where,
    });
  };
}

/** Neighbouring boundaries around a number. */
type Multiples = { readonly low: number; readonly high: number };

/** As `decimalMultiples`; undefined where no two boundaries that a computer tells apart hold the number. */
export function findMultiples(origin: number, width: number, times: number): (number: number) => Multiples | undefined {
  const start = decimal(origin);
  const step = decimal(width);
  const exponent = origin === 0 ? step.exponent : Math.min(start.exponent, step.exponent);
  const first = start.digits * Number(`1e${origin === 0 ? 0 : start.exponent - exponent}`);
  const stride = step.digits * Number(`1e${step.exponent - exponent}`) * times;
  const unit = Number(`1e${Math.abs(exponent)}`);
  const boundary = (i: number): number => {
    const count = first + i * stride;
    if (!Number.isSafeInteger(count)) return Number.NaN;
    return exponent < 0 ? count / unit : count * unit;
  };
  return (number) => {
    let i = Math.floor((number - origin) / (width * times));
    if (number < boundary(i)) i -= 1;
    else if (number >= boundary(i + 1)) i += 1;
    const low = boundary(i);
    const high = boundary(i + 1);
    return low <= number && number < high ? { low, high } : undefined;
  };
}

/** A number as a whole number of digits times a power of ten, as it is written in decimal. */
function decimal(number: number): { digits: number; exponent: number } {
  const [mantissa, exponent] = number.toExponential().split("e") as [string, string];
  const places = mantissa.split(".")[1]?.length ?? 0;
  return { digits: Number(mantissa.replace(".", "")), exponent: Number(exponent) - places };
}

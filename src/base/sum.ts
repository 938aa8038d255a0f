/** The sum of numbers, which is the same to the last digit in whatever order they are given. */
export function sumOf(numbers: ArrayLike<number>): number {
  return Float64Array.from(numbers)
    .sort()
    .reduce((sum, number) => sum + number, 0);
}

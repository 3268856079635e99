/** Whether a gap is before each seat of a row: its numbers skip some there. A row of only odd numbers has none. */
export function gapsOf(seats: readonly { readonly number: number }[]): boolean[] {
  const steps = seats.slice(1).map(({ number }, i) => number - seats[i]!.number)
  const usual = Math.max(1, Math.min(...steps))
  return [false, ...steps.map((step) => step > usual)]
}

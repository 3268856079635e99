const LENGTH = 8

/** An order number for display: FY-XXXX-XXXX. The prefix distinguishes it from a ticket code. */
export const shownOrderNumber = (number: string): string => `FY-${number.slice(0, 4)}-${number.slice(4)}`

/** Parses a typed order number into its stored form. Ignores case, spaces, dashes and the FY prefix. */
export function typedOrderNumber(typed: string): string {
  const number = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return number.length === LENGTH + 2 && number.startsWith('FY') ? number.slice(2) : number
}

const LENGTH = 8

/** The number of an order as people read it: in two groups, after the letters that tell it from a ticket's code. */
export const shownOrderNumber = (number: string): string => `FY-${number.slice(0, 4)}-${number.slice(4)}`

/** An order number as it is stored, from what people type: in any case, with or without spaces, dashes and the first letters. */
export function typedOrderNumber(typed: string): string {
  const number = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return number.length === LENGTH + 2 && number.startsWith('FY') ? number.slice(2) : number
}

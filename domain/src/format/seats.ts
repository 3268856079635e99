/** A seat as its plan names it; `section` and `row` are empty where the plan names seats only. */
export type SeatName = { label: string; section: string; row: string; number: number | string }

const LABEL = /^(?:(.+) )?(\p{Lu}{1,3})(\d+\p{Ll}?(?: \(.+\))?)$/u

/** Reads the label of a seat, such as 'Stalls A3' or 'C1 (wheelchair space)', whose words stay with the number. A label that names no row is the seat's whole name. */
export function seatOfLabel(label: string): SeatName {
  const [, section = '', row = '', number = label] = LABEL.exec(label) ?? []
  return { label, section, row, number }
}

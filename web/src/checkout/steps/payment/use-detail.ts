import type { ChangeEvent, FocusEvent } from 'react'
import { useEffect } from 'react'
import type { DetailField } from './details.ts'
import type { Payment } from './payment-state.ts'

/** Connects a text field to the details: its value, its error, and when the error is cleared. */
export function useDetail(field: DetailField, { paying, details, errorOf, clear }: Payment) {
  const right = !details.problems.some(({ fieldId }) => fieldId === field)

  // biome-ignore lint/correctness/useExhaustiveDependencies: cleared once, when it becomes right
  useEffect(() => {
    if (right) clear(field)
  }, [right])

  return {
    id: field,
    name: field,
    value: details.values[field],
    error: errorOf(field),
    disabled: paying,
    onChange: (event: ChangeEvent<HTMLInputElement>) => details.change({ [field]: event.target.value }),
    // On the way to a button, an error here would move the button while it is pressed. Pressing it shows the error anyway.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof HTMLButtonElement)) details.leave(field)
    },
  }
}

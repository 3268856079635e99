import type { ChangeEvent, FocusEvent } from 'react'
import { useEffect } from 'react'
import { isPressing } from '../../../ui/forms/is-pressing.ts'
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
    // Pressing the button shows the error anyway.
    onBlur: (event: FocusEvent) => {
      if (!isPressing(event)) details.leave(field)
    },
  }
}

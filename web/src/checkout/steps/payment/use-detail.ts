import type { FocusEvent } from 'react'
import { useEffect } from 'react'
import { bindFields } from '../../../ui/forms/bind-fields.ts'
import { isPressing } from '../../../ui/forms/is-pressing.ts'
import type { DetailField } from './details.ts'
import type { Payment } from './payment-state.ts'

/** Connects a text field to the details: its value, its error, and when the error is cleared. */
export function useDetail(field: DetailField, { paying, details, errorOf, clear }: Payment) {
  const isValid = !details.problems.some(({ fieldId }) => fieldId === field)

  // biome-ignore lint/correctness/useExhaustiveDependencies: cleared once, when it becomes valid
  useEffect(() => {
    if (isValid) clear(field)
  }, [isValid])

  return {
    ...bindFields(details.values, { change: details.change, errorOf, disabled: paying }).text(field),
    // Pressing the button shows the error anyway.
    onBlur: (event: FocusEvent) => {
      if (!isPressing(event)) details.markBlurred(field)
    },
  }
}

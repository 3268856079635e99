import type { ChangeEvent } from 'react'
import { useEffect } from 'react'
import type { DetailField } from './details.ts'
import type { Payment } from './payment-state.ts'

/** What ties one text field to the details: its value, its words, and when they go away. */
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
    onBlur: () => details.leave(field),
  }
}

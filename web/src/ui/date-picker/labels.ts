import type { ReactNode } from 'react'

export type DatePickerLabels = {
  /** the button: "Choose from a calendar" */
  open: string
  /** the accessible name of the calendar */
  dialog: string
  previous: string
  next: string
  /** read out after the current day */
  today: string
  chosen: string
  /** shown under the field once an invalid text has been typed */
  invalid: ReactNode
  invalidTime?: ReactNode
}

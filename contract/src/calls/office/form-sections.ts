import { z } from 'zod'
import { mapOf, text } from '../../call.ts'

/** A form field as the page renders it. */
const Field = z.object({
  name: z.string(),
  control: z.enum(['text', 'number', 'amount', 'percent', 'moment', 'flag', 'long', 'choice', 'many']),
  label: z.string(),
  hint: z.string(),
  /** How saving the field affects buyers. */
  effect: z.string(),
  /** Multiple choices are separated by line breaks; a flag is 0 or 1. */
  value: z.string(),
  prefix: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  required: z.boolean(),
  /** Shown only after the details are opened. */
  more: z.boolean(),
})

/** A section of a form: plain fields, and lists of rows. */
export const Parts = z.array(
  z.object({
    /** Empty for plain fields. */
    list: z.string(),
    legend: z.string(),
    /** What one row is called, such as "Ticket type". */
    row_label: z.string(),
    lead: z.string(),
    /** Saved rows can't be removed. */
    permanent: z.boolean(),
    /** `was` identifies the saved row, even after it is renamed. */
    rows: z.array(z.object({ was: z.string(), title: z.string(), note: z.string(), fields: z.array(Field) })),
    /** The fields of a new row, with N in place of the row number in their names. */
    blank: z.array(Field).nullable(),
  }),
)

/** The person's input, by field name. */
/** As many as the form parser reads. */
const MAX_FIELDS = 1000

export const Typed = mapOf(
  z.string().max(200),
  z.union([text(20_000), z.array(text(500)).max(400)]),
  MAX_FIELDS,
).default({})

import { z } from 'zod'
import { text } from '../../call.ts'

/** Where the page leads when a form is done. */
export const Leads = z.object({ success: z.literal(true), next: z.string() })

/** A field of a form, as it is drawn. */
const Field = z.object({
  name: z.string(),
  control: z.enum(['text', 'number', 'amount', 'percent', 'moment', 'flag', 'long', 'choice', 'many']),
  label: z.string(),
  hint: z.string(),
  /** What saving it does to buyers. */
  effect: z.string(),
  /** A choice of several has one a line; a flag is 0 or 1. */
  value: z.string(),
  prefix: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  required: z.boolean(),
  more: z.boolean(),
})

/** A section of a form: plain fields, and lists of rows. */
export const Parts = z.array(
  z.object({
    /** Empty for plain fields. */
    list: z.string(),
    legend: z.string(),
    one: z.string(),
    lead: z.string(),
    stays: z.boolean(),
    rows: z.array(z.object({ was: z.string(), title: z.string(), note: z.string(), fields: z.array(Field) })),
    /** The fields of a new row, with N for its number in their names. */
    blank: z.array(Field).nullable(),
  }),
)

/** What was typed, by the names of the fields. */
export const Typed = z.record(z.string().max(200), z.union([text(20_000), z.array(text(500)).max(400)])).default({})

import { z } from 'zod'
import { id } from '../../call.ts'

// Values as the office's plain forms send them: an empty field is sent as '', one choice of a list as text, and none not at all.

/** An optional value; an empty field counts as absent. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  z.preprocess((sent) => (sent === '' ? undefined : sent), schema.optional())

export const maybeId = maybe(id)

/** The chosen values of a list, at most `max`. One alone arrives as text, and none as an absent or empty field. */
export const chosen = <S extends z.ZodType>(schema: S, max: number) =>
  z.preprocess(
    (sent) => (sent === undefined || sent === '' ? [] : Array.isArray(sent) ? sent : [sent]),
    z.array(schema).max(max),
  )

export const ids = chosen(id, 200)

/** A day as 'yyyy-mm-dd', or '' for none. */
export const day = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2})?$/)
  .refine((typed) => typed === '' || !Number.isNaN(Date.parse(`${typed}T00:00:00Z`)))
  .default('')

/** The reply of a form that leads to another page once it is saved. */
export const NextPage = z.object({ success: z.literal(true), next: z.string() })

import { isDay } from '@foyer/domain/format/calendar-days.ts'
import { z } from 'zod'
import { flag, id } from '../../call.ts'

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

/** Sends an email again although the last one is less than a minute old. Without it, such a call fails with `just_sent`. */
export const Again = { again: flag }

/** A day of the calendar with a next one. Neither ISO text nor PostgreSQL writes other years with four digits. */
const isCalendarDay = (typed: string): boolean => isDay(typed) && typed > '1000' && typed < '9999'

/** A day as 'yyyy-mm-dd', or '' for none. A call with another one fails with `bad_day` (`bodyFailure`). */
export const day = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2})?$/, { error: 'bad_day' })
  .refine((typed) => typed === '' || isCalendarDay(typed), { error: 'bad_day' })
  .default('')

/** A month as 'yyyy-mm'. A call with another one fails with `bad_day` (`bodyFailure`). */
export const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/, { error: 'bad_day' })
  .refine((typed) => isCalendarDay(`${typed}-01`), { error: 'bad_day' })

/** The reply of a form that leads to another page once it is saved. */
export const NextPage = z.object({ success: z.literal(true), next: z.string() })

/** A sentence in pieces; those with a path are links to pages of the office. */
export const Sentence = z.array(z.object({ text: z.string(), path: z.string().optional() }))

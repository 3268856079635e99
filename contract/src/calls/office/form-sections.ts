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
  /** The name of the group that it is in, which is opened first; empty if it is always shown. */
  more: z.string(),
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
    /** The fields of a new row, with N in place of the row number in their names; null where rows can't be added here. */
    blank: z.array(Field).nullable(),
  }),
)

/** How a ticket type sells. */
const TYPE_STATES = ['on_sale', 'opens', 'closed', 'sold_out', 'code', 'staff', 'archived', 'draft'] as const

/** The ticket types of an event, each in the group of those that sell from the same places. */
export const TicketTable = z.object({
  /** The dates that count; with several, numbers of a row are of all of them together. */
  dates: z.number(),
  groups: z.array(
    z.object({
      /** The shared places; null for the types that have places of their own. */
      places: z
        .object({
          /** Names the row in the address of its form. */
          row: z.string(),
          name: z.string(),
          /** On one date. */
          capacity: z.number(),
          sold: z.number(),
          /** Of all dates together. */
          of: z.number(),
          kept: z.number(),
        })
        .nullable(),
      types: z.array(
        z.object({
          row: z.string(),
          name: z.string(),
          price: z.string(),
          /** What is special about it, in words. */
          facts: z.array(z.string()),
          sold: z.number(),
          /** Null if only the shared places limit it. */
          of: z.number().nullable(),
          /** When it is sold, if not as long as the event. */
          period: z.string(),
          state: z.enum(TYPE_STATES),
        }),
      ),
    }),
  ),
})

/** As many as the form parser reads. */
const MAX_FIELDS = 1000
/** A seating plan of a thousand seats may be pasted into a field. */
const LONGEST = 150_000

/** The person's input, by field name. */
export const Typed = mapOf(
  z.string().max(200),
  z.union([text(LONGEST), z.array(text(500)).max(400)]),
  MAX_FIELDS,
).default({})

/** Why a section of an event's or the organiser's form isn't saved. */
export const FORM_FAILS = [
  'not_found',
  'form_too_long',
  'changed_meanwhile',
  'event_refused',
  'seller_unknown',
  'shop_unknown',
  'organiser_closed',
] as const

import { z } from 'zod'
import { call, Done, flag, id, T, text } from '../call.ts'

/** How many of the waivers that an order's tickets need are signed, and the path of the page where the rest can be. */
const DoorWaiver = z.object({ signed: z.number(), of: z.number(), path: z.string() })

export const DoorTicket = z.object({
  event: z.string(),
  event_id: z.number(),
  nice_date: z.string(),
  place: z.string(),
  ticket: z.string(),
  /** An item to hand over; its code doesn't admit anyone. */
  extra: z.boolean(),
  seat: z.string().nullable(),
  holder: z.string(),
  position: z.number(),
  outOf: z.number(),
  /** What the office wrote about the order for the door. */
  note: z.string().optional(),
  waiver: DoorWaiver.optional(),
})

/** What a check of a ticket can find. */
export const DOOR_OUTCOMES = [
  'admitted',
  'valid',
  'already_admitted',
  'wrong_event',
  'wrong_date',
  'cancelled',
  'postponed',
  'transferred',
  'replaced',
  'refunded',
  'void',
  'not_ours',
  'unknown',
] as const

const device = text(200)
const Checked = z.object({
  outcome: z.enum(DOOR_OUTCOMES),
  /** When the ticket was used or its code expired: in the event's time zone at its door, in the shop's by access code. */
  nice_when: z.string().optional(),
  where: z.string().optional(),
  ticket: DoorTicket.optional(),
})

export const doorCalls = {
  check_ticket: call({
    summary:
      'Checks a ticket at the door and admits its holder once. Later checks return when and where it was used. Requires the door access code.',
    body: z.object({
      access_code: text(T.name),
      /** The content of the QR code, or the short code typed by hand. */
      code: text(200),
      /** The name of this door. */
      where: text(T.name),
      /** Only check the ticket; do not record an entry. */
      look: flag,
    }),
    reply: Checked,
    fails: ['wrong_door_code', 'not_found'],
  }),
  open_door: call({
    summary: 'Pairs a device with the door of one date, by a code from the office that works once. Returns its token.',
    body: z.object({ pairing_code: text(T.code) }),
    reply: z.object({ device: z.string(), door: z.string(), event: z.string(), nice_date: z.string() }),
    fails: ['wrong_pairing_code'],
  }),
  close_door: call({
    summary: 'Unpairs the device that sends it.',
    body: z.object({ device }),
    reply: Done,
    fails: [],
  }),
  door_list: call({
    summary: 'Lists the guests expected at the door of a paired device, for search and for checks without a network.',
    body: z.object({
      device,
      /** The version of the list that the device has. */
      version: text(T.code),
    }),
    reply: z.object({
      /** The version that the device has is still current: the list is left out. */
      unchanged: z.boolean(),
      version: z.string(),
      door: z.string(),
      event: z.string(),
      nice_date: z.string(),
      nice_now: z.string(),
      /** The event's, in which all times are. */
      timezone: z.string(),
      tickets: z.array(
        z.object({
          ticket_id: z.number(),
          /** 24 digits of the SHA-256 of its code, so that no code can be made from a list. */
          hash: z.string(),
          holder: z.string(),
          /** Who bought it, as a number that is the same for a whole party. */
          party: z.number(),
          order: z.string(),
          ticket: z.string(),
          seat: z.string(),
          extra: z.boolean(),
          note: z.string(),
          waiver: DoorWaiver.optional(),
          outcome: z.enum(['valid', 'already_admitted', 'refunded', 'void', 'cancelled']),
          /** When and where it was used. */
          nice_when: z.string(),
          where: z.string(),
        }),
      ),
      /** Codes that no longer work, and codes of the event's other dates, by their hash. */
      others: z.array(
        z.object({
          hash: z.string(),
          outcome: z.enum(['wrong_date', 'transferred', 'replaced', 'refunded']),
          nice_when: z.string(),
        }),
      ),
    }),
    fails: ['door_ended'],
  }),
  door_entries: call({
    summary:
      'Records what happened at the door of a paired device, in order: entries by scanned code or from the list, and entries undone. Safe to repeat by the key of each. From a device whose pairing has ended, entries that it decided without a network are kept for review in the office.',
    body: z.object({
      device,
      entries: z
        .array(
          z.object({
            key: text(T.code),
            kind: z.enum(['in', 'undo']),
            /** What was scanned or typed; empty if `door_ticket_id` alone names a ticket of the list. */
            code: text(200),
            door_ticket_id: id.optional(),
            /** When it happened, ISO. */
            at: text(T.code),
            /** The device had no network, and decided by itself. */
            offline: flag,
            reason: text(T.address),
          }),
        )
        .min(1)
        .max(50),
    }),
    reply: z.object({
      results: z.array(
        Checked.extend({ key: z.string(), outcome: z.enum([...DOOR_OUTCOMES, 'undone', 'for_review']) }),
      ),
    }),
    fails: ['door_ended'],
  }),
}

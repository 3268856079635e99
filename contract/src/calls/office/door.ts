import { z } from 'zod'
import { id, T, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const ofDate = z.object({ organiser_id: id, event_id: id, date_id: id.optional() })

const lateEntries = z.object({ organiser_id: id, event_id: id, date_id: id, from_id: id, until_id: id })
const LateEntry = {
  id: z.number(),
  kind: z.enum(['in', 'undo']),
  who: z.string(),
  order: z.string(),
  nice_time: z.string(),
  door: z.string(),
}

const DateHead = {
  ...EventHead,
  date_id: z.number().nullable(),
  nice_date: z.string(),
}

/** By the names of the holders, or in the order of the hall. */
const By = z.enum(['name', 'seat']).default('name').catch('name')

export const officeDoorCalls = {
  office_door: officeCall({
    summary: 'Returns the door of a date: admissions by minute and by door, the paired devices, and wrong entries.',
    action: 'admit',
    body: ofDate,
    reply: z.object({
      ...DateHead,
      dates: z.array(z.object({ date_id: z.number(), label: z.string() })),
      /** Devices can be paired: the date isn't over. */
      open: z.boolean(),
      admitted: z.number(),
      expected: z.number(),
      /** Waivers of the date's orders, and the orders that lack some; null if the event has none. */
      waivers: z
        .object({
          signed: z.number(),
          of: z.number(),
          missing: z.array(z.object({ buyer: z.string(), order: z.string(), n: z.number() })),
          /** How many more orders lack some than are listed. */
          more: z.number(),
        })
        .nullable(),
      minutes: z.array(z.object({ nice_time: z.string(), n: z.number() })),
      doors: z.array(z.object({ name: z.string(), n: z.number() })),
      devices: z.array(
        z.object({
          device_id: z.number(),
          name: z.string(),
          by: z.string(),
          /** The pairing code until it is used; otherwise empty. */
          code: z.string(),
          nice_until: z.string(),
          nice_seen: z.string(),
        }),
      ),
      /** Entries that devices decided without a network and that turned out to be wrong. */
      conflicts: z.array(
        z.object({
          id: z.number(),
          who: z.string(),
          order: z.string(),
          nice_time: z.string(),
          door: z.string(),
          outcome: z.string(),
          /** When and where the same ticket was used before. */
          before: z.string(),
        }),
      ),
      /** What devices recorded without a network and sent only after their pairing had ended. It changes no ticket until it is accepted. */
      for_review: z.array(
        z.object({
          ...LateEntry,
          /** When the ticket was used by other entries; empty if it wasn't. */
          used: z.string(),
        }),
      ),
      /** Those that were rejected, and accepted undoings that had nothing to undo. */
      reviewed: z.array(z.object({ ...LateEntry, outcome: z.string() })),
      undone: z.array(
        z.object({ id: z.number(), who: z.string(), nice_time: z.string(), door: z.string(), reason: z.string() }),
      ),
    }),
    fails: ['not_found'],
  }),
  office_door_list: officeCall({
    summary: 'Lists the guests of a date by name, or for ushers by section, row and seat, to print.',
    action: 'admit',
    body: z.object({ organiser_id: id, event_id: id, date_id: id, by: By }),
    reply: z.object({
      ...DateHead,
      nice_now: z.string(),
      by: z.enum(['name', 'seat']),
      /** Somebody has a numbered seat. */
      has_seats: z.boolean(),
      may_export: z.boolean(),
      guests: z.array(
        z.object({
          ticket_id: z.number(),
          holder: z.string(),
          buyer: z.string(),
          order: z.string(),
          ticket: z.string(),
          seat: z.string(),
          /** Of the first seat; empty without one. */
          section: z.string(),
          row: z.string(),
          note: z.string(),
          /** How many waivers of the order are signed; empty if it needs none. */
          waiver: z.string(),
          /** The end of the code, to compare with a printed ticket. */
          code_end: z.string(),
          is_in: z.boolean(),
        }),
      ),
    }),
    fails: ['not_found'],
  }),
  export_door_list: officeCall({
    summary: 'Returns the guests of a date as a file, by name or by section, row and seat.',
    action: 'export_people',
    body: z.object({
      organiser_id: id,
      event_id: id,
      date_id: id,
      by: By,
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    reply: z.object({ filename: z.string(), content_type: z.string() }),
    fails: ['not_found'],
  }),
  pair_door: officeCall({
    summary: 'Creates a code that pairs one device with the door of one date. It works once, within ten minutes.',
    action: 'admit',
    body: z.object({ organiser_id: id, event_id: id, date_id: id, name: text(T.name) }),
    reply: NextPage,
    fails: ['not_found', 'date_over', 'too_many_requests'],
  }),
  unpair_door: officeCall({
    summary: 'Unpairs a device at the door, or ends an unused pairing code.',
    action: 'admit',
    body: z.object({ organiser_id: id, event_id: id, device_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  accept_entries: officeCall({
    summary:
      'Accepts entries that a device sent only after its pairing had ended, by a range of their ids: each counts at the time it was made, as if it had arrived in time. Safe to repeat.',
    action: 'admit',
    body: lateEntries,
    reply: NextPage,
    fails: ['not_found'],
  }),
  reject_entries: officeCall({
    summary:
      'Rejects entries that a device sent only after its pairing had ended, by a range of their ids. They stay listed. Safe to repeat.',
    action: 'admit',
    body: lateEntries,
    reply: NextPage,
    fails: ['not_found'],
  }),
}

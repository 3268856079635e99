import { QUESTION_TYPE_NAMES } from '@foyer/domain/questions/types.ts'
import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { QrDrawing } from '../../shapes/common.ts'
import { FORM_FAILS, Parts, TicketTable, Typed } from './form-sections.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

/** The state of an event as its organiser sees it. */
export const EVENT_STATES = [
  'draft',
  'cancelled',
  'postponed',
  'over',
  'sold_out',
  'opens',
  'on_sale',
  'no_tickets',
  'closed',
] as const
/** What every page about an event shows at its top. */
export const EventHead = {
  event_id: z.number(),
  title: z.string(),
  state: z.enum(EVENT_STATES),
  /** Its date, or the first and the last of several with their number; empty without any. */
  when: z.string(),
  /** Its venue; empty for an event that is only online. */
  where: z.string(),
  /** The path of its public page; empty for a draft. */
  public_path: z.string(),
  may_cancel: z.boolean(),
  sections: z.array(z.object({ name: z.string(), label: z.string() })),
}
export const EVENT_LISTS = ['current', 'past', 'archived'] as const

export const officeEventCalls = {
  office_events: officeCall({
    summary: 'Lists the events of an organiser, with how much is sold.',
    action: 'see_events',
    body: z.object({ organiser_id: id, show: z.enum(EVENT_LISTS).default('current'), q: text(T.name) }),
    reply: z.object({
      organiser: z.string(),
      may_change: z.boolean(),
      may_export: z.boolean(),
      events: z.array(
        z.object({
          event_id: z.number(),
          title: z.string(),
          state: z.enum(EVENT_STATES),
          /** Empty without an upcoming date. */
          nice_next: z.string(),
          dates: z.number(),
          sold: z.number(),
          capacity: z.number(),
          /** Empty if the role may not see money, or nothing has been taken. */
          takings: z.string(),
        }),
      ),
      filter: z.object({ show: z.enum(EVENT_LISTS), q: z.string() }),
    }),
    fails: [],
  }),
  office_new_event: officeCall({
    summary: 'Returns the initial values of the form for a new event.',
    action: 'change_events',
    body: z.object({ organiser_id: id }),
    reply: z.object({ organiser: z.string(), symbol: z.string(), places: z.array(z.string()) }),
    fails: ['may_not'],
  }),
  create_event: officeCall({
    summary: 'Creates an event with one date and one ticket type, on sale or as a draft.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      title: text(T.title),
      day: text(T.code),
      starts: text(T.code),
      ends: text(T.code),
      where: text(T.name),
      address: text(500),
      how_many: text(T.code),
      price: text(T.code),
      description: text(20_000),
      publish: flag,
    }),
    reply: NextPage,
    fails: ['may_not', 'event_refused', 'event_exists', 'seller_unknown', 'shop_unknown', 'organiser_closed'],
  }),
  office_event: officeCall({
    summary: 'Returns an event: its figures, its dates, its sales by day, and what is still to do.',
    action: 'see_events',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: z.object({
      ...EventHead,
      status: z.enum(['draft', 'published', 'cancelled']),
      is_archived: z.boolean(),
      may_change: z.boolean(),
      /** The address of the public page; `qr` is the same address. */
      url: z.string(),
      qr: QrDrawing,
      sold: z.number(),
      capacity: z.number(),
      held: z.number(),
      /** The most places of one date that one network has reserved lately, if many. */
      large_holder: z.object({ reserved: z.number(), capacity: z.number(), nice_date: z.string() }).nullable(),
      /** People on the waiting lists of its dates, and whether this person may see them. */
      waiting: z.number(),
      may_see_waiting: z.boolean(),
      /** Seats that are held back on dates to come, for those who may release them. */
      house_seats: z.number(),
      orders: z.number(),
      takings: z.string(),
      dates: z.array(
        z.object({
          date_id: z.number(),
          nice_date: z.string(),
          is_cancelled: z.boolean(),
          /** It has no new day yet. */
          is_postponed: z.boolean(),
          is_past: z.boolean(),
          sold: z.number(),
          held: z.number(),
          left: z.number(),
          /** Admitted at the door. */
          admitted: z.number(),
        }),
      ),
      /** Tickets sold on each of the last 30 days, oldest first. */
      days: z.array(z.object({ day: z.string(), sold: z.number() })),
      todo: z.array(z.enum(['description', 'questions', 'codes', 'policy'])),
      /** The suggested title of the copy. */
      copy_title: z.string(),
      first_day: z.string(),
    }),
    fails: ['not_found'],
  }),
  office_event_form: officeCall({
    summary: 'Returns one section of the event form, with its values and the effect of changing them.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      section: text(T.code),
      /** Of the tickets: the row that is opened, `new|` and a list for a new one, or `all` for all of them in one form. */
      row: text(500),
    }),
    reply: z.object({
      ...EventHead,
      section: z.string(),
      label: z.string(),
      lead: z.string(),
      /** Of the tickets, unless all rows are in the form. */
      table: TicketTable.nullable(),
      /** The row that is opened; empty if none is. */
      row: z.string(),
      version: z.number(),
      /** The values as the form shows them, as JSON. The form sends them back, so that someone else's change is detected. */
      base: z.string(),
      parts: Parts,
    }),
    fails: ['not_found'],
  }),
  save_event: officeCall({
    summary: 'Saves one section of the event form, completely or not at all.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      section: text(T.code),
      version: id,
      base: text(200_000),
      f: Typed,
      /** The last field of the form. Its presence shows that the whole form arrived. */
      end: flag,
    }),
    reply: NextPage,
    fails: FORM_FAILS,
  }),
  set_event_status: officeCall({
    summary: 'Puts an event on sale, or withdraws it from the shop.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id, status: z.enum(['draft', 'published']) }),
    reply: NextPage,
    fails: ['not_found', 'event_refused', 'seller_unknown', 'shop_unknown', 'organiser_closed'],
  }),
  archive_event: officeCall({
    summary: 'Archives an event that is not on sale, or restores it.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id, archived: flag }),
    reply: NextPage,
    fails: ['not_found', 'event_on_sale'],
  }),
  duplicate_event: officeCall({
    summary: 'Creates a draft copy of an event from another first day on, without its sales and codes.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id, title: text(T.title), first_day: text(T.code) }),
    reply: NextPage,
    fails: ['may_not', 'not_found', 'event_refused', 'event_exists'],
  }),
  add_dates: officeCall({
    summary: 'Adds recurring dates: given weekdays between two days, with exceptions, in the time zone of the event.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      weekdays: z.preprocess(
        (sent) => (sent === undefined || sent === '' ? [] : Array.isArray(sent) ? sent : [sent]),
        z.array(z.coerce.number().int().min(1).max(7)).max(7),
      ),
      from: text(T.code),
      until: text(T.code),
      starts: text(T.code),
      ends: text(T.code),
      except: text(4000),
    }),
    reply: NextPage,
    fails: ['not_found', 'event_refused', 'bad_rule', 'dates_refused'],
  }),
  office_preview: officeCall({
    summary: 'Returns a preview of an event: the address of its page for staff, and its questions.',
    action: 'see_events',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: z.object({
      ...EventHead,
      intro_html: z.string(),
      questions: z.array(
        z.object({
          before_or_after: z.enum(['before', 'after']),
          /** Asked for each ticket of these types; empty if it is asked once per order. */
          tickets: z.array(z.string()),
          question_html: z.string(),
          type: z.enum(QUESTION_TYPE_NAMES),
          options: z.array(z.string()),
          mandatory: z.boolean(),
        }),
      ),
      /** The emails that ticket holders get before and after the event. */
      emails: z.array(z.object({ kind: z.enum(['reminder', 'thanks']), subject: z.string(), text: z.string() })),
    }),
    fails: ['not_found'],
  }),
  office_dates: officeCall({
    summary: 'Lists the dates of an event with their sales, to change several at once.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: z.object({
      ...EventHead,
      symbol: z.string(),
      dates: z.array(
        z.object({ date_id: z.number(), nice_date: z.string(), sold: z.number(), held: z.number(), left: z.number() }),
      ),
      /** Ticket types and pools, as `type:` or `pool:` and their name. */
      targets: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
    fails: ['not_found'],
  }),
  change_dates: officeCall({
    summary:
      'Changes several dates at once: their times, or the price, capacity or end of sale of a ticket type on them.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      /** The chosen dates; those from the first chosen one on; or all upcoming dates. */
      scope: z.enum(['these', 'from', 'all']).default('these'),
      dates: z.preprocess(
        (sent) => (sent === undefined || sent === '' ? [] : [sent].flat()),
        z.array(z.coerce.number().int().positive()).max(1000),
      ),
      starts: text(T.code),
      ends: text(T.code),
      doors: text(T.code),
      target: text(250),
      price: text(T.code),
      capacity: text(T.code),
      /** Hours before the start at which the sale closes. */
      closes: text(T.code),
    }),
    reply: NextPage,
    fails: ['not_found', 'no_dates_chosen', 'dates_refused'],
  }),
  export_catalogue: officeCall({
    summary: 'Returns the catalogue of an organiser as a file in the import’s format.',
    action: 'export_catalogue',
    body: z.object({ organiser_id: id }),
    reply: z.object({ filename: z.string(), content_type: z.string(), text: z.string() }),
    fails: [],
  }),
}

import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { Again, chosen, day, maybe, NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

export const LISTS = ['orders', 'people'] as const
export const CHANNELS = ['online', 'complimentary', 'counter'] as const
export const ORDER_STATES = ['paid', 'part_refunded', 'refunded', 'disputed', 'dispute_lost'] as const
export const HOLDER_STATES = ['valid', 'admitted', 'void'] as const

/** A filter as query parameters. */
export const Filter = {
  from: day,
  until: day,
  event_id: maybe(id),
  date_id: maybe(id),
  type_id: maybe(id),
  channel: maybe(z.enum(CHANNELS)),
  code: text(T.code),
  consent: flag,
  gift_aid: flag,
  post: flag,
  unsigned: flag,
  protected: flag,
}
/** Words of a name or email, an order number or a code. A mailing, whose filter is stored, has none. */
const Search = { q: text(T.search) }
export const OrderFilter = z.object({ organiser_id: id, ...Filter, ...Search, state: maybe(z.enum(ORDER_STATES)) })
export const PeopleFilter = z.object({ organiser_id: id, ...Filter, ...Search, state: maybe(z.enum(HOLDER_STATES)) })
/** What a saved filter is called, and whether the team sees it. */
const View = { name: text(T.name), shared: flag }
const Before = { before: text(T.code) }

export const Option = z.object({ id: z.number(), label: z.string() })
const Table = z.object({
  form_key: z.string(),
  heads: z.array(z.string()),
  /** The column of each head. */
  keys: z.array(z.string()),
  rows: z.array(z.object({ key: z.number(), order_id: z.number(), number: z.string(), cells: z.array(z.string()) })),
  /** Where the next page begins; empty at the end. */
  next: z.string(),
  is_first: z.boolean(),
  /** How many rows the filter finds, counted up to 1,001; null where they aren't counted. */
  count: z.number().nullable(),
  /** The filter as it was sent, to fill the form and links. */
  filter: z.record(z.string(), z.string()),
  events: z.array(Option),
  dates: z.array(Option),
  types: z.array(Option),
  columns: z.array(z.object({ key: z.string(), label: z.string(), is_shown: z.boolean() })),
  may_open: z.boolean(),
  may_export: z.boolean(),
  may_resend: z.boolean(),
  /** Filters that this person or the team saved, those of the team first. */
  views: z.array(
    z.object({
      view_id: z.number(),
      name: z.string(),
      filter: z.record(z.string(), z.string()),
      is_shared: z.boolean(),
      /** The list shows it. */
      is_open: z.boolean(),
      may_change: z.boolean(),
    }),
  ),
})
/** The people who hold the tickets of `rows`, in the same order. */
const People = Table.extend({
  people: z.array(
    z.object({
      /** The newest of the person's tickets, and its order. */
      key: z.number(),
      order_id: z.number(),
      name: z.string(),
      /** Empty for who bought at the counter without one. */
      email: z.string(),
      /** How many valid tickets of the filter the person holds. */
      n: z.number(),
      /** What they are for: titles with dates. */
      dates: z.array(z.string()),
      /** How many of `rows` are the person's, and how many more there are. */
      rows: z.number(),
      more: z.number(),
    }),
  ),
})
const Download = z.object({ filename: z.string(), content_type: z.string() })
const keys = chosen(z.string().max(40), 60)
const Format = { format: z.enum(['csv', 'xlsx']).default('csv') }

export const officeListCalls = {
  office_orders: officeCall({
    summary: 'Lists one page of the orders that match a filter, newest first.',
    action: 'see_orders',
    body: OrderFilter.extend(Before),
    reply: Table,
    fails: ['not_found'],
  }),
  office_people: officeCall({
    summary: 'Lists one page of the people who hold tickets that match a filter, those with the newest ticket first.',
    action: 'see_people',
    body: PeopleFilter.extend(Before),
    reply: People,
    fails: ['not_found'],
  }),
  choose_columns: officeCall({
    summary: 'Saves which columns of a table the person sees.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, list: z.enum(LISTS), columns: keys }),
    reply: z.object({ success: z.literal(true) }),
    fails: [],
  }),
  save_view: officeCall({
    summary:
      'Saves the filter of a table under a name, for the person or for the team. What was searched for is left out.',
    action: 'see_orders',
    body: z.object({
      organiser_id: id,
      list: z.enum(LISTS),
      ...Filter,
      state: maybe(z.enum([...ORDER_STATES, ...HOLDER_STATES])),
      ...View,
    }),
    reply: NextPage,
    fails: ['not_found', 'view_name_missing', 'too_many_views'],
  }),
  change_view: officeCall({
    summary: 'Renames a saved filter, or says who sees it. One’s own, or as a manager one that the team sees.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, view_id: id, ...View }),
    reply: NextPage,
    fails: ['not_found', 'view_name_missing'],
  }),
  end_view: officeCall({
    summary: 'Removes a saved filter. One’s own, or as a manager one that the team sees.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, view_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  resend_orders: officeCall({
    summary: 'Emails the tickets of several orders again.',
    action: 'change_orders',
    body: z.object({
      organiser_id: id,
      form_key: text(T.code),
      order_ids: z.preprocess(
        (sent) => (sent === undefined || sent === '' ? [] : [sent].flat()),
        z.array(id).min(1).max(100),
      ),
      ...Again,
    }),
    reply: z.object({ success: z.literal(true) }),
    fails: ['not_found', 'address_mailed_often', 'just_sent'],
  }),
  export_orders: officeCall({
    summary: 'Returns all orders that match a filter, as a file.',
    action: 'export_people',
    body: OrderFilter.extend(Format),
    reply: Download,
    fails: ['not_found'],
  }),
  export_people: officeCall({
    summary: 'Returns all ticket holders that match a filter, as a file.',
    action: 'export_people',
    body: PeopleFilter.extend(Format),
    reply: Download,
    fails: ['not_found'],
  }),
}

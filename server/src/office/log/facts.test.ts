import { expect, it } from 'vitest'
import { entryOf } from './entry.ts'
import { factOf, sentenceName } from './facts.ts'

type Json = Record<string, unknown>
const entry = (action: string, after: unknown = {}, before: unknown = {}, subject: [string, string] = ['order', '7']) =>
  entryOf({ action, subject_kind: subject[0], subject_id: subject[1], before, after })

it('[42] an entry has the sentence of what it says was done, on both sides of each condition', () => {
  const names: [string, Json, Json?][] = [
    ['set_office_dark_mode.dark', { is_dark_mode: true }],
    ['set_office_dark_mode.light', { is_dark_mode: false }],
    ['create_event.published', { events: [{ status: 'published' }] }],
    ['create_event.draft', { events: [{ status: 'draft' }] }],
    ['create_event', { events: [] }],
    ['create_event', {}],
    ['archive_event.restored', { archived: false }],
    ['archive_event', { archived: true }],
    ['run_queue', { act: 'start' }],
    ['run_queue.pause', { act: 'pause' }],
    ['pause_cancellation.resumed', { cancellation_paused: false }],
    ['pause_cancellation', { cancellation_paused: true }],
    ['accept_entries', { wrong: 0 }],
    ['accept_entries.wrong', { wrong: 1 }],
    ['move_date', { dates: ['one'] }],
    ['move_date', {}],
    ['move_date.several', { dates: ['one', 'two'] }],
    ['move_date.postponed', { dates: ['one'], postponed: true }],
    ['move_date.postponedSeveral', { dates: 2, postponed: true }],
    ['save_event_picture.removed', { picture: null }],
    ['save_event_picture', { picture: 'hash' }],
    ['mend_contact.email', { changed: ['email', 'phone'] }],
    ['mend_contact.phone', { changed: ['phone'] }],
    ['mend_contact', { changed: 'email' }],
    ['change_ticket.seat', { ticket_type_id: 1, difference_minor: 5 }, { ticket_type_id: 1 }],
    ['change_ticket.charged', { ticket_type_id: 2, charged: true }, { ticket_type_id: 1 }],
    ['change_ticket', { ticket_type_id: 2, difference_minor: 0 }, { ticket_type_id: 1 }],
    ['change_ticket.waived', { ticket_type_id: 2, difference_minor: 1 }, { ticket_type_id: 1 }],
    ['change_ticket.kept', { ticket_type_id: 2, difference_minor: -1 }, { ticket_type_id: 1 }],
    ['change_ticket.returned', { ticket_type_id: 2, difference_minor: -1, returned: true }, { ticket_type_id: 1 }],
    ['refund_order', { to: 'payment' }],
    ['refund_order.voucher', { to: 'voucher' }],
    ['refund_order', {}],
    ['counter_sale.cash', { how: 'cash' }],
    ['counter_sale.free', { how: 'free' }],
    ['counter_sale', { how: 'other' }],
    ['open_shift', { float_minor: 5000 }],
    ['open_shift', { float_minor: 0 }],
    ['open_shift.later', { float_minor: null }],
    ['open_shift.counted', { float_minor: 5000 }, { float_minor: null }],
    ['close_shift', {}],
    ['close_shift.exact', { difference_minor: 0 }],
    ['close_shift.short', { difference_minor: -1 }],
    ['close_shift.over', { difference_minor: 1 }],
    ['cancel_reader.paid', { cancelled: false }],
    ['cancel_reader', { cancelled: true }],
    ['cancel_gift_aid.never_true', { cancelled_as: 'never_true' }],
    ['cancel_gift_aid', { cancelled_as: 'from_now' }],
    ['set_release_time.never', { release_at: '' }],
    ['set_release_time', { release_at: '2026-06-01' }],
    ['send_mailing', {}],
    ['send_mailing.later', { at: '2026-06-01' }],
    ['stop_mailing.waiting', { was: 'waiting' }],
    ['stop_mailing', { was: 'sending' }],
    ['save_brand.logo', { accent: '#000', logo: 'hash' }],
    ['save_brand.accent', { accent: '#000' }],
    ['save_shop.name', { name: 'Foyer', legal: {} }],
    ['change_staff.events', { role: 'door' }, { role: 'door' }],
    ['change_staff', { role: 'door' }, { role: 'reader' }],
    ['switch_webhook.off', { on: false }],
    ['switch_webhook', { on: true }],
    ['void_sale', {}],
  ]
  const found = names.map(([name, after, before]) => [sentenceName(entry(name.split('.')[0]!, after, before)), after])
  expect(found).toEqual(names.map(([name, after]) => [name, after]))
})

it('[42] a value is that of its own place, and none where an old entry has none', () => {
  const sale = entry('void_sale', { voided_minor: '-1250', currency: 'EUR', order_id: 9 })
  expect(factOf(sale, 'voided')).toEqual({ minor: 1250, currency: 'EUR', currencyOf: { kind: 'order', id: 7 } })
  expect(factOf(sale, 'handedBack')).toBeUndefined()
  const shift = entry('close_shift', { difference_minor: -5, counted_minor: 6000, order_id: 9 }, {}, ['shift', '3'])
  const currencyOf = { kind: 'shift', id: 3 }
  expect(factOf(shift, 'difference')).toEqual({ minor: 5, currency: undefined, currencyOf })
  expect(factOf(shift, 'counted')).toEqual({ minor: 6000, currency: undefined, currencyOf })
  expect(factOf(shift, 'order')).toEqual({ kind: 'order', id: 9 })
  expect(factOf(entry('x', { order_id: 'no number', sale_id: 4 }, {}, ['event', '2']), 'order')).toEqual({
    kind: 'order',
    id: 4,
  })
  expect(factOf(entry('x', { emails: ['a', 'b'] }), 'asked')).toBe(2)
  expect(factOf(entry('x', { emails: 3 }), 'asked')).toBe(3)
  expect(factOf(entry('x', { refund_limit_minor: 2050 }, { refund_limit_minor: null }), 'limit')).toBe('20.50')
  expect(factOf(entry('x', { refund_limit_minor: 2050 }, { refund_limit_minor: null }), 'limitBefore')).toBeUndefined()
  const moved = entry('move_date', { dates: ['2026-06-02T18:00:00Z'] }, { dates: ['2026-06-01T18:00:00Z'] }, [
    'event',
    '2',
  ])
  const zoneOf = { kind: 'event', id: 2 }
  expect(factOf(moved, 'from')).toEqual({ at: '2026-06-01T18:00:00Z', zoneOf })
  expect(factOf(moved, 'to')).toEqual({ at: '2026-06-02T18:00:00Z', zoneOf })
  expect(factOf(entry('x', { note: '' }, { note: 'before' }), 'note')).toBeUndefined()
  expect(factOf(entry('x', {}, { note: 'before' }), 'note')).toBe('before')
  for (const odd of [null, [], 'text', 5]) expect(entry('x', odd, odd)).toMatchObject({ before: {}, after: {} })
})

import { expect, it } from 'vitest'
import { withLanguage } from '../language.ts'
import type { MailText } from './blocks.ts'
import { codeMail } from './templates/code.ts'
import { complaintAnswerMail, complaintMail, furtherOf } from './templates/complaint.ts'
import { disputeEndedMail, disputeOpenedMail } from './templates/dispute.ts'
import { eventReminderMail } from './templates/event-reminder.ts'
import { giftAidMail } from './templates/gift-aid.ts'
import { instalmentMail } from './templates/instalment.ts'
import { invitationMail } from './templates/invitation.ts'
import { mailingMail } from './templates/mailing.ts'
import { movedDateMail } from './templates/moved-date.ts'
import { problemMail } from './templates/problem.ts'
import { refundMail } from './templates/refund.ts'
import { refundVoucherMail } from './templates/refund-voucher.ts'
import { saleMail, salesMail } from './templates/sales.ts'
import { testMail } from './templates/test.ts'
import { changeEndedMail, ticketChangeMail } from './templates/ticket-change.ts'
import { transferBackMail, transferEndedMail, transferMail } from './templates/transfer.ts'
import { confirmWaitingMail, joinedWaitingMail, offerMail } from './templates/waiting-list.ts'
import { waiverMail } from './templates/waiver.ts'
import { walletMail } from './templates/wallet.ts'
import { webhookOffMail } from './templates/webhook-off.ts'
import { withdrawalMail } from './templates/withdrawal.ts'

/**
 * Emails in both languages with values that are their own names, so that a sentence or a row in which two are swapped reads differently:
 * 'Pay ‹event› to change your ticket for ‹amount›'. `npx vitest run --project server every-value -u` writes every-value.txt, whose changed
 * lines are to be read before they are committed.
 */

const named = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, `‹${name}›`])) as Record<K, string>

const tickets = [{ ...named('name'), qty: 3, price: '‹price›', seats: [] }]
const inCoolOff = [{ ...tickets[0]!, ...named('coolOff') }]
const event = { ...named('title', 'niceDate', 'doors', 'place'), picture: null, tickets }
const order = named('number', 'orderUrl')
const wallet = {
  ...named('number', 'total', 'tax', 'walletUrl', 'waiverUrl', 'receiptUrl', 'calendarUrl', 'withdrawUrl'),
  amounts: [['‹label›', '‹amount›'] as [string, string]],
  events: [{ ...event, tickets: inCoolOff }],
  vouchers: [named('name', 'value', 'code', 'expires', 'from', 'to')],
  messages: [named('organiser', 'event', 'text')],
}
const mailing = named('first_name', 'name', 'event', 'date', 'place', 'order_number', 'organiser')
const transfer = {
  ...named('from', 'message', 'title', 'niceDate', 'place', 'claimUrl'),
  isGift: true,
  picture: null,
  tickets,
}
const waiting = { ...named('event', 'date', 'tickets', 'url', 'until'), n: 3 }
const moved = {
  ...named('event', 'was', 'now', 'organiser', 'words', 'walletUrl'),
  areIssued: true,
  latePlan: { day: '‹day›', url: '‹url›' },
  refund: { until: '‹until›', urls: ['‹url›'] },
}
const dispute = named('number', 'amount', 'organiser', 'page', 'date')
const giftAid = named('charity', 'amount', 'worth', 'date', 'number', 'contact', 'statements')
const items = [
  { kind: 'ticket' as const, ...named('event', 'name'), qty: 3 },
  { kind: 'gift_voucher' as const, ...named('event', 'name'), qty: 2 },
]
const sales = [
  {
    organiser: '‹organiser›',
    orders: 4,
    rows: [{ kind: 'ticket' as const, event: '‹event›', qty: 3 }],
    money: [named('sold', 'refunded')],
  },
]
const instalment = named('amount', 'day', 'card', 'event', 'left', 'plansUrl', 'shop', 'number')

const MAILS: Record<string, () => MailText> = {
  test: () => testMail(named('shop', 'date')),
  code: () => codeMail({ ...named('code', 'shop'), isLong: true }),
  'dispute opened': () => disputeOpenedMail(dispute),
  'dispute won': () => disputeEndedMail({ ...dispute, won: true }),
  'dispute lost': () => disputeEndedMail({ ...dispute, won: false }),
  reminder: () =>
    eventReminderMail({
      event,
      when: 'later',
      words: '‹words›',
      facts: mailing,
      ...named('walletUrl', 'directionsUrl', 'offUrl'),
    }),
  'gift aid': () => giftAidMail(giftAid),
  complaint: () => complaintMail(named('name', 'number', 'at', 'message')),
  ...Object.fromEntries(
    (['upheld', 'partly', 'rejected'] as const).map((outcome, i) => [
      `complaint ${outcome}`,
      () =>
        complaintAnswerMail({
          ...named('name', 'number', 'at', 'message', 'answer'),
          outcome,
          further: [
            furtherOf('data', { authority: '‹authority›', mediator: '' }),
            furtherOf('order', { authority: null, mediator: '‹mediator›' }),
            furtherOf(i === 0 ? 'data' : 'order', { authority: null, mediator: '' }),
          ].join(' '),
        }),
    ]),
  ),
  withdrawal: () =>
    withdrawalMail({ ...named('name', 'number', 'at', 'amount', 'orderUrl'), lines: ['‹line›', '‹another line›'] }),
  ...Object.fromEntries(
    (['reminder', 'receipt', 'failed', 'authenticate', 'overdue', 'ended'] as const).map((what) => [
      `instalment ${what}`,
      () => instalmentMail(what, instalment),
    ]),
  ),
  invitation: () => invitationMail({ ...named('organiser', 'url'), role: 'door', days: 3 }),
  'mailing service': () =>
    mailingMail({ kind: 'service', ...named('subject', 'body') }, { facts: mailing, offUrl: '‹offUrl›' }),
  'mailing news': () =>
    mailingMail({ kind: 'news', ...named('subject', 'body') }, { facts: mailing, offUrl: '‹offUrl›' }),
  'moved date': () => movedDateMail(moved),
  'moved end': () => movedDateMail({ ...moved, was: null }),
  'postponed date': () => movedDateMail({ ...moved, now: null }),
  ...Object.fromEntries(
    (['refunds', 'cancelled', 'emails', 'plans'] as const).map((kind) => [
      `problem ${kind}`,
      () =>
        problemMail(kind, { ...named('organiser', 'page', 'choosePage'), orders: ['‹order›', '‹another›', '‹third›'] }),
    ]),
  ),
  ...Object.fromEntries(
    (['late', 'cancelled', 'code', 'twice', 'limit', 'change', 'plain'] as const).map((reason) => [
      `refund ${reason}`,
      () => refundMail({ ...order, reason, amount: '‹amount›' }),
    ]),
  ),
  'refund voucher': () => refundVoucherMail({ ...order, ...named('amount', 'name', 'code', 'expires') }),
  sale: () =>
    saleMail({
      ...named('number', 'buyer', 'total', 'page', 'choosePage'),
      organisers: ['‹organiser›'],
      groups: items.map((item) => ({
        ...named('event', 'niceDate'),
        soldSoFar: { sold: 3, capacity: 8 },
        items: [{ ...item, paid: '‹paid›' }],
      })),
    }),
  'sales of a day': () => salesMail({ first: '2026-06-01', last: '2026-06-01' }, sales, named('page', 'choosePage')),
  'sales of a week': () => salesMail({ first: '2026-06-01', last: '2026-06-07' }, sales, named('page', 'choosePage')),
  'ticket change': () =>
    ticketChangeMail({ ...named('amount', 'now', 'until', 'payUrl'), to: { title: '‹event›', lines: ['‹line›'] } }),
  'ticket change ended': () => changeEndedMail(named('title', 'amount', 'orderUrl')),
  transfer: () => transferMail(transfer),
  'transfer taken back': () => transferBackMail(transfer),
  'transfer ended': () => transferEndedMail(transfer),
  'waiting list confirm': () => confirmWaitingMail(waiting),
  'waiting list joined': () => joinedWaitingMail(waiting),
  'waiting list offer': () => offerMail(waiting),
  waiver: () => waiverMail({ ...named('from', 'url'), events: ['‹event›', '‹other event›'] }),
  wallet: () => walletMail(wallet),
  'wallet, one type in a cool-off': () =>
    walletMail({ ...wallet, events: [{ ...event, tickets: [...inCoolOff, { ...tickets[0]!, name: '‹other›' }] }] }),
  'webhook off': () =>
    webhookOffMail({ ...named('organiser', 'url', 'last', 'page'), since: new Date('2026-06-01T12:00:00Z') }),
}

/** The texts of a mail that have a value or a number, in their order; a row of facts is one. */
function linesOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /[‹\d]/.test(value) ? [value] : []
  if (key === 'rows') return (value as [string, string][]).map((row) => row.join(': '))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, name))
}

it('each value has its place in every email, in both languages', async () => {
  const found = (['en', 'fr'] as const).flatMap((language) =>
    withLanguage(language, () =>
      Object.entries(MAILS).flatMap(([name, mail]) => [`# ${name}, ${language}`, ...new Set(linesOf(mail())), '']),
    ),
  )
  await expect(found.join('\n')).toMatchFileSnapshot('every-value.txt')
})

import { CARD_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { z } from 'zod'
import { id } from '../../call.ts'
import { day, maybeId, month } from './form-values.ts'
import { officeCall } from './spec.ts'

export const MONEY_GROUPS = ['event', 'date', 'type', 'channel', 'code', 'day'] as const

const Period = z.object({ organiser_id: id, from: day, until: day, by: z.enum(MONEY_GROUPS).default('event') })
const Amounts = z.object({ label: z.string(), cells: z.array(z.string()) })
const Download = z.object({ filename: z.string(), content_type: z.string() })

export const officeMoneyCalls = {
  office_money: officeCall({
    summary:
      'Returns what was sold, refunded and earned in a period, by event, date, ticket type, channel, code or day.',
    action: 'see_money',
    body: Period,
    reply: z.object({
      from: z.string(),
      until: z.string(),
      by: z.enum(MONEY_GROUPS),
      month: z.string(),
      /** Usual periods to choose from, up to today. */
      periods: z.array(
        z.object({ name: z.enum(['month', 'last_month', 'year', 'last_year']), from: z.string(), until: z.string() }),
      ),
      currencies: z.array(
        z.object({
          currency: z.string(),
          heads: z.array(z.string()),
          rows: z.array(Amounts),
          total: z.array(z.string()),
          taxes: z.array(Amounts),
          /** What moved by each way of payment, and their total, which leaves out gift vouchers. */
          paid: z.object({ heads: z.array(z.string()), rows: z.array(Amounts), total: z.array(z.string()) }),
          /** What is to come, what disputes lost and what the platform charges. */
          beside: z.array(z.object({ label: z.string(), amount: z.string() })),
          vouchers_owed: z.string(),
        }),
      ),
      /** Tickets that were given away in the period and are still valid, by event. */
      complimentary: z.array(z.object({ label: z.string(), tickets: z.number() })),
    }),
    fails: [],
  }),
  export_money: officeCall({
    summary: 'Returns the same table as a file.',
    action: 'see_money',
    body: Period.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: Download,
    fails: [],
  }),
  office_payouts: officeCall({
    summary: 'Compares payouts to the bank account with our own books: the newest ones, or one with its entries.',
    action: 'see_money',
    body: z.object({ organiser_id: id, payout_id: maybeId }),
    reply: z.object({
      payout_id: z.number().nullable(),
      payouts: z.array(
        z.object({
          payout_id: z.number(),
          external_id: z.string(),
          provider: z.enum(CARD_PROVIDERS),
          status: z.enum(['on_the_way', 'paid', 'failed']),
          nice_date: z.string(),
          gross: z.string(),
          refunds: z.string(),
          other: z.string(),
          fees: z.string(),
          net: z.string(),
          orders: z.number(),
          /** Lines that our books don't have, or have differently. */
          problems: z.number(),
          /** The difference between the payout and the sum of its lines; empty if there is none. */
          missing: z.string(),
          /** It belongs to the installation's account, into which other organisers are paid too. */
          is_shared: z.boolean(),
        }),
      ),
      lines: z.array(
        z.object({
          kind: z.enum(['payment', 'refund', 'dispute', 'fee', 'other']),
          nice_date: z.string(),
          order: z.string(),
          order_id: z.number().nullable(),
          amount: z.string(),
          fee: z.string(),
          net: z.string(),
          problem: z.enum(['unknown_payment', 'unknown_refund', 'other_amount', 'other_state']).nullable(),
        }),
      ),
    }),
    fails: ['not_found'],
  }),
  export_payout: officeCall({
    summary: 'Returns the entries of a payout as a file.',
    action: 'see_money',
    body: z.object({ organiser_id: id, payout_id: id, format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: Download,
    fails: ['not_found'],
  }),
  money_statement: officeCall({
    summary: 'Returns the statement of a month as a PDF, CSV or XLSX file.',
    action: 'see_money',
    body: z.object({
      organiser_id: id,
      month,
      format: z.enum(['pdf', 'csv', 'xlsx']).default('pdf'),
    }),
    reply: Download.extend({ base64: z.string().optional() }),
    fails: [],
  }),
}

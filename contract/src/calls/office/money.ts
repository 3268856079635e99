import { z } from 'zod'
import { id } from '../../call.ts'
import { officeCall } from './spec.ts'

export const MONEY_GROUPS = ['event', 'date', 'type', 'channel', 'code', 'day'] as const

const day = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2})?$/)
  .refine((typed) => typed === '' || !Number.isNaN(Date.parse(`${typed}T00:00:00Z`)))
  .default('')
const Period = z.object({ organiser_id: id, from: day, until: day, by: z.enum(MONEY_GROUPS).default('event') })
const Amounts = z.object({ label: z.string(), cells: z.array(z.string()) })
const Download = z.object({ filename: z.string(), content_type: z.string() })

export const officeMoneyCalls = {
  office_money: officeCall({
    summary: 'What was sold, refunded and earned in a period, by event, date, ticket type, channel, code or day.',
    action: 'see_money',
    body: Period,
    reply: z.object({
      from: z.string(),
      until: z.string(),
      by: z.enum(MONEY_GROUPS),
      month: z.string(),
      currencies: z.array(
        z.object({
          currency: z.string(),
          heads: z.array(z.string()),
          rows: z.array(Amounts),
          total: z.array(z.string()),
          taxes: z.array(Amounts),
          paid: z.array(z.object({ label: z.string(), amount: z.string() })),
          vouchers_owed: z.string(),
        }),
      ),
      /** Tickets that were given away in the period and are still valid, by event. */
      complimentary: z.array(z.object({ label: z.string(), tickets: z.number() })),
    }),
    fails: [],
  }),
  export_money: officeCall({
    summary: 'The same table as a file.',
    action: 'see_money',
    body: Period.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: Download,
    fails: [],
  }),
  money_statement: officeCall({
    summary: 'The statement of a month as a PDF, CSV or XLSX file.',
    action: 'see_money',
    body: z.object({
      organiser_id: id,
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
      format: z.enum(['pdf', 'csv', 'xlsx']).default('pdf'),
    }),
    reply: Download.extend({ base64: z.string().optional() }),
    fails: [],
  }),
}

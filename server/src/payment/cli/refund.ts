import { fill } from '@foyer/contract/fill.ts'
import { parseAmount } from '@foyer/domain/donation/amount.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { saleByReference } from '../../sale/sale.ts'
import { readTypedCode } from '../../tickets/signing/codes.ts'
import { type CannotRefund, refundOrder } from '../refund/order.ts'
import { type Env, type Say, withDatabase } from './with-database.ts'

const USAGE = `npm run refund -- REFERENCE [AMOUNT] [--ticket CODE]... [--used REASON]

Pays an order back. REFERENCE alone takes the whole order back: its tickets stop working, go back on sale, and everything
that was paid is returned. AMOUNT (such as 12.50) returns only that and leaves the tickets valid. --ticket ends single
tickets and returns their price and fee, or AMOUNT if it is given. A ticket that has been used at the door is only refunded
with --used and a reason, which stays on the order's record. The running shop sends the money and tells the buyer.`

const WHY: Record<CannotRefund['code'], string> = {
  unknown_order: 'There is no order with this reference.',
  not_paid: 'This order has not been paid for.',
  already_refunded: 'This order has been taken back already.',
  voucher_spent: 'A gift voucher of this order has been used. Return an amount instead.',
  too_much: 'This is more than is left of what was paid.',
  nothing_to_refund: 'There is nothing to return.',
  unknown_code: 'A ticket with such a code is not part of this order, or no longer valid.',
  admitted:
    '{used} of its {of} tickets has been used at the door. Repeat the command with --used REASON to refund them all the same.',
}

/** References are 27 characters and may begin with a dash, so only shorter arguments are taken for options. */
const isOption = (argument: string) => argument.startsWith('-') && argument.length < 20

/** Runs the command and returns its exit code. */
export async function run(
  args: readonly string[],
  env: Env & { PUBLIC_URL?: string | undefined },
  say: Say,
  clock: Clock = systemClock,
): Promise<number> {
  const codes: string[] = []
  const plain: string[] = []
  let used: string | undefined
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--ticket') codes.push(readTypedCode(args[++i] ?? '') ?? '')
    else if (args[i] === '--used') used = (args[++i] ?? '').trim()
    else plain.push(args[i]!)
  }
  const [reference, amount, ...more] = plain
  const wrongAmount = amount !== undefined && !/^\d{1,9}(\.\d{1,2})?$/.test(amount)
  if (!reference || isOption(reference) || more.length > 0 || wrongAmount || codes.includes('') || used === '') {
    say(USAGE)
    return reference === '--help' || reference === '-h' ? 0 : 1
  }
  return withDatabase(env, say, async (db) => {
    const currency = currencyCode((await saleByReference(db, reference))?.currency ?? null)
    const amountMinor = amount === undefined ? undefined : parseAmount(amount, currency)
    if (amountMinor === null) {
      say(USAGE)
      return 1
    }
    const done = await refundOrder(
      {
        db,
        clock,
        config: { publicUrl: (env.PUBLIC_URL || 'http://localhost:3000').replace(/\/$/, '') },
      },
      {
        reference,
        ...(amountMinor !== undefined && { amountMinor }),
        ...(codes.length > 0 && { codes }),
        ...(used !== undefined && { used }),
      },
    )
    if (!done.ok) {
      say(fill(WHY[done.code] as '{used}{of}', { used: 0, of: 0, ...done.facts }))
      return 1
    }
    const money = formatMinor(done.amountMinor, currency)
    const tickets = `${done.tickets} ${done.tickets === 1 ? 'ticket' : 'tickets'}`
    say(
      `${done.whole ? 'The order has been taken back' : 'Done'}: ${money} ${done.amountMinor > 0 ? 'will be returned' : 'to return'}, ${tickets} ended.`,
    )
    return 0
  })
}

if (process.argv[1] === import.meta.filename) {
  // Not read from config.ts, because a refund must not require the keys of the payment providers.
  const { DATABASE_URL, DATA_DIR, PUBLIC_URL } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR, PUBLIC_URL }, console.log)
}

import { parseArgs } from 'node:util'
import { fill } from '@foyer/contract/fill.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { saleByReference } from '../../sale/sale.ts'
import { type ShopEnv, shopOf } from '../../setting-values.ts'
import { refreshShop } from '../../shop-identity.ts'
import { readTypedCode } from '../../tickets/signing/codes.ts'
import { referenceOf } from '../order/number.ts'
import { refundOrder } from '../refund/order.ts'
import type { RefundRequest } from '../refund/request.ts'
import { WHY } from './cannot-refund.ts'
import { type Env, type Say, withDatabase } from './with-database.ts'

const USAGE = `npm run refund -- REFERENCE [AMOUNT] [--ticket CODE]... [--used REASON]
                      [--line TICKET_TYPE]... [--organiser SLUG] [--donation]

Pays an order back. REFERENCE is its reference or its number, and alone takes the whole order back: its tickets stop working,
go back on sale, and everything that was paid is returned. AMOUNT (such as 12.50) returns only that, out of tickets and fees,
and leaves the tickets valid. --ticket ends single tickets and returns what was paid for them, or AMOUNT if it is given. A
ticket that has been used at the door is only refunded with --used and a reason, which stays on the order's record. --line
takes whole lines back, by the ids of their ticket types. While a payment plan runs, that lowers
what is still to be paid first. --organiser takes back or touches only lines of that organiser.
--donation lets the donation be returned as well. The running shop sends the money and tells the buyer.`

const OPTIONS = {
  ticket: { type: 'string', multiple: true },
  used: { type: 'string' },
  line: { type: 'string', multiple: true },
  organiser: { type: 'string' },
  donation: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** References are 27 characters and may begin with a dash, so only shorter arguments are taken for options. */
const isReference = (argument: string) => argument.length >= 20 && !argument.includes(' ')

const takesValue = (before: string | undefined) =>
  Object.entries(OPTIONS).some(([name, { type }]) => type === 'string' && before === `--${name}`)

/** The arguments as typed; null when they are not those of this command. */
function readArguments(args: readonly string[]) {
  const at = args.findIndex((argument, i) => isReference(argument) && !takesValue(args[i - 1]))
  // Everything after `--` is positional, whatever it begins with.
  const ordered = at >= 0 ? [...args.slice(0, at), ...args.slice(at + 1), '--', args[at]!] : [...args]
  try {
    const { values, positionals } = parseArgs({ args: ordered, options: OPTIONS, allowPositionals: true })
    const [order, amount, ...more] = ordered.includes('--')
      ? [positionals.at(-1), ...positionals.slice(0, -1)]
      : positionals
    return { values, order, amount, more }
  } catch {
    return null
  }
}

type Typed = {
  amountMinor: Minor | undefined
  codes: string[]
  ticketTypeIds: number[]
  organiserId: number | undefined
}

function whatOf({ amountMinor, codes, ticketTypeIds, organiserId }: Typed): RefundRequest {
  const own = organiserId === undefined ? {} : { organiserId }
  const amount = amountMinor === undefined ? {} : { amountMinor }
  if (codes.length > 0) return { what: 'tickets', codes, ...amount, ...own }
  if (amountMinor !== undefined) return { what: 'amount', amountMinor, ...own }
  if (ticketTypeIds.length > 0) return { what: 'lines', ticketTypeIds, ...own }
  return organiserId === undefined ? { what: 'whole' } : { what: 'lines', organiserId }
}

/** Runs the command and returns its exit code. */
export async function run(
  args: readonly string[],
  env: Env & ShopEnv & { PUBLIC_URL?: string | undefined },
  say: Say,
  clock: Clock = systemClock,
): Promise<number> {
  const typed = readArguments(args)
  const { order, amount, more = [], values } = typed ?? {}
  const wrongAmount = amount !== undefined && !/^\d{1,9}(\.\d{1,2})?$/.test(amount)
  const codes = (values?.ticket ?? []).map((code) => readTypedCode(code) ?? '')
  const lines = (values?.line ?? []).map(Number)
  const areIds = lines.every((id) => Number.isSafeInteger(id) && id > 0)
  const used = values?.used?.trim()
  if (!values || !order || more.length > 0 || wrongAmount || codes.includes('') || !areIds || used === '') {
    say(USAGE)
    return values?.help ? 0 : 1
  }
  return withDatabase(env, say, async (db) => {
    const shop = shopOf(env)
    await refreshShop({ db, config: { shop } })
    const reference = await referenceOf(db, order)
    const currency = currencyCode((await saleByReference(db, reference))?.currency ?? null)
    const organiser = values.organiser
      ? await db.selectFrom('organisers').select('id').where('slug', '=', values.organiser).executeTakeFirst()
      : null
    if (organiser === undefined) {
      say('There is no organiser with this slug.')
      return 1
    }
    const amountMinor = amount === undefined ? undefined : parseAmount(amount, currency)
    if (amountMinor === null) {
      say(USAGE)
      return 1
    }
    const done = await refundOrder(
      {
        db,
        clock,
        config: {
          publicUrl: (env.PUBLIC_URL || 'http://localhost:3000').replace(/\/$/, ''),
          shop,
        },
      },
      {
        reference,
        ...whatOf({ amountMinor, codes, ticketTypeIds: lines, organiserId: organiser?.id }),
        ...(used !== undefined && { used }),
        ...(values.donation && { donation: true }),
      },
    )
    if (!done.ok) {
      say(fill(WHY[done.code] as '{used}{of}', { used: 0, of: 0, ...done.values }))
      return 1
    }
    const sale = await saleByReference(db, reference)
    const number = sale && (await orderNumberOf(db, sale.id))
    if (number) say(`Order ${number}`)
    const money = formatMinor(done.amountMinor, currency)
    const tickets = `${done.tickets} ${done.tickets === 1 ? 'ticket' : 'tickets'}`
    if (done.lessToPayMinor)
      say(`It is paid by a plan: ${formatMinor(done.lessToPayMinor, currency)} less is still to be paid.`)
    say(
      `${done.whole ? 'The order has been taken back' : 'Done'}: ${money} ${done.amountMinor > 0 ? 'will be returned' : 'to return'}, ${tickets} ended.`,
    )
    return 0
  })
}

if (process.argv[1] === import.meta.filename) {
  // Not read from config.ts, because a refund must not require the keys of the payment providers.
  process.exitCode = await run(process.argv.slice(2), process.env as Parameters<typeof run>[1], console.log)
}

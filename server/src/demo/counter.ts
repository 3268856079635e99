import type { Random } from '../random.ts'
import type { OnSale } from './season.ts'
import type { Desk, Staff } from './staff.ts'
import type { TimedAction } from './timed-action.ts'

const MINUTE = 60_000
const AT_COUNTER = 'the-lamplighters'
/** A card reader of the sandbox. */
const READER = 'simulated-wpe'

type Night = OnSale['dates'][number]
type Walk = { minutesBefore: number; adults: number; how: 'cash' | 'reader' | 'other' | 'free' }

/**
 * An hour at the counter before each past night of the theatre: walk-ins who pay in cash, by card or with a cheque, a sale that
 * is voided, and a drawer that is two pounds short once. Only places that are left are sold.
 */
export function counterActions(
  catalogue: readonly OnSale[],
  { random, staff, vendorUrl, now }: { random: Random; staff: Staff; vendorUrl: string; now: Date },
): TimedAction[] {
  const nights = catalogue.find(({ slug }) => slug === AT_COUNTER)?.dates.filter(({ startsAt }) => startsAt < now) ?? []
  return nights.flatMap((night, n) => shiftOf(night, n, { random, staff, vendorUrl }))
}

function shiftOf(
  { dateId, startsAt, types }: Night,
  n: number,
  { random, staff, vendorUrl }: { random: Random; staff: Staff; vendorUrl: string },
): TimedAction[] {
  const at = (minutesBefore: number) => new Date(startsAt.getTime() - minutesBefore * MINUTE)
  const adult = types.find(({ name }) => name === 'Adult')
  if (adult === undefined) return []
  let desk: Desk | null = null
  const walks: Walk[] = Array.from({ length: 3 + random.int(3) }, (_, i) => ({
    minutesBefore: 50 - i * 9 - random.int(6),
    adults: 1 + random.int(2),
    how: (['cash', 'reader', 'cash', n % 2 === 0 ? 'other' : 'cash', 'free'] as const)[i] ?? 'cash',
  }))
  return [
    {
      at: at(61),
      run: async () => {
        desk = await staff.signIn('counter')
        await desk?.act('open_shift', { float: '50', currency: 'GBP' })
      },
    },
    ...walks.map(({ minutesBefore, adults, how }, i) => ({
      at: at(minutesBefore),
      run: async () => {
        const orderId = desk && (await sell(desk, { dateId, chosen: `${adult.ticketId}x${adults}`, how, vendorUrl }))
        // A buyer who chose the wrong night.
        if (orderId && n === 2 && i === 0) await desk?.act('void_sale', { order_id: orderId, reason: 'Wrong night' })
      },
    })),
    {
      at: at(-20),
      run: async () => {
        const report = (await desk?.act('office_shift'))?.shift as { expected: string } | null | undefined
        const expected = Number(report?.expected.replace(/[^\d.]/g, '') ?? 0)
        await desk?.act('close_shift', { counted: (n === 3 ? expected - 2 : expected).toFixed(2) })
      },
    },
  ]
}

/** Returns the order's id; null where nothing was sold. */
async function sell(
  desk: Desk,
  { dateId, chosen, how, vendorUrl }: { dateId: number; chosen: string; how: Walk['how']; vendorUrl: string },
): Promise<number | null> {
  const shown = await desk.act('office_counter', { date_id: dateId, chosen })
  if (shown === null) return null
  const total = Number(shown.total_minor)
  const idIn = (next: unknown, name: string) =>
    Number(new URLSearchParams(String(next).split('?')[1]).get(name)) || null
  if (how !== 'reader') {
    // Pays with the next multiple of ten pounds.
    const given = how === 'cash' ? String(Math.ceil(total / 1000) * 10) : ''
    const note = how === 'other' ? 'Cheque' : how === 'free' ? 'Friend of the cast' : ''
    const sold = await desk.act('counter_sale', { chosen, total: how === 'free' ? 0 : total, how, given, note })
    return idIn(sold?.next, 'order_id')
  }
  const [reader] = shown.readers as { reader_id: number }[]
  const begun = reader && (await desk.act('reader_sale', { chosen, total, reader_id: reader.reader_id }))
  const saleId = idIn(begun?.next, 'sale_id')
  if (saleId === null) return null
  const list = (await desk.act('office_readers'))?.readers as { external_id: string }[] | undefined
  await fetch(`${vendorUrl}/control/present-card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reader: list?.[0]?.external_id, number: '4242424242424242' }),
  })
  await desk.act('office_reader', { sale_id: saleId })
  return saleId
}

/** The theatre gets its card reader on the first day. */
export const readerAction = (staff: Staff, at: Date): TimedAction => ({
  at,
  run: async () => {
    const desk = await staff.signIn('theatre')
    await desk?.act('save_reader', { name: 'Front desk', device: READER })
  },
})

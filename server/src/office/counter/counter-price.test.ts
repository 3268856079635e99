import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { chosenText } from '@foyer/domain/office/counter.ts'
import { expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { useShop } from '../../testing/shop.ts'
import { openCounter } from '../testing/counter.ts'

const shop = useShop('embedded')

/** A counter with a type at £20.00 and a fee of £1.50, and one whose price there is £17.00. */
async function openWithPrices({ fee }: { fee: boolean }) {
  const counter = await openCounter(shop(), {
    organiser: { counter_fee: fee, tax_number: 'GB 123', tax_bp: 2000 },
    tickets: [
      { name: 'As online', price_minor: 2000, booking_fee_minor: 150 },
      { name: 'Door', price_minor: 2000, booking_fee_minor: 150, door_price_minor: 1700 },
    ],
  })
  const { browser, about } = counter
  const [asOnline, door] = counter.ticketIds as [number, number]
  await counter.openShift()
  const look = async (chosen: string) =>
    (await browser.call('office_counter', { ...about, chosen })).body as unknown as OfficeReply<'office_counter'>
  const linesOf = (saleId: number) =>
    shop()
      .db.selectFrom('order_lines')
      .select(['ticket_type_id', 'net_minor', 'fee_minor', 'tax_minor'])
      .where('sale_id', '=', saleId)
      .orderBy('ticket_type_id')
      .execute()
  return {
    ...counter,
    asOnline,
    door,
    look,
    linesOf,
    chosen: chosenText([
      { ticketTypeId: asOnline, qty: 2 },
      { ticketTypeId: door, qty: 1 },
    ]),
  }
}

it('with the fee at the counter, a type costs as online, and one with a door price just that', async () => {
  const { look, chosen, sell, linesOf, asOnline, door, closeShift } = await openWithPrices({ fee: true })
  const shown = await look(chosen)
  expect(shown.types.map(({ price }) => price)).toEqual(['£21.50', '£17.00'])
  expect([shown.total_minor, shown.total]).toEqual([6000, '£60.00'])
  const saleId = await sell(chosen, 6000)
  expect(await linesOf(saleId)).toEqual([
    { ticket_type_id: asOnline, net_minor: 4000, fee_minor: 300, tax_minor: 717 },
    { ticket_type_id: door, net_minor: 1700, fee_minor: 0, tax_minor: 283 },
  ])
  expect(await closeShift('110')).toMatchObject({
    expected: '£110.00',
    difference: '£0.00',
    taken: [{ how: 'cash', sales: 1, tickets: 3, taken: '£60.00' }],
  })
  expect(await ledgerDifferences(shop().db)).toEqual([])
})

it('without it, no ticket at the counter has a fee: not on the page, the receipt or the Z report', async () => {
  const { look, chosen, sell, linesOf, asOnline, door, closeShift, browser, about } = await openWithPrices({
    fee: false,
  })
  const shown = await look(chosen)
  expect(shown.types.map(({ price }) => price)).toEqual(['£20.00', '£17.00'])
  expect(shown.total_minor).toBe(5700)
  const saleId = await sell(chosen, 5700)
  expect(await linesOf(saleId)).toEqual([
    { ticket_type_id: asOnline, net_minor: 4000, fee_minor: 0, tax_minor: 667 },
    { ticket_type_id: door, net_minor: 1700, fee_minor: 0, tax_minor: 283 },
  ])
  const sale = (await browser.call('office_counter_sale', { ...about, order_id: saleId })).body
  expect(sale).toMatchObject({ total: '£57.00' })
  expect(await closeShift('107')).toMatchObject({ expected: '£107.00', taken: [{ taken: '£57.00' }] })
  expect(await ledgerDifferences(shop().db)).toEqual([])
})

it('the total that was shown is the one that is sold', async () => {
  const { chosen, browser, about } = await openWithPrices({ fee: false })
  const sold = await browser.call('counter_sale', { ...about, chosen, total: 6000, how: 'cash' })
  expect(sold.body.code).toBe('counter_price_changed')
})

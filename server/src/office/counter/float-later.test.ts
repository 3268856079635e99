import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { describe, expect, it } from 'vitest'
import { useShop } from '../../testing/shop.ts'
import { openCounter } from '../testing/counter.ts'

describe('a shift whose opening float is counted later', () => {
  const shop = useShop('postgres')
  const openHere = () => openCounter(shop())

  it('prices and the total are shown before there is a shift, and the first sale opens it, once', async () => {
    const { ticketId, browser, about, shift } = await openHere()
    const { body } = await browser.call('office_counter', { ...about, set: `${ticketId}x2` })
    const shown = body as unknown as OfficeReply<'office_counter'>
    expect(shown).toMatchObject({
      shift: null,
      currency: { code: 'GBP', symbol: '£' },
      total: '£22.00',
      types: [{ price: '£11.00' }],
    })
    const form = { ...about, chosen: shown.chosen, total: 2200, opens: shown.currency.code }
    const sold = await Promise.all([browser.call('counter_sale', form), browser.call('counter_sale', form)])
    expect(sold.map(({ status }) => status)).toEqual([200, 200])
    expect(await shift()).toMatchObject({ float: '', expected: '£44.00', taken: [{ sales: 2 }] })
    const shifts = await shop()
      .db.selectFrom('counter_shifts')
      .select('id')
      .where('organiser_id', '=', about.organiser_id)
      .execute()
    expect(shifts).toHaveLength(1)
  })

  it('a sale that is refused opens no shift, and a form from before the shift was closed neither', async () => {
    const { ticketId, browser, about, shift } = await openHere()
    const form = { ...about, chosen: `${ticketId}x1`, total: 1100 }
    const short = await browser.call('counter_sale', { ...form, opens: 'GBP', given: '1' })
    expect([short.body.code, await shift()]).toEqual(['counter_too_little', null])
    for (const opens of ['', 'XYZ'])
      expect((await browser.call('counter_sale', { ...form, opens })).body.code).toBe('no_shift')
  })

  it('the float is counted once, while the shift is open', async () => {
    const { browser, about, shift, openShift, sell, ticketId } = await openHere()
    await openShift('')
    expect(await shift()).toMatchObject({ float: '', expected: '£0.00' })
    expect((await openShift('')).body.code).toBe('shift_open')
    expect((await browser.call('open_shift', { ...about, float: '20', currency: 'EUR' })).body.code).toBe('shift_open')
    await sell(`${ticketId}x1`, 1100)
    expect((await openShift('20')).status).toBe(200)
    expect(await shift()).toMatchObject({ float: '£20.00', expected: '£31.00' })
    expect((await openShift('30')).body.code).toBe('shift_open')
  })

  it('without a float, the report has the cash of its sales and no difference', async () => {
    const { browser, about, openShift, sell, closeShift, ticketId } = await openHere()
    await openShift('')
    await sell(`${ticketId}x1`, 1100)
    expect(await closeShift('61')).toMatchObject({ float: '', expected: '£11.00', counted: '£61.00', difference: '' })
    const { body } = await browser.call('office_shift', about)
    expect((body as unknown as OfficeReply<'office_shift'>).earlier).toMatchObject([{ difference: '' }])
  })
})

import { expect, it } from 'vitest'
import type { ReplyOf } from './calls.ts'
import { reserveOutcome } from './reserve-outcome.ts'

const ALL: ReplyOf<'reserve_tickets'> = {
  reserved: true,
  sale_reference: 'ref',
  fresh_reservation: true,
  checkout_time: 900,
  captcha: true,
  captcha_sitekey: 'key',
  redirect: '/queue/',
  error: 'No luck',
}

it('OPEN-29: of several outcomes the first in the list counts', () => {
  const { reserved: _, ...notReserved } = ALL
  const { captcha: __, ...noCaptcha } = notReserved
  const { redirect: ___, ...noRedirect } = noCaptcha
  expect(reserveOutcome(ALL)).toEqual({ kind: 'reserved', saleReference: 'ref', fresh: true, seconds: 900 })
  expect(reserveOutcome(notReserved)).toEqual({ kind: 'captcha', sitekey: 'key', error: 'No luck' })
  expect(reserveOutcome(noCaptcha)).toEqual({ kind: 'redirect', url: '/queue/' })
  expect(reserveOutcome(noRedirect)).toEqual({ kind: 'error', text: 'No luck' })
})

it.each([{}, { reserved: false }, { error: '', redirect: '' }, { captcha: false, captcha_sitekey: 'key' }])(
  'anything else is unknown: %j',
  (reply) => expect(reserveOutcome(reply)).toEqual({ kind: 'unknown' }),
)

it('an existing hold is not new', () => {
  expect(reserveOutcome({ reserved: true, fresh_reservation: false })).toMatchObject({ fresh: false })
  expect(reserveOutcome({ reserved: true })).toMatchObject({ fresh: false })
})

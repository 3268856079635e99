import { expect, it } from 'vitest'
import { fail, impossible } from './result.ts'

it('a failure has a code and optional details', () => {
  expect(fail('sold_out')).toEqual({ ok: false, code: 'sold_out' })
  expect(fail('quantity_above_max', { n: 5 })).toEqual({ ok: false, code: 'quantity_above_max', values: { n: 5 } })
})

it('an impossible case throws', () => {
  expect(() => impossible('surprise' as never)).toThrow('not a case: "surprise"')
})

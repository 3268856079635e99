import { expect, it } from 'vitest'
import { isTimeOfDay, parseUkDate } from './dates.ts'

it('[TRF-13] a typed day must be a complete date', () => {
  expect(parseUkDate(' 5/6/2027 ')).toBe('2027-06-05')
  for (const text of ['', '105/06/2027', 'x05/06/2027', '05/06/20271', '05/06/2027x', '05/06', '05/06/27'])
    expect(parseUkDate(text), text).toBeNull()
})

it('a typed time must be a complete time', () => {
  expect(isTimeOfDay('09:05')).toBe(true)
  for (const text of ['', '109:05', '09:051', '24:00', '09:60', '9:05']) expect(isTimeOfDay(text), text).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { captchaWork, freeShare, isEnoughWork } from './held-places.ts'

describe('the places that one network may reserve without a captcha', () => {
  it.each([
    [0, 10],
    [200, 10],
    [201, 11],
    [4000, 200],
  ])('of %d are %d', (capacity, most) => expect(freeShare(capacity, 5)).toBe(most))
})

describe('the work of a captcha', () => {
  const work = (reserved: number, places: number, share = 20) => captchaWork({ reserved, share }, places)

  it('is none within the free share, and one for ten places beyond it', () => {
    expect([work(0, 20), work(18, 2), work(0, 21), work(20, 1), work(20, 10), work(20, 11)]).toEqual([0, 0, 1, 1, 1, 2])
  })

  it('doubles with each further share, up to what a phone can still do', () => {
    expect([20, 40, 60, 80, 100, 120, 140, 160, 180, 5000].map((reserved) => work(reserved, 10))).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 128, 128,
    ])
  })

  it('of one large basket is no less than that of small ones', () => {
    let ofSmall = 0
    for (let reserved = 0; reserved < 400; reserved += 10) ofSmall += work(reserved, 10)
    expect(work(0, 400)).toBe(ofSmall)
  })
})

it('a captcha that was solved while others reserved places is still good for two doublings', () => {
  expect([isEnoughWork(0, 0), isEnoughWork(0, 1), isEnoughWork(1, 4), isEnoughWork(1, 5)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

import { describe, expect, it } from 'vitest'
import { charityMark, eventPoster, voucherPoster } from './poster.ts'

const ids = Array.from({ length: 600 }, (_, i) => i)

describe.each([
  ['event', eventPoster],
  ['voucher', voucherPoster],
])('the %s poster', (_, draw) => {
  it('is a small picture of 400 by 300 without text, always the same', () => {
    for (const id of ids) {
      const poster = draw(id)
      expect(poster).toMatch(
        /^<svg xmlns="[^"]+" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><.*<\/svg>$/,
      )
      expect(poster).not.toMatch(/<text|href|NaN|undefined|Infinity/)
      expect(Buffer.byteLength(poster)).toBeLessThan(2000)
      expect(draw(id)).toBe(poster)
    }
    expect(new Set(ids.map(draw)).size).toBeGreaterThan(200)
  })

  it('balances its tags', () => {
    for (const id of ids.slice(0, 60)) {
      const [opened, closed] = [/<[a-z]+(?:\s[^<>]*[^/<>])?>/g, /<\/[a-z]+>/g].map((tag) => draw(id).match(tag)?.length)
      expect(opened).toBe(closed)
    }
  })
})

it('gives neighbours in a list different pictures, and uses every colour', () => {
  const coloursOf = (id: number) => [...new Set(eventPoster(id).match(/#[0-9A-F]{6}/g))].sort().join()
  for (const id of ids.slice(0, 100)) expect(coloursOf(id)).not.toBe(coloursOf(id + 1))
  expect(new Set(ids.slice(0, 48).map(coloursOf)).size).toBeGreaterThanOrEqual(8)
})

it('draws a placeholder for a charity without a logo', () => {
  expect(charityMark('north-quay-hospice')).toBe(charityMark('north-quay-hospice'))
  expect(charityMark('a')).not.toBe(charityMark('b'))
})

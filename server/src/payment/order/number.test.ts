import { describe, expect, it } from 'vitest'
import { ORDER_NUMBER_ALPHABET, orderNumbersOf } from './number.ts'

describe('the order numbers to try', () => {
  const numbersOfMany = () => Array.from({ length: 500 }, (_, i) => orderNumbersOf(`reference ${i}`))

  it('are eight for each reference, always the same, all different, of eight characters', () => {
    const numbers = numbersOfMany()
    expect(numbersOfMany()).toEqual(numbers)
    for (const own of numbers) expect(own).toHaveLength(8)
    const all = numbers.flat()
    expect(new Set(all).size).toBe(all.length)
    for (const number of all) expect(number).toMatch(new RegExp(`^[${ORDER_NUMBER_ALPHABET}]{8}$`))
  })

  it('use every character equally often in every place', () => {
    const all = numbersOfMany().flat()
    const expected = all.length / ORDER_NUMBER_ALPHABET.length
    for (let place = 0; place < 8; place++)
      for (const character of ORDER_NUMBER_ALPHABET) {
        const count = all.filter((number) => number[place] === character).length
        // Five standard deviations; the numbers are hashes of fixed references, so the counts never change.
        expect(Math.abs(count - expected), `${character} in place ${place}`).toBeLessThan(5 * Math.sqrt(expected))
      }
  })

  it('depend on nothing but the reference, so that an order keeps its number', () =>
    expect(orderNumbersOf('6f0c2a').slice(0, 2)).toEqual(['YY5C823R', 'QCD3YF5J']))
})

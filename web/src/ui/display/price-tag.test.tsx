import { describe, expect, it } from 'vitest'
import { render, textOf } from '../../testing/render.tsx'
import { PriceTag } from './price-tag.tsx'

describe('prices', () => {
  const price = (priceMinor: number) =>
    textOf(render(<PriceTag priceMinor={priceMinor} text="£27.50" freeText="FREE" />).box)

  it('[DSP-07] a price of 0 or less is FREE', () => {
    expect(price(0)).toBe('FREE')
    expect(price(-500)).toBe('FREE')
    expect(price(1)).toBe('£27.50')
  })
})

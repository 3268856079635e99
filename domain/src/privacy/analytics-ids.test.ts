import { expect, it } from 'vitest'
import { analyticsIds } from './analytics-ids.ts'

const event = (ids: { analyticsId?: string | null; conversionId?: string | null; pixelId?: string | null } = {}) => ({
  analyticsId: null,
  conversionId: null,
  pixelId: null,
  ...ids,
})

it('[ANA-01, ANA-02] are those of the sale and its events, without duplicates and empty ones', () => {
  const events = [
    event({ analyticsId: 'G-2', conversionId: 'AW-1/x', pixelId: '77' }),
    event({ analyticsId: 'G-1', pixelId: '' }),
  ]
  expect(analyticsIds({ organiserAnalyticsIds: ['G-1'], events })).toEqual({
    properties: ['G-1', 'G-2'],
    conversions: ['AW-1/x'],
    pixels: ['77'],
    any: true,
  })
})

it('are empty if there are none', () =>
  expect(analyticsIds({ organiserAnalyticsIds: [], events: [event()] })).toEqual({
    properties: [],
    conversions: [],
    pixels: [],
    any: false,
  }))

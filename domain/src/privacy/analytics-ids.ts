import type { Sale } from '../sale/sale.ts'

export type AnalyticsIds = ReturnType<typeof analyticsIds>

/** Every analytics id of the organisers and events of a sale, once each. */
export function analyticsIds({
  organiserAnalyticsIds,
  events,
}: {
  organiserAnalyticsIds: Sale['organiserAnalyticsIds']
  events: readonly Pick<Sale['events'][number], 'analyticsId' | 'conversionId' | 'pixelId'>[]
}) {
  const each = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[]
  const properties = each([...organiserAnalyticsIds, ...events.map(({ analyticsId }) => analyticsId)])
  const conversions = each(events.map(({ conversionId }) => conversionId))
  const pixels = each(events.map(({ pixelId }) => pixelId))
  return { properties, conversions, pixels, any: properties.length + conversions.length + pixels.length > 0 }
}

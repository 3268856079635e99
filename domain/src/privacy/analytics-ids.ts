type Sale = {
  ga_ua_properties: readonly string[]
  events: readonly { ga: string | null; ga_conversion_id: string | null; fb_pixel: string | null }[]
}

export type AnalyticsIds = ReturnType<typeof analyticsIds>

/** Every analytics id of a sale, each once: those of its organisers and of its events (OPEN-105). */
export function analyticsIds({ ga_ua_properties, events }: Sale) {
  const each = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[]
  const properties = each([...ga_ua_properties, ...events.map(({ ga }) => ga)])
  const conversions = each(events.map(({ ga_conversion_id }) => ga_conversion_id))
  const pixels = each(events.map(({ fb_pixel }) => fb_pixel))
  return { properties, conversions, pixels, any: properties.length + conversions.length + pixels.length > 0 }
}

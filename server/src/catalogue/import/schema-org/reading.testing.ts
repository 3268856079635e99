import { readJson } from '../read-file.ts'
import { readSchemaOrg } from './listing.ts'

export const NOW = new Date('2027-01-10T12:00:00Z')

/** A local time without its zone. */
const local = (iso: string | null, zone: string): string =>
  iso === null
    ? ''
    : new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso))

/** Reads a listing and returns each event in short, the refusals, and all notes in one text. */
export function readListing(document: unknown, base: string | null = null) {
  const file = readJson(typeof document === 'string' ? document : JSON.stringify(document, null, 1))
  if (!file.ok) throw new Error(file.text)
  const { plan, refused, notes } = readSchemaOrg(file.value, file.lineOfNode, NOW, base)
  const venueOf = (slug: string | null) => plan.venues.find(({ value }) => value.slug === slug)?.value
  return {
    plan,
    refused: refused.map(({ why }) => why),
    notes: notes.map(({ why }) => why).join('; '),
    lines: notes.map(({ line }) => line),
    events: plan.events.map(({ value }) => ({
      title: value.title,
      slug: value.slug,
      status: value.status,
      zone: value.timezone,
      country: venueOf(value.venue)?.country_code ?? null,
      venue: venueOf(value.venue)?.name ?? null,
      town: venueOf(value.venue)?.town ?? null,
      online: value.online_url,
      picture: value.picture?.src ?? null,
      description: value.description_html,
      organiser: plan.organisers.find((one) => one.value.slug === value.organiser)!.value.name,
      pools: value.pools.map(({ name, capacity }) => `${name} ${capacity}`),
      dates: value.dates.map(
        ({ starts, ends, doors, all_day }) =>
          `${local(starts, value.timezone)}${ends === null ? '' : ` to ${local(ends, value.timezone)}`}${all_day ? ' all day' : ''}${doors === null ? '' : `, doors ${local(doors, value.timezone).slice(11)}`}`,
      ),
      tickets: value.ticket_types.map((type) => {
        const window = type.sale_from ?? type.sale_until
        return [
          `${type.name} ${value.currency} ${type.price / (value.currency === 'JPY' ? 1 : 100)}`,
          ...(type.pool === undefined ? [] : [`in ${type.pool}`]),
          ...(type.capacity === undefined ? [] : [`of ${type.capacity}`]),
          ...(window === null
            ? []
            : [`${local(type.sale_from, value.timezone)} - ${local(type.sale_until, value.timezone)}`.trim()]),
        ].join(', ')
      }),
    })),
  }
}

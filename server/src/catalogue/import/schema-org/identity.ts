import { dayOf, localIso } from '@foyer/domain/format/dates.ts'
import type { Performance } from '../plan.ts'
import type { EventDate } from './dates.ts'
import { type Node, property, shortHash, slugOf, textsOf } from './values.ts'

/** What a listing calls a performance: its `@id` and `url`, if they are whole addresses, and its name, start and place. */
export type Identity = { id: string | null; url: string | null; name: string }

export function identityOf(
  node: Node,
  name: string,
  url: string | null,
  dates: readonly EventDate[],
  venue: string | null,
): Identity {
  const id = textsOf(node['@id']).find((text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text))
  return {
    id: id === undefined ? null : `@id ${id}`.slice(0, 600),
    url: property(node, 'url') === undefined || url === null ? null : `url ${plainAddress(url)}`,
    name: `${name} ${dates[0]!.starts.toISOString()} ${venue ?? 'online'}`,
  }
}

/** An address without what changes from day to day: scheme, tracking, a slash at the end. */
function plainAddress(address: string): string {
  const url = new URL(address)
  for (const key of [...url.searchParams.keys()])
    if (/^(?:utm_|fbclid|gclid|mc_)/i.test(key)) url.searchParams.delete(key)
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}${url.hash}`
}

/** Whether two entries of a file are the same performance. */
export const isSame = (one: Identity, other: Identity): boolean => {
  const [a, b] = [one.id ?? one.url, other.id ?? other.url]
  return one.name === other.name && (a === null || b === null || a === b)
}

/** What identifies a performance in the shop: an address that several of the file share, such as that of a production, doesn't. */
export function performanceOf(
  identity: Identity,
  others: readonly Identity[],
  { name, dates, zone }: { name: string; dates: readonly EventDate[]; zone: string },
): Performance {
  const isShared = (key: keyof Identity) => others.some((other) => other !== identity && other[key] === identity[key])
  const keys = (['id', 'url', 'name'] as const).flatMap((key) =>
    identity[key] === null || isShared(key) ? [] : [identity[key]],
  )
  const [first] = dates
  // A moved event keeps the address of its page, which has the earlier date.
  const listedAt = first!.movedFrom?.[0] ?? first!.starts
  const slug = `${slugOf(name)}-${dayOf(listedAt, zone)}`
  return {
    keys,
    movedFrom: dates.map(({ movedFrom }) => movedFrom),
    slugs: [
      slug,
      `${slug}-${localIso(listedAt, zone).slice(11, 16).replace(':', '')}`,
      `${slug}-${shortHash(JSON.stringify(identity))}`,
    ],
  }
}

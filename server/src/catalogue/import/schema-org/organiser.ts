import { nameOf } from './text.ts'
import {
  isNode,
  listOf,
  type Node,
  property,
  type Resolve,
  shortened,
  slugOf,
  textOf,
  textsOf,
  webAddress,
} from './values.ts'

export type OrganiserInput = { slug: string; name: string; full_url?: string | undefined }

/** The first organiser that is named; otherwise the website of the event stands in. */
export function organiserOf(node: Node, resolve: Resolve, url: string | null, notes: string[]): OrganiserInput {
  const named = listOf(property(node, 'organizer') ?? property(node, 'organiser'))
    .map(resolve)
    .flatMap((entry) => {
      const written = isNode(entry)
        ? (textOf(entry, 'name') ?? textOf(entry, 'legalName') ?? '')
        : (textsOf(entry)[0] ?? '')
      const page = webAddress(isNode(entry) ? textOf(entry, 'url') : undefined) ?? webAddress(written)
      // An address in place of a name says whose website it is.
      const name = webAddress(written) === null ? nameOf(written) : (hostOf(written) ?? '')
      return name === '' ? [] : [{ name, full_url: page ?? undefined }]
    })
  const [first] = named
  if (named.length > 1)
    notes.push(`it has ${named.length} organisers: the first, "${shortened(first!.name, 100)}", is taken`)
  if (first) {
    const name = shortened(first.name, 200)
    if (name !== first.name) notes.push('the name of its organiser was shortened')
    return { slug: slugOf(name), name, full_url: first.full_url }
  }
  const host = url === null ? null : hostOf(url)
  notes.push(host === null ? 'no organiser is given' : `no organiser is given: its website ${host} stands in`)
  const name = host ?? 'Independent organisers'
  return { slug: slugOf(name), name, full_url: host === null ? undefined : `https://${host}/` }
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname.replace(/^www\./, '') || null
  } catch {
    return null
  }
}

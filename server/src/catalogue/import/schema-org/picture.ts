import type { EventInput } from '../../format/format.ts'
import type { Json } from '../read-file.ts'
import { nameOf } from './text.ts'
import { isNode, listOf, type Node, property, type Resolve, shortened, textOf, textsOf } from './values.ts'

const LONGEST_ADDRESS = 2000
const LONGEST_DATA = 17_000_000

/** The first picture that can be found; a relative address belongs to the page of the event. Those left out are noted. */
export function pictureOf(
  node: Node,
  resolve: Resolve,
  base: string | null,
  notes: string[],
): Pick<EventInput, 'picture'> {
  const images = listOf(property(node, 'image'))
    .map(resolve)
    .filter((image) => image !== '')
  let picture: NonNullable<EventInput['picture']> | undefined
  for (const image of images) {
    const written = addressIn(image)
    const found = sourceOf(written, base)
    if (found.src === null) notes.push(`the picture "${shortened(written, 100)}" was left out: ${found.why}`)
    else if (picture === undefined) picture = { src: found.src, alt: altOf(image) }
  }
  if (picture !== undefined && images.length > 1) notes.push(`it has ${images.length} pictures: one is taken`)
  return picture === undefined ? {} : { picture }
}

function addressIn(image: Json): string {
  if (!isNode(image)) return textsOf(image)[0] ?? JSON.stringify(image)
  const keys = ['contentUrl', 'url', '@id', 'thumbnailUrl']
  return (
    keys
      .map((key) => (key === '@id' ? textsOf(image['@id'])[0] : textOf(image, key)))
      .find((text) => text !== undefined) ?? 'without an address'
  )
}

/** A caption is not always a description, so the name of the event is not repeated. */
const altOf = (image: Json): string => (isNode(image) ? shortened(nameOf(textOf(image, 'caption') ?? ''), 300) : '')

type Source = { src: string; why?: never } | { src: null; why: string }

function sourceOf(written: string, base: string | null): Source {
  const address = written.trim()
  if (/^data:/i.test(address)) {
    const isPicture = /^data:image\/[a-z0-9.+-]+;base64,/i.test(address) && address.length <= LONGEST_DATA
    return isPicture ? { src: address } : { src: null, why: 'its data is not a picture in base64' }
  }
  const whole = /^\/\/[^/]/.test(address) ? `https:${address}` : address
  const url = URL.canParse(whole)
    ? new URL(whole)
    : base !== null && URL.canParse(whole, base)
      ? new URL(whole, base)
      : null
  if (url === null) return { src: null, why: 'it is no whole address, and the event has no url to find it by' }
  if (!/^https?:$/.test(url.protocol)) return { src: null, why: 'it is not an address of the web' }
  return url.href.length <= LONGEST_ADDRESS ? { src: url.href } : { src: null, why: 'its address is too long' }
}

import sharp from 'sharp'
import type { CatalogueInput } from '../format/format.ts'
import { drawLogo, type LogoName } from '../scenes/logos.ts'
import { drawScene, type SceneName } from '../scenes/scenes.ts'

type Picture = readonly [scene: SceneName, alt: string]

/** The pictures of the demo's events. They are drawn, so that the demo needs no licensed photographs. */
export const PICTURES_OF_EVENTS: Record<string, Picture> = {
  'tuesday-lunchtime-music': ['piano', 'A grand piano in a hall full of morning sun'],
  'candlelight-cello': ['candles', 'A cello behind rows of lit candles'],
  'the-ballad-of-little-hollow': ['railway', 'A little steam train crossing hills under a full moon'],
  'lantern-walk': ['lanterns', 'People with lanterns walking a coast path at dusk'],
  'lighthouse-gala-dinner': ['lighthouse', 'A lighthouse over the bay, and lit windows below it'],
  'harbour-lights-festival': ['festival', 'A crowd before a stage at sunset, under strings of bulbs'],
  'tin-whistle-membership': ['folk', 'A fiddle, its bow and a tin whistle'],
  'big-barn-ceilidh': ['barn', 'People dancing in the lit door of a red barn'],
  'supper-at-the-signal-box': ['supper', 'A laid table from above, with soup, salad and figs'],
  'first-strokes-sea-kayaking': ['sea', 'Someone in a kayak at sunrise, mountains behind'],
  'climbing-night': ['climb', 'Two climbers on a rope, on a wall of red rock'],
  'letterpress-in-a-day': ['letters', 'Blocks of wooden type with coloured ink'],
  'night-of-the-comet': ['comet', 'A comet over a hill, where people stand by a telescope'],
  'how-bees-see': ['bees', 'Two bees over flowers in the colours that bees see'],
  'nosferatu-with-accordion': ['film', 'A castle before a huge moon, in the beam of a projector'],
  'a-very-british-tea-dance': ['tea', 'Cups of tea and a cherry cake under bunting'],
  'the-night-mail': ['mail', 'A lit mail train crossing snow at night'],
  'the-back-room-session': ['pub', 'An accordion, a pint and a pie by the fire of a pub'],
  'harbour-coffee-morning': ['coffee', 'Coffee and cake at a window over a harbour'],
  'the-general-with-piano': ['silent', 'An old locomotive on a cinema’s screen, over a piano'],
  'lunchtime-music-this-season': ['quartet', 'Four chairs and music stands in the noon light'],
  'learn-to-belay': ['belay', 'A climber on an indoor wall, held on a rope from below'],
  'why-bread-rises': ['bread', 'A loaf with steam, between ears of wheat'],
  'the-lamplighters': ['lamps', 'A lamplighter in a street at dusk'],
  'supper-in-the-wings': ['wings', 'A table for two by candlelight in the wings of a stage'],
  'hospice-harvest-supper': ['harvest', 'Pumpkins, apples and corn before a striped tent'],
  'the-perseids-from-beacon-hill': ['meteors', 'Meteors over people who lie on rugs'],
  'the-drowned-village': ['drowned', 'A village with its church at the bottom of a lake'],
}

const COVERS: Record<string, Picture> = {
  'old-mill-theatre': ['curtains', 'Red curtains opening on a lit stage'],
  'harbour-lights': ['festival', 'A crowd before a stage at sunset'],
  'tin-whistle': ['folk', 'A fiddle, its bow and a tin whistle'],
  'kestrel-outdoors': ['sea', 'Someone in a kayak at sunrise'],
  'north-quay-hospice': ['lighthouse', 'A lighthouse over the bay'],
  'makers-yard': ['letters', 'Blocks of wooden type with coloured ink'],
  'bright-ideas': ['comet', 'A comet over a hill, where people stand by a telescope'],
  'lantern-slide-pictures': ['film', 'A castle before a huge moon, in the beam of a projector'],
}
const BRANDS: Record<string, readonly [logo: LogoName, accent: string]> = {
  'old-mill-theatre': ['wheel', '#a3203c'],
  'north-quay-hospice': ['heart', '#1d6473'],
  'harbour-lights': ['harbour', '#c2416b'],
  'tin-whistle': ['whistle', '#1d6b4f'],
  'kestrel-outdoors': ['peaks', '#1f5f8b'],
  'makers-yard': ['yard', '#8a4b12'],
  'bright-ideas': ['bulb', '#5b2a86'],
  'lantern-slide-pictures': ['slide', '#2f3a7a'],
}

/** Wide enough for a page, and small enough to be drawn at the first start. */
const WIDE = { width: 960, height: 720 }
const drawn = new Map<string, string>()

async function branded([logo, accent]: (typeof BRANDS)[string]) {
  const bytes = await sharp(Buffer.from(drawLogo(logo, accent)))
    .png()
    .toBuffer()
  return { accent, logo: `data:image/png;base64,${bytes.toString('base64')}` }
}

/** The catalogue as a file that contains its pictures. */
export async function withPictures(file: CatalogueInput): Promise<CatalogueInput> {
  const shown = async (picture: Picture | undefined, seed: number) => {
    if (picture === undefined) return null
    const [scene, alt] = picture
    if (!drawn.has(scene)) {
      const bytes = await sharp(Buffer.from(drawScene(scene, seed)))
        .resize(WIDE)
        .webp({ quality: 82 })
        .toBuffer()
      drawn.set(scene, `data:image/webp;base64,${bytes.toString('base64')}`)
    }
    return { src: drawn.get(scene)!, alt }
  }
  const events: NonNullable<CatalogueInput['events']> = []
  for (const [i, event] of (file.events ?? []).entries()) {
    const picture = await shown(PICTURES_OF_EVENTS[event.slug], i + 3)
    events.push(picture ? { ...event, picture } : event)
  }
  const organisers: NonNullable<CatalogueInput['organisers']> = []
  for (const [i, organiser] of (file.organisers ?? []).entries()) {
    const cover = await shown(COVERS[organiser.slug], i + 3)
    const brand = BRANDS[organiser.slug]
    organisers.push({ ...organiser, ...(cover && { cover }), ...(brand && (await branded(brand))) })
  }
  return { ...file, events, organisers }
}

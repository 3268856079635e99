import { LANGUAGES, type Language, language } from '@foyer/domain/format/language.ts'
import { escapeHtml } from '../../html/sanitise.ts'
import { CARD } from '../../pictures/small.ts'

/** The picture of pages without one of their own: the shop's mark on its colour. */
export const SHOP_CARD = '/brand/card.jpg'

/** What a link to a page looks like where it is shared. */
export type Preview = {
  /** without the name of the shop, which stands beside it */
  title: string
  description: string
  /** the page's address in this language */
  url: string
  /** the address of a picture of `CARD`'s size, and what it shows */
  picture: { url: string; alt: string }
  site: string
}

const LOCALES = { en: 'en_GB', fr: 'fr_FR' } as const satisfies Record<Language, string>

/** The elements for previews, by the Open Graph protocol (ogp.me). X needs its card's kind besides. */
export function previewMeta({ title, description, url, picture, site }: Preview): string {
  const here = language()
  const properties: (readonly [name: string, content: string | number])[] = [
    ['og:type', 'website'],
    ['og:site_name', site],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', LOCALES[here]],
    ...LANGUAGES.filter((code) => code !== here).map((code) => ['og:locale:alternate', LOCALES[code]] as const),
    ['og:image', picture.url],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', CARD.width],
    ['og:image:height', CARD.height],
    ['og:image:alt', picture.alt],
  ]
  return [
    ...properties
      .filter(([, content]) => content !== '')
      .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(String(content))}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

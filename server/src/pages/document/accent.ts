import { createHash } from 'node:crypto'
import { shadesOf, type Theme } from '@foyer/domain/brand/accent.ts'

type Colours = {
  /** Of links and buttons: the organiser's or the shop's. */
  colour: string
  /** The shop's own, if it has chosen one: its mark keeps it on pages of organisers. */
  shop?: string | null | undefined
}

const rolesOf = ({ colour, shop }: Colours, theme: Theme): string => {
  const { accent, hover, ink, soft } = shadesOf(colour, theme)
  const mark = shop ? `;--mark:${shadesOf(shop, theme).accent}` : ''
  return `--accent:${accent};--accent-hover:${hover};--accent-ink:${ink};--accent-soft:${soft}${mark}`
}

/** The style that gives a page the colour of its shop or organiser, in both themes; printed pages are always light. */
export const accentStyle = (colours: Colours): string =>
  `:root{${rolesOf(colours, 'light')}}@media screen{:root[data-theme=dark]{${rolesOf(colours, 'dark')}}}`

/** Its source in the page's content security policy. */
export const accentSource = (colours: Colours): string =>
  `'sha256-${createHash('sha256').update(accentStyle(colours)).digest('base64')}'`

import { createHash } from 'node:crypto'
import { shadesOf, type Theme } from '@foyer/domain/brand/accent.ts'

const rolesOf = (colour: string, theme: Theme): string => {
  const { accent, hover, ink, soft } = shadesOf(colour, theme)
  return `--accent:${accent};--accent-hover:${hover};--accent-ink:${ink};--accent-soft:${soft}`
}

/** The style that gives a page the colour of its shop or organiser, in both themes; printed pages are always light. */
export const accentStyle = (colour: string): string =>
  `:root{${rolesOf(colour, 'light')}}@media screen{:root[data-theme=dark]{${rolesOf(colour, 'dark')}}}`

/** Its source in the page's content security policy. */
export const accentSource = (colour: string): string =>
  `'sha256-${createHash('sha256').update(accentStyle(colour)).digest('base64')}'`

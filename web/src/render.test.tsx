// @vitest-environment node
import type { PageName } from '@foyer/contract/pages.ts'
import { expect, it } from 'vitest'
import { render } from './render.tsx'
import { PAGE_DATA } from './testing/pages.ts'
import { sampleShell } from './testing/shell.ts'

// The checkout is many pages in one, and shows them in tests of its own.
const PAGES = (Object.keys(PAGE_DATA) as PageName[]).filter((name) => name !== 'checkout')

it.each(PAGES)('the server renders the page %s with one main heading and a title', (name) => {
  const { title, html } = render(name, PAGE_DATA[name], sampleShell())
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html.match(/<main[ >]/g)).toHaveLength(1)
  expect(title).toMatch(/^(.+ - )?Foyer$/)
})

it.each(PAGES)('the page %s has no style attribute or inline script, which the policy refuses', (name) => {
  const { html } = render(name, PAGE_DATA[name], sampleShell({ sandbox: true }))
  expect(html).not.toMatch(/ style=/)
  expect(html).not.toMatch(/<script| on[a-z]+=/)
})

it('the event page has its name in the title and its price without a script', () => {
  const { title, html } = render('event', PAGE_DATA.event, sampleShell())
  expect(title).toBe('Autumn Gala Concert - Foyer')
  expect(html).toContain('£27.50')
})

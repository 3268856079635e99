import { afterEach, expect, it } from 'vitest'
import { click, findIn, render } from '../../testing/render.tsx'
import { sampleShell, sampleUser } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => {
  delete document.documentElement.dataset.theme
})

it('shows every component in both themes', () => {
  const { box } = render(<page.Body shell={sampleShell()} data={null} />)
  const dark = findIn<HTMLInputElement>(box, 'input[type=checkbox]')
  click(dark)
  expect(document.documentElement.dataset.theme).toBe('dark')
  click(dark)
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

it('starts with the theme it was rendered in', () => {
  const { box } = render(<page.Body shell={sampleShell({ user: sampleUser({ is_dark_mode: true }) })} data={null} />)
  expect(findIn<HTMLInputElement>(box, 'input[type=checkbox]').checked).toBe(true)
})

// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { click, focus, render, textOf } from '../../testing/render.tsx'
import { Button } from './button.tsx'
import { LoadingButton } from './loading-button.tsx'

it('[UI-05] shows a spinner only while it loads', () => {
  const { find, show, box } = render(<LoadingButton loading={false}>Send code</LoadingButton>)
  const parts = () => find('button').children.length
  const idle = parts()
  show(<LoadingButton loading>Send code</LoadingButton>)
  expect(parts()).toBe(idle + 1)
  expect(find('button > [aria-hidden=true]')).toBeTruthy()
  show(<LoadingButton loading={false}>Send code</LoadingButton>)
  expect(box.querySelector('button > [aria-hidden=true]')).toBeNull()
})

it('[UI-06] is disabled while it loads', () => {
  const onClick = vi.fn()
  const button = (loading: boolean) => (
    <LoadingButton loading={loading} onClick={onClick}>
      Send code
    </LoadingButton>
  )
  const { find, show } = render(button(true))
  expect(find<HTMLButtonElement>('button').disabled).toBe(true)
  click(find('button'))
  expect(onClick).not.toHaveBeenCalled()
  show(button(false))
  click(find('button'))
  expect(onClick).toHaveBeenCalledTimes(1)
})

it('keeps its label for screen readers, and is marked busy', () => {
  const { find } = render(<LoadingButton loading>Send code</LoadingButton>)
  expect(textOf(find('button'))).toBe('Send code')
  expect(find('button').getAttribute('aria-busy')).toBe('true')
})

it('shows its loading text if it has one', () => {
  const { find } = render(
    <LoadingButton loading loadingText="Confirming Payment">
      Pay £66.40
    </LoadingButton>,
  )
  expect(textOf(find('button'))).toBe('Confirming Payment')
})

it('ignores a second press during the first', async () => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const { find } = render(<Button onClick={work}>Pay</Button>)
  click(find('button'))
  click(find('button'))
  expect(work).toHaveBeenCalledTimes(1)
  await act(async () => finish())
  click(find('button'))
  expect(work).toHaveBeenCalledTimes(2)
})

it('regains focus after loading, unless it has moved elsewhere', () => {
  const { find, show } = render(<LoadingButton loading={false}>Verify</LoadingButton>)
  const button = find<HTMLButtonElement>('button')
  focus(button)
  show(<LoadingButton loading>Verify</LoadingButton>)
  button.blur()
  show(<LoadingButton loading={false}>Verify</LoadingButton>)
  expect(document.activeElement).toBe(button)
})

it('submits a form only if its type is submit', () => {
  const { find, show } = render(<Button>Copy</Button>)
  expect(find<HTMLButtonElement>('button').type).toBe('button')
  show(<Button type="submit">Continue</Button>)
  expect(find<HTMLButtonElement>('button').type).toBe('submit')
})

// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { click, findIn, render, textOf } from '../../testing/render.tsx'
import { Modal } from './modal.tsx'

type Props = Partial<Parameters<typeof Modal>[0]>

const modal = (props: Props = {}) => (
  <Modal open onClose={() => {}} title="Are you sure?" labels={{ close: 'Close' }} {...props}>
    <p>By editing your basket, you could lose your reserved tickets.</p>
  </Modal>
)

const dialogIn = (box: ParentNode) => findIn<HTMLDialogElement>(box, 'dialog')

it('[UI-03] is labelled by its title', () => {
  const { box } = render(modal())
  const title = document.getElementById(dialogIn(box).getAttribute('aria-labelledby') ?? '')
  expect(textOf(title)).toBe('Are you sure?')
})

it('[UI-04] is twice as wide in double mode', () => {
  const { box, show } = render(modal())
  const single = dialogIn(box).className.split(' ')
  show(modal({ double: true }))
  const double = dialogIn(box).className.split(' ')
  expect(double).toHaveLength(single.length + 1)
})

it('is not rendered until it is opened', () => {
  const { box, show } = render(modal({ open: false }))
  expect(box.querySelector('dialog')).toBeNull()
  show(modal())
  expect(dialogIn(box).open).toBe(true)
})

it('moves focus to its title and returns it to the opener', () => {
  const opener = document.body.appendChild(document.createElement('button'))
  opener.focus()
  const { box, show } = render(modal())
  expect(textOf(document.activeElement)).toBe('Are you sure?')
  show(modal({ open: false }))
  expect(box.querySelector('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
  opener.remove()
})

const WAYS_OUT: [string, (dialog: HTMLDialogElement) => void][] = [
  ['Escape', (dialog) => act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))],
  ['the cross', (dialog) => click(findIn(dialog, 'button'))],
  [
    'the backdrop',
    (dialog) => {
      dialog.getBoundingClientRect = () => new DOMRect(100, 100, 480, 300)
      act(() => void dialog.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 5, clientY: 5 })))
    },
  ],
]

it.each(WAYS_OUT)('%s closes it', (_, leave) => {
  const onClose = vi.fn()
  const { box } = render(modal({ onClose }))
  leave(dialogIn(box))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it.each(WAYS_OUT)('%s does not close it while saving', (_, leave) => {
  const onClose = vi.fn()
  const { box } = render(modal({ onClose, saving: true }))
  leave(dialogIn(box))
  expect(onClose).not.toHaveBeenCalled()
})

it('a click inside it does not close it', () => {
  const onClose = vi.fn()
  const { box } = render(modal({ onClose }))
  click(findIn(box, 'dialog p'))
  expect(onClose).not.toHaveBeenCalled()
})

it('a second Escape, which closes a refusing dialog, does not close it while saving', () => {
  const onClose = vi.fn()
  const { box } = render(modal({ onClose, saving: true }))
  act(() => dialogIn(box).close())
  expect(dialogIn(box).open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

it('has its own live regions, because the page behind it is inert', () => {
  const { box } = render(modal())
  expect(dialogIn(box).querySelectorAll('[aria-live]')).toHaveLength(2)
})

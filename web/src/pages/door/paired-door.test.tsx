import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { render, textOf } from '../../testing/render.tsx'
import { PairedDoor } from './paired-door.tsx'

beforeEach(() => localStorage.clear())

it('a device asks before it unpairs itself, and keeps its pairing if that was a slip', async () => {
  const list = { version: '1', event: 'Gala', nice_date: '', nice_now: '', tickets: [], others: [], unchanged: true }
  const sent = answerCalls({ 'door_list/': list, 'close_door/': { success: true } })
  const onEnded = vi.fn()
  const pairing = { device: 'token', door: 'North', event: 'Gala', nice_date: '1 May' } as never
  const { box } = render(<PairedDoor pairing={pairing} publicKey="" onEnded={onEnded} />)
  const closed = () => sent.filter(({ url }) => url.includes('close_door/')).length
  await pressAndWait(buttonNamed(box, 'Unpair this device'))
  expect(textOf(box)).toContain('This device stops checking tickets here.')
  expect([closed(), document.activeElement?.getAttribute('aria-label')]).toEqual([0, 'Unpair this device'])
  await pressAndWait(buttonNamed(box, 'Keep it paired'))
  expect([closed(), onEnded.mock.calls]).toEqual([0, []])
  await pressAndWait(buttonNamed(box, 'Unpair this device'))
  await pressAndWait(buttonNamed(box, 'Unpair this device'))
  expect([closed(), onEnded.mock.calls]).toEqual([1, [[false]]])
})

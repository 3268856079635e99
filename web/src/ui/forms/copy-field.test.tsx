import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findIn, render, textOf } from '../../testing/render.tsx'
import { announcements } from '../feedback/announce.ts'
import { CopyField } from './copy-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('copying', () => {
  const field = <CopyField label="Reference" value="FY-204" labels={{ copy: 'Copy', copied: 'Copied' }} />
  const press = (box: ParentNode) => act(async () => findIn<HTMLButtonElement>(box, 'button').click())

  it('shows and announces "Copied" for two seconds', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { box } = render(field)
    await press(box)
    expect(writeText).toHaveBeenCalledWith('FY-204')
    expect(announcements.now().map(({ text }) => text)).toEqual(['Copied'])
    act(() => vi.advanceTimersByTime(1999))
    expect(textOf(findIn(box, 'button'))).toBe('Copied')
    act(() => vi.advanceTimersByTime(1))
    expect(textOf(findIn(box, 'button'))).toBe('Copy')
  })

  it('shows nothing if copying failed', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    document.execCommand = () => false
    const { box } = render(field)
    await press(box)
    expect(textOf(findIn(box, 'button'))).toBe('Copy')
  })
})

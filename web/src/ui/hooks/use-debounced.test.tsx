import { act, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { click, render, textOf } from '../../testing/render.tsx'
import { useDebounced } from './use-debounced.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('useDebounced', () => {
  function Quantity({ save, atEnd }: { save: (value: number) => void; atEnd?: 'flush' }) {
    const [value, setValue] = useState(1)
    const saving = useDebounced(save, 2000, { atEnd })
    const add = () => {
      setValue(value + 1)
      saving.call(value + 1)
    }
    return (
      <>
        <button type="button" onClick={add}>
          {saving.pending ? 'waiting' : 'still'}
        </button>
        <button type="button" onClick={saving.flush}>
          now
        </button>
        <button type="button" onClick={saving.cancel}>
          never
        </button>
      </>
    )
  }
  const start = (atEnd?: 'flush') => {
    const save = vi.fn()
    const page = (shown: boolean): ReactNode => (shown ? <Quantity save={save} atEnd={atEnd} /> : null)
    const { box, show } = render(page(true))
    const buttons = box.querySelectorAll('button')
    const [add, now, never] = [buttons[0]!, buttons[1]!, buttons[2]!]
    return { save, add, now, never, leave: () => show(page(false)) }
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  it('runs once, with the last value, 2000 ms after the last call', () => {
    const { save, add } = start()
    click(add)
    pass(1999)
    click(add)
    pass(1999)
    expect(save).not.toHaveBeenCalled()
    expect(textOf(add)).toBe('waiting')
    pass(1)
    expect(save.mock.calls).toEqual([[3]])
    expect(textOf(add)).toBe('still')
    pass(10_000)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('can be flushed or cancelled', () => {
    const { save, add, now, never } = start()
    click(now)
    expect(save).not.toHaveBeenCalled()
    click(add)
    click(now)
    expect(save.mock.calls).toEqual([[2]])
    click(add)
    click(never)
    pass(5000)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('on unmount cancels or flushes, as configured', () => {
    const forgetful = start()
    click(forgetful.add)
    forgetful.leave()
    pass(5000)
    expect(forgetful.save).not.toHaveBeenCalled()

    const dutiful = start('flush')
    click(dutiful.add)
    dutiful.leave()
    expect(dutiful.save.mock.calls).toEqual([[2]])
  })
})

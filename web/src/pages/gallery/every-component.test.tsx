import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as icons from '../../ui/display/icons.ts'
import { Notifications } from '../../ui/feedback/notifications.tsx'
import '../../testing/render.tsx'
import { Gallery } from './gallery.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('every component', () => {
  const NOON = Date.UTC(2027, 9, 1, 12)
  const format = { clock: String, words: String, spoken: String }
  const page = (clock: () => number) => (
    <>
      <Gallery clock={clock} drawnAt={NOON} format={format} posters={['/poster.svg']} />
      <Notifications labels={{ region: 'Notifications', close: 'Close' }} />
    </>
  )

  it('renders on a server without a window', () => {
    vi.stubGlobal('window', undefined)
    vi.stubGlobal('document', undefined)
    vi.stubGlobal('navigator', undefined)
    const html = renderToString(page(() => NOON))
    vi.unstubAllGlobals()
    expect(html).toContain('Order complete! Your tickets are on their way.')
  })

  it('hydrates without a difference', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    const recovered = vi.fn()
    const box = document.body.appendChild(document.createElement('div'))
    box.innerHTML = renderToString(page(() => NOON))
    const root = await act(async () =>
      hydrateRoot(
        box,
        page(() => NOON + 4000),
        { onRecoverableError: recovered },
      ),
    )
    expect(recovered.mock.calls).toEqual([])
    expect(complaints.mock.calls).toEqual([])
    act(() => root.unmount())
    box.remove()
  })

  it('renders no style attribute on the server, which the policy forbids', () => {
    expect(renderToString(page(() => NOON))).not.toMatch(/ style=/)
  })

  it('has a scene for each name', () => {
    for (const shape of Object.values(icons)) expect(shape).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
  })
})

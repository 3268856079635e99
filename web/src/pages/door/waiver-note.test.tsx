import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/messages.ts'
import { expect, it, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { WaiverNote } from './waiver-note.tsx'

it('says that waivers are signed, or how many, with the page to sign as a code that needs no network', async () => {
  expect(render(<WaiverNote waiver={undefined} />).box.textContent).toBe('')
  const signed = render(<WaiverNote waiver={{ signed: 2, of: 2, path: '/w/abc/' }} />).box
  expect([signed.textContent, signed.querySelector('a')]).toEqual([t['door.waiverSigned'], null])
  const { box } = render(<WaiverNote waiver={{ signed: 1, of: 2, path: '/w/abc/' }} />)
  expect(box.textContent).toContain(fill(t['door.waiverMissing'], { signed: 1, of: 2 }))
  expect(box.querySelector('a')!.href).toBe(new URL('/w/abc/', location.href).href)
  await vi.waitFor(() => expect(box.querySelector(`svg[aria-label="${t['door.waiverCode']}"] path`)).not.toBeNull())
})

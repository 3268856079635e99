import { door as t } from '@foyer/contract/messages.ts'
import { expect, it, vi } from 'vitest'
import { buttonNamed } from '../../testing/interact.ts'
import { click, render, type } from '../../testing/render.tsx'
import { Guests } from './guests.tsx'
import type { Guest } from './paired.ts'
import { VerdictAlert } from './scanner.tsx'
import { type Verdict, verdictOf } from './verdict.ts'
import { WaiverNote } from './waiver-note.tsx'

const TICKET = {
  event: 'Climbing',
  event_id: 1,
  nice_date: '',
  place: '',
  ticket: 'Climber',
  extra: false,
  seat: null,
  holder: 'Ada Lovelace',
  position: 1,
  outOf: 2,
}

it('says that waivers are signed, or how many, with the page to sign as a code that needs no network', async () => {
  expect(render(<WaiverNote waiver={undefined} />).box.textContent).toBe('')
  const signed = render(<WaiverNote waiver={{ signed: 2, of: 2, path: '/w/abc/' }} />).box
  expect([signed.textContent, signed.querySelector('a')]).toEqual([t['door.waiverSigned'], null])
  const { box } = render(<WaiverNote waiver={{ signed: 1, of: 2, path: '/w/abc/' }} />)
  expect(box.textContent).toBe(`1 waiver of this order still to sign${t['door.waiverSign']}`)
  click(buttonNamed(box, t['door.waiverSign']))
  expect(box.textContent).toContain('Let the guest scan this with their phone')
  expect(box.querySelector('a')!.href).toBe(new URL('/w/abc/', location.href).href)
  await vi.waitFor(() => expect(box.querySelector(`svg[aria-label="${t['door.waiverCode']}"] path`)).not.toBeNull())
  click(buttonNamed(box, t['door.waiverSign']))
  expect(box.querySelector('svg')).toBeNull()
})

it('a verdict is a warning if waivers of the order are not signed, also for a party', () => {
  const typeOf = (verdict: Verdict) =>
    render(<VerdictAlert verdict={verdict} />)
      .box.querySelector('[data-type]')!
      .getAttribute('data-type')
  const admitted = { type: 'success', title: 'Admitted', why: '' } as const
  const unsigned = { signed: 0, of: 2, path: '/w/abc/' }
  expect(typeOf(admitted)).toBe('success')
  expect(typeOf({ ...admitted, waiver: { ...unsigned, signed: 2 } })).toBe('success')
  expect(typeOf({ ...admitted, waiver: unsigned })).toBe('warning')
  expect(typeOf(verdictOf({ outcome: 'admitted', ticket: { ...TICKET, waiver: unsigned } }))).toBe('warning')
  expect(typeOf(verdictOf({ outcome: 'already_admitted', ticket: { ...TICKET, waiver: unsigned } }))).toBe('error')
})

it('the code to sign closes after an entry', () => {
  const waiver = { signed: 0, of: 2, path: '/w/abc/' }
  const guest = (ticket_id: number, outcome: Guest['outcome'] = 'valid'): Guest => ({
    ticket_id,
    hash: String(ticket_id),
    holder: 'Ada Lovelace',
    party: 1,
    order: 'FY-1',
    ticket: 'Climber',
    seat: '',
    extra: false,
    note: '',
    waiver,
    outcome,
    nice_when: '',
    where: '',
  })
  const onRecord = async () => {}
  const { box, show } = render(<Guests guests={[guest(1), guest(2)]} onRecord={onRecord} />)
  type(box.querySelector('input')!, 'Ada')
  click(buttonNamed(box, t['door.waiverSign']))
  expect(box.textContent).toContain(t['door.waiverScan'])
  show(<Guests guests={[guest(1, 'already_admitted'), guest(2)]} onRecord={onRecord} />)
  expect(box.textContent).not.toContain(t['door.waiverScan'])
})

import type { PageData } from '@foyer/contract/pages.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait, submit } from '../../testing/interact.ts'
import { click, render, type } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (change: Partial<PageData['order']> = {}) =>
  render(
    <page.Body
      shell={sampleShell()}
      data={{
        reference: 'REF',
        email: 'ada@example.org',
        paid: true,
        outcome: 'fulfilled',
        total: '£1.00',
        timeline: [{ at: '2026-12-25T19:30:00.000Z', text: 'We received your payment.' }],
        transfers: [],
        waivers: [],
        undelivered: null,
        waiver_url: null,
        messages: [],
        transferable: [],
        ...change,
      }}
    />,
  ).box

const TRANSFER = {
  id: 7,
  name: 'Grace Hopper',
  email: 'grace@example.org',
  event: 'Gala',
  ticket: 'Standing',
  qty: 2,
  status: 'sent' as const,
  nice_when: 'Fri 1 Oct 2027, 7:00pm',
  undelivered: false,
}

it('promises no tickets in the wallet during a plan', () => {
  const box = show({ outcome: 'plan' })
  expect(box.textContent).toContain('after the final payment')
  expect(box.querySelector('a[href="/account/settings/"]')).not.toBeNull()
})

it('says that an order is refunded in part, not that it is complete', () => {
  const bought = { lines: [], amounts: [], refunded: '£10.00', left: '£20.00' }
  const alertOf = (box: Element) => box.querySelector('[data-type]')!
  expect(alertOf(show({ bought })).textContent).toContain('Part of this order has been refunded')
  expect(alertOf(show({ bought })).getAttribute('data-type')).toBe('info')
  expect(alertOf(show({ bought: { ...bought, refunded: '', left: '' } })).getAttribute('data-type')).toBe('success')
})

it('shows the VAT in the total, and links each organiser’s receipt', () => {
  const receipts = [{ organiser: 'The Old Barn', url: '/orders/REF/receipt-1.pdf' }]
  const box = show({ total: '£22.00', tax: '£3.66', receipts })
  expect(box.textContent).toContain('£22.00, including £3.66 VAT')
  expect(box.querySelector('a[href="/orders/REF/receipt-1.pdf"]')!.textContent).toBe('The Old Barn (PDF)')
  expect(show().textContent).not.toContain('VAT')
  expect(show().textContent).not.toContain('Receipt')
})

it('dates the history, also late in a month', () => expect(show().textContent).toContain('Fri 25 Dec 2026, 7:30pm'))

it('shows recipients of transfers, and takes back unclaimed ones', async () => {
  const sent = answerCalls({ 'take_back_transfer/': { success: true } })
  const box = show({ transfers: [TRANSFER, { ...TRANSFER, id: 8, name: 'Alan Turing', status: 'claimed' }] })
  expect(box.textContent).toContain('Not claimed yet Sent Fri 1 Oct 2027, 7:00pm')
  expect(box.textContent).toContain('Claimed Fri 1 Oct 2027, 7:00pm')
  expect(() => buttonNamed(box, 'Cancel the transfer to Alan Turing')).toThrow()
  await pressAndWait(buttonNamed(box, 'Cancel the transfer to Grace Hopper'))
  expect(sent).toMatchObject([{ form: { transfer_id: '7' } }])
  expect(box.textContent).toContain('Cancelled')
  expect(() => buttonNamed(box, 'Cancel the transfer to Grace Hopper')).toThrow()
})

it('reports a bounced email, and sends it again', async () => {
  const sent = answerCalls({ 'resend_wallet/': { success: true } })
  const box = show({ undelivered: { email: 'ada@exmaple.org', may_correct: false } })
  expect(box.textContent).toContain('We couldn’t reach ada@exmaple.org')
  expect(box.textContent).toContain('If the address is wrong, contact us')
  expect(box.querySelector('input[type=email]')).toBeNull()
  await pressAndWait(buttonNamed(box, 'Send it again'))
  expect(sent).toMatchObject([{ form: { reference: 'REF', email: '' } }])
  expect(box.textContent).toContain('We’ve sent it again to ada@exmaple.org.')
  expect(show({ undelivered: { email: 'x@y.z', may_correct: true } }).querySelector('input[type=email]')).not.toBeNull()
})

it('sends to the corrected address again when the first attempt failed, without its used code', async () => {
  const sent = answerCalls({
    'resend_wallet/': [{ status: 503, body: {} }, { success: true }],
    'send_one_time_code/': { success: true },
    'check_one_time_code/': { has_account: false },
  })
  const box = show({ undelivered: { email: 'ada@exmaple.org', may_correct: true } })
  type(box.querySelector<HTMLInputElement>('input[type=email]')!, 'ada@example.org')
  await submit(box.querySelector('form')!)
  type(box.querySelector<HTMLInputElement>('#code')!, '123456')
  await submit(box.querySelector('form')!)
  expect(box.textContent).toContain('Unable to send the email. Please try again')
  expect(box.querySelector('#code')).toBeNull()
  await pressAndWait(buttonNamed(box, 'Send it again'))
  expect(sent.at(-1)).toMatchObject({ form: { reference: 'REF', email: 'ada@example.org' } })
  expect(box.textContent).toContain('We’ve sent it again to ada@example.org.')
})

it('shows the buyer who has signed, and for whom', () => {
  const signed = [{ name: 'Young Hopper', signed_by: 'Grace Hopper', is_minor: true, at: '01/10/2027 7:00pm' }]
  const box = show({
    waivers: [
      { waiver: 'Climb at your own risk', event: 'Climbing', signed },
      { waiver: 'Swim', event: 'Swimming', signed: [] },
    ],
  })
  expect(box.textContent).toContain('Young Hopper (signed by Grace Hopper)')
  expect(box.textContent).toContain('No one has signed yet.')
})

const TRANSFERABLE = { ticket_id: 4, event_name: 'Gala', ticket_name: 'Standing', qty: 2, timezone: 'Europe/London' }

it('[40.6] puts a waiver that has to be signed above what was bought, and below it once it is signed', () => {
  const waiver_url = 'https://shop.example/activity-terms-and-conditions/REF/'
  const partsWith = (signed: { name: string; signed_by: string; is_minor: boolean; at: string }[]) => {
    const words = show({ waiver_url, waivers: [{ waiver: 'Climb at your own risk', event: 'Climbing', signed }] })
      .textContent!
    return [words.indexOf('All visitors must sign'), words.indexOf('ada@example.org')]
  }
  const [toSign, facts] = partsWith([])
  expect(toSign).toBeGreaterThan(0)
  expect(toSign).toBeLessThan(facts!)
  const [signed, after] = partsWith([{ name: 'Ada', signed_by: 'Ada', is_minor: false, at: 'Fri 1 Oct 2027' }])
  expect(signed).toBeGreaterThan(after!)
})

it("shows the organiser's messages and the waiver link, which can be emailed", async () => {
  const sent = answerCalls({ 'send_waiver_link/': { success: true } })
  const box = show({
    waiver_url: 'https://shop.example/activity-terms-and-conditions/REF/',
    messages: [{ organiser: 'Jazz Barn', event: 'Gala', html: '<p>Bring <em>boots</em>.</p>' }],
  })
  expect(box.textContent).toContain('Jazz Barn, for Gala')
  expect(box.querySelector('em')!.textContent).toBe('boots')
  expect(box.textContent + box.innerHTML).toContain('https://shop.example/activity-terms-and-conditions/REF/')
  type(box.querySelector<HTMLInputElement>('#waiver_email')!, 'grace@example.org')
  await submit(buttonNamed(box, 'Send the link').form!)
  expect(sent).toMatchObject([{ form: { reference: 'REF', email: 'grace@example.org' } }])
  expect(box.textContent).toContain('We’ve sent the link to grace@example.org.')
})

it('offers transfers while there are transferable tickets', async () => {
  expect(() => buttonNamed(show(), 'Transfer tickets')).toThrow()
  const box = show({ transferable: [TRANSFERABLE] })
  await pressAndWait(buttonNamed(box, 'Transfer tickets'))
  await vi.waitFor(() => expect(box.textContent).toContain('Gala - Standing'), { timeout: 15_000 })
  expect(buttonNamed(box, 'Send tickets')).toBeTruthy()
})

it('sends a transfer only once, although the page that shows it takes a moment to load', async () => {
  const sent = answerCalls({ 'set_transfers/': { success: true } })
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const box = show({ transferable: [TRANSFERABLE] })
  await pressAndWait(buttonNamed(box, 'Transfer tickets'))
  await vi.waitFor(() => expect(box.textContent).toContain('Gala - Standing'), { timeout: 15_000 })
  click(box.querySelector('[aria-label^="More"], [aria-label^="One more"]')!)
  const [name, email] = [box.querySelector('input[name^=name]')!, box.querySelector('input[name^=email]')!]
  type(name as HTMLInputElement, 'Grace Hopper')
  type(email as HTMLInputElement, 'grace@example.org')
  await submit(buttonNamed(box, 'Send tickets').form!)
  await submit(buttonNamed(box, 'Send tickets').form!)
  expect(sent).toHaveLength(1)
  expect(replace).toHaveBeenCalledOnce()
})

it('offers the ways left to cancel Gift Aid, to a donor who has proved the address', () => {
  const gift_aid = {
    charity: 'Stage Door Trust',
    amount: '£20.00',
    left: ['from_now', 'never_true'] as const,
    nice_cancelled: '',
    is_proved: true,
  }
  const ways = (change: Partial<typeof gift_aid> = {}) => {
    const box = show({ gift_aid: { ...gift_aid, ...change } })
    return [...box.querySelectorAll('button[name="gift_aid"]')].map((button) => button.getAttribute('value'))
  }
  expect(ways()).toEqual(['from_now', 'never_true'])
  expect(ways({ is_proved: false })).toEqual([])
  expect(show({ gift_aid: { ...gift_aid, is_proved: false } }).querySelector('a[href*="/signin/"]')).not.toBeNull()
  const ended = { ...gift_aid, left: [], nice_cancelled: 'Sun 29 Nov 2026' }
  expect(show({ gift_aid: ended }).textContent).toContain(
    'You cancelled Gift Aid on your donation of £20.00 to Stage Door Trust on Sun 29 Nov 2026. Your donation stays.',
  )
  expect(show({ gift_aid }).textContent).toContain(
    'You asked Stage Door Trust to claim Gift Aid on your donation of £20.00.',
  )
})

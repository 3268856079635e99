import type { PageData } from '@foyer/contract/pages.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { render } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (change: Partial<PageData['claim']> = {}) =>
  render(
    <page.Body
      shell={sampleShell()}
      data={{
        token: 'TOKEN',
        status: 'open',
        is_recipient: true,
        from: 'Ada Lovelace',
        email_hint: 'g•••@example.org',
        is_gift: true,
        message: 'Happy <b>birthday</b>',
        event: 'Autumn Gala',
        nice_date: 'Fri 1 Oct 2027, 7:00pm',
        place: 'Leeds',
        thumbnail: '/posters/event-1.svg',
        ticket: 'Standing',
        qty: 2,
        ...change,
      }}
    />,
  ).box

it('shows what was sent and by whom, with the message as plain text', () => {
  const box = show()
  expect(box.querySelector('h1')!.textContent).toBe('A gift for you')
  expect(box.textContent).toContain('Ada Lovelace has sent you tickets.')
  expect(box.textContent).toContain('2 × Standing')
  expect(box.textContent).toContain('Happy <b>birthday</b>')
})

it('claims the tickets with one press once the address is confirmed', async () => {
  const sent = answerCalls({ 'claim_transfer/': { success: true } })
  const box = show()
  await pressAndWait(buttonNamed(box, 'Claim your tickets'))
  expect(sent).toMatchObject([{ form: { token: 'TOKEN' } }])
  expect(box.textContent).toContain('These tickets are yours.')
  expect(box.querySelector('a[href="/account/wallet/"]')).not.toBeNull()
})

it('shows the event, but asks for an email code before the tickets can be claimed, and again if another address was confirmed', async () => {
  expect(show({ is_recipient: false }).textContent).toContain('Autumn Gala')
  expect(() => buttonNamed(show({ is_recipient: false }), 'Claim your tickets')).toThrow()
  expect(show({ is_recipient: false }).textContent).toContain('They were sent to g•••@example.org.')
  answerCalls({ 'claim_transfer/': { status: 403, body: { error: 'no', code: 'other_recipient' } } })
  const box = show()
  await pressAndWait(buttonNamed(box, 'Claim your tickets'))
  expect(box.textContent).toContain('These tickets were sent to another address: g•••@example.org.')
  expect(box.querySelector('input[type=email]')).not.toBeNull()
})

it('shows the state of a transfer that can no longer be claimed', async () => {
  expect(show({ status: 'yours' }).textContent).toContain('These tickets are yours.')
  expect(show({ status: 'claimed', is_recipient: false }).textContent).toContain('These tickets have been claimed.')
  expect(show({ status: 'gone' }).textContent).toContain('Please contact Ada Lovelace.')
  answerCalls({ 'claim_transfer/': { status: 409, body: { error: 'back', code: 'transfer_taken_back' } } })
  const box = show()
  await pressAndWait(buttonNamed(box, 'Claim your tickets'))
  expect(box.textContent).toContain('Please contact Ada Lovelace.')
})

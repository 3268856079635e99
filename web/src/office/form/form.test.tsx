import { office as t } from '@foyer/contract/office/messages.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait } from '../../testing/interact.ts'
import { render } from '../../testing/render.tsx'
import { Done } from '../sentence.tsx'
import { OfficeForm } from './form.tsx'

afterEach(() => vi.unstubAllGlobals())

it('an email that was just sent is a warning with a button that sends it anyway; what was said before goes', async () => {
  const error = 'Sent 20 seconds ago to olive@example.org'
  const sent = answerCalls({ 'resend_order/': { status: 409, body: { code: 'just_sent', error } } })
  const shell = { page_path: '/office/order/', failed: null, resume: null } as unknown as OfficeShell
  const { box } = render(
    <>
      <Done parts={[{ text: 'Sent the tickets again.' }]} />
      <OfficeForm call="resend_order" shell={shell}>
        <button type="submit">Resend</button>
      </OfficeForm>
    </>,
  )
  await pressAndWait(buttonNamed(box, 'Resend'))
  expect(box.querySelector('[data-type="warning"]')?.textContent).toContain(error)
  expect(box.querySelector('input[name="again"]')).toBeNull()
  expect(box.querySelector<HTMLElement>('[role="status"]')!.hidden).toBe(true)
  const anyway = buttonNamed(box, t.sendAnyway) as HTMLButtonElement
  expect([anyway.type, anyway.name, anyway.value], 'without a script').toEqual(['submit', 'again', '1'])
  await pressAndWait(anyway)
  expect(sent.map(({ form }) => form.again)).toEqual([undefined, '1'])
})

it('[41] seats of a list are shown as a list, with a button that confirms just them', async () => {
  const error = 'Please check who sits where.\nAda: Row A, seat 1\nGrace: Row A, seat 2'
  const sent = answerCalls({ 'give_tickets/': { status: 409, body: { code: 'give_check', error } } })
  const shell = { page_path: '/office/give/', failed: null, resume: null } as unknown as OfficeShell
  const { box } = render(
    <OfficeForm call="give_tickets" shell={shell}>
      <button type="submit">Give</button>
    </OfficeForm>,
  )
  await pressAndWait(buttonNamed(box, 'Give'))
  expect([...box.querySelectorAll('[data-type="info"] li')].map(({ textContent }) => textContent)).toEqual([
    'Ada: Row A, seat 1',
    'Grace: Row A, seat 2',
  ])
  await pressAndWait(buttonNamed(box, t.giveThese))
  expect(sent.map(({ form }) => form.confirmed)).toEqual([undefined, error])
})

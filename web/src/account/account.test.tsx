import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../testing/calls.ts'
import { buttonNamed, leave, pressAndWait, submit } from '../testing/interact.ts'
import { render, type } from '../testing/render.tsx'
import { notifications } from '../ui/feedback/notify.ts'
import { EnterCode } from './enter-code.tsx'
import { EnterEmail } from './enter-email.tsx'
import { SignIn } from './sign-in.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of notifications.now()) notifications.remove(id)
})

const INVALID = 'Please type a valid email address'

function emailForm() {
  const onSent = vi.fn()
  const view = render(<EnterEmail onSent={onSent} />)
  return { ...view, onSent, input: view.find<HTMLInputElement>('input'), form: view.find<HTMLFormElement>('form') }
}

it.each(['ada', 'ada@example', 'ada @example.org', '@example.org', ''])(
  '[ACC-14] [ACC-15] does not send %j, and shows why at the field',
  async (text) => {
    const sent = answerCalls({})
    const { box, input, form, onSent } = emailForm()
    type(input, text)
    await submit(form)
    expect(box.textContent).toContain(INVALID)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
    expect(sent).toEqual([])
    expect(onSent).not.toHaveBeenCalled()
  },
)

it('[ACC-15] validates on leaving the field, not while first typing, and clears the error once valid', () => {
  const { box, input } = emailForm()
  type(input, 'ada@')
  expect(box.textContent).not.toContain(INVALID)
  leave(input)
  expect(box.textContent).toContain(INVALID)
  type(input, 'ada@example.org')
  expect(box.textContent).not.toContain(INVALID)
})

it('[ACC-08] [ACC-14] sends a code to a valid address, trimmed', async () => {
  const sent = answerCalls({ 'send_one_time_code/': { success: true } })
  const { input, form, onSent } = emailForm()
  type(input, ' ada@example.org ')
  await submit(form)
  expect(sent[0]?.form).toEqual({ email: 'ada@example.org' })
  expect(onSent).toHaveBeenCalledWith('ada@example.org', false)
})

it("[ERR-10] shows a notification when a code cannot be sent, and the server's reason at the field", async () => {
  answerCalls({ 'send_one_time_code/': { status: 429, body: { error: 'We have just sent you a code.' } } })
  const { box, input, form, onSent } = emailForm()
  type(input, 'ada@example.org')
  await submit(form)
  expect(notifications.now().map(({ type: kind, text }) => [kind, text])).toEqual([
    ['error', 'Unable to send the code. Please try again later'],
  ])
  expect(box.textContent).toContain('We have just sent you a code.')
  expect(onSent).not.toHaveBeenCalled()
})

function codeForm(replies: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls(replies)
  const seen = { onChecked: vi.fn(), onReserving: vi.fn(), onBack: vi.fn() }
  const view = render(<EnterCode email="ada@example.org" {...seen} />)
  return {
    ...view,
    ...seen,
    sent,
    input: view.find<HTMLInputElement>('input'),
    form: view.find<HTMLFormElement>('form'),
    verify: view.find<HTMLButtonElement>('button[type=submit]'),
  }
}

it('[ACC-10] shows a focused code field and a verify button', () => {
  const { input, verify } = codeForm()
  expect(input.autocomplete).toBe('one-time-code')
  expect(document.activeElement).toBe(input)
  expect(verify.textContent).toBe('Verify')
})

it('[ACC-18] [ACC-19] keeps only digits, six of them', () => {
  const { input } = codeForm()
  type(input, ' 12a3-45 6789')
  expect(input.value).toBe('123456')
})

it('[ACC-20] enables the verify button at six digits', async () => {
  const { input, verify, form, sent } = codeForm()
  expect(verify.disabled).toBe(true)
  type(input, '12345')
  expect(verify.disabled).toBe(true)
  await submit(form)
  expect(sent).toEqual([])
  type(input, '123456')
  expect(verify.disabled).toBe(false)
})

it.each([true, false])('a correct code reports whether the address has an account: %s', async (has_account) => {
  const { input, form, sent, onChecked } = codeForm({ 'check_one_time_code/': { has_account } })
  type(input, '123456')
  await submit(form)
  expect(sent[0]?.form).toEqual({ email: 'ada@example.org', code: '123456', context: 'checkout' })
  expect(onChecked).toHaveBeenCalledWith({ has_account })
})

it("[ACC-22] a wrong code shows the server's message, and clears and focuses the field", async () => {
  const message = 'That code is not right. Three tries are left.'
  const { box, input, form, onChecked, onReserving } = codeForm({
    'check_one_time_code/': { status: 400, body: { type: 'one_time_code', message, error: message } },
  })
  type(input, '123456')
  input.blur()
  await submit(form)
  expect(box.textContent).toContain(message)
  expect(input.value).toBe('')
  expect(document.activeElement).toBe(input)
  expect(onChecked).not.toHaveBeenCalled()
  expect(onReserving).not.toHaveBeenCalled()
  type(input, '1')
  expect(box.textContent).not.toContain(message)
})

it('passes a refusal of type reserving to the basket', async () => {
  const { input, form, onReserving, onChecked } = codeForm({
    'check_one_time_code/': { status: 400, body: { type: 'reserving', message: 'Your time expired.' } },
  })
  type(input, '123456')
  await submit(form)
  expect(onReserving).toHaveBeenCalledWith('Your time expired.')
  expect(onChecked).not.toHaveBeenCalled()
})

it('shows a message at the field without a response', async () => {
  const { box, input, form } = codeForm({ 'check_one_time_code/': 'offline' })
  type(input, '123456')
  await submit(form)
  expect(box.textContent).toContain('An unknown error occured.')
})

it('[ACC-08] [ACC-09] goes back from the code to the address, which is still filled in', async () => {
  answerCalls({ 'send_one_time_code/': { success: true } })
  const { box, find } = render(<SignIn onChecked={() => {}} />)
  type(find('input'), 'ada@example.org')
  await submit(find('form'))
  expect(find<HTMLInputElement>('input').name).toBe('code')
  await pressAndWait(buttonNamed(box, 'Check or change email address, or re-send code'))
  const email = find<HTMLInputElement>('input')
  expect([email.name, email.value]).toEqual(['email', 'ada@example.org'])
  expect(document.activeElement).toBe(email)
})

it('asks for the twelve digits of a long code, and verifies nothing shorter', async () => {
  const sent = answerCalls({
    'send_one_time_code/': { success: true, long_code: true },
    'check_one_time_code/': { has_account: true },
  })
  const onChecked = vi.fn()
  const { box, find } = render(<SignIn onChecked={onChecked} />)
  type(find<HTMLInputElement>('input'), 'ada@example.org')
  await submit(find<HTMLFormElement>('form'))
  expect(box.textContent).toContain('Enter the newest 12-digit code in your mailbox')
  expect(find('label').textContent).toBe('12-digit code')
  const verify = buttonNamed(box, 'Verify') as HTMLButtonElement
  type(find<HTMLInputElement>('input'), '012345')
  expect(verify.disabled).toBe(true)
  type(find<HTMLInputElement>('input'), ' 012 345 678 901 ')
  expect(verify.disabled).toBe(false)
  await submit(find<HTMLFormElement>('form'))
  expect(sent.at(-1)?.form).toEqual({ email: 'ada@example.org', code: '012345678901' })
  expect(onChecked).toHaveBeenCalledWith({ has_account: true }, 'ada@example.org')
})

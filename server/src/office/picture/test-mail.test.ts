import { expect, it } from 'vitest'
import type { Mailer, OutgoingMail } from '../../mailer.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'

const shop = useShop('embedded')

/** The operator of a shop with this mail server, or with the mailbox of a trial. */
async function operator(send?: Mailer['send']) {
  const { organiserId } = await createEvent(shop().db)
  const { id, email } = await createStaff(shop(), organiserId, 'owner')
  await shop().db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
  shop().deps.mailer = send === undefined ? { isMailbox: true, send: async () => ({ ok: true }) } : { send }
  return { id, email, ...(await inSession(shop(), { staffId: id, email })) }
}

it('a test email goes to who asks, and the answer and the log say what the mail server said', async () => {
  const sent: OutgoingMail[] = []
  const { id, email, call } = await operator(async (mail) => {
    sent.push(mail)
    return { ok: true, answer: '250 2.0.0 Ok: queued as 4F1' }
  })
  expect((await call('send_test_mail')).status).toBe(200)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[email, expect.stringContaining('test')]])
  expect((await logOf(shop(), id)).at(-1)!.after).toEqual({ email, answer: '250 2.0.0 Ok: queued as 4F1' })
})

it('a mail server that refuses it, or doesn’t answer, is quoted', async () => {
  const refused = await operator(async () => ({ ok: false, reason: '550 5.7.1 relaying denied' }))
  expect((await refused.call('send_test_mail')).body).toMatchObject({
    code: 'test_mail_refused',
    error: expect.stringContaining('550 5.7.1 relaying denied'),
  })
  const away = await operator(() => Promise.reject(new Error('ECONNREFUSED')))
  expect((await away.call('send_test_mail')).body).toMatchObject({
    code: 'test_mail_failed',
    error: expect.stringContaining('ECONNREFUSED'),
  })
})

it('in a trial it is in the mailbox', async () => {
  const { email, call } = await operator()
  expect((await call('send_test_mail')).status).toBe(200)
  const mails = await shop().db.selectFrom('mails').select('kind').where('recipient', '=', email).execute()
  expect(mails).toEqual([{ kind: 'test' }])
})

it('is sent ten times an hour at most, and by the operator only', async () => {
  let sent = 0
  const { id, call } = await operator(async () => {
    sent += 1
    return { ok: true }
  })
  for (let n = 0; n < 12; n++) await call('send_test_mail')
  expect(sent).toBe(10)
  expect((await call('send_test_mail')).body.code).toBe('too_many_requests')
  await shop().db.updateTable('staff').set({ is_operator: false }).where('id', '=', id).execute()
  expect((await call('send_test_mail')).body.code).toBe('may_not')
})

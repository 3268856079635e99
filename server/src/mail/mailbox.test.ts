import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { describeOnPostgres, useTestDatabase } from '../testing/database/databases.ts'
import { LIVE_ENV, testDeps } from '../testing/deps.ts'

describeOnPostgres('the mailbox of a trial', () => {
  const database = useTestDatabase('postgres')

  it.each<[string, NodeJS.ProcessEnv, number]>([
    ['is there where mails are sent nowhere', {}, 200],
    ['is not there where mails are sent by SMTP', { SMTP_URL: 'smtp://mail.test:25', MAIL_FROM: 'a@shop.test' }, 404],
    ['is not there in a live shop', LIVE_ENV, 404],
  ])('%s', async (_, env, status) => {
    const app = await buildApp({ ...testDeps(database(), { env }), metrics: makeMetrics() }, null)
    const answer = await app.inject({ url: '/dev/mailbox.json', headers: { host: 'localhost:3000' } })
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(answer.json()).toMatchObject([])
    await app.close()
  })

  it('has no such mail, in words for programs', async () => {
    const app = await buildApp({ ...testDeps(database()), metrics: makeMetrics() }, null)
    const answer = await app.inject({ url: '/dev/mailbox/99999999/html', headers: { host: 'localhost:3000' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: expect.any(String), code: 'not_found' })
    await app.close()
  })
})

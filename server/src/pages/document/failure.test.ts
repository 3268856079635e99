import { ERRORS } from '@foyer/contract/errors.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describeOnPostgres('a page that fails', () => {
  const shop = useShop('postgres')

  /** The shop's pages while every read of the database fails in this way. */
  const failing = (error: Error) => {
    const db = shop().db.withPlugin({
      transformQuery() {
        throw error
      },
      transformResult: async ({ result }) => result,
    })
    return buildApp({ ...shop().deps, db, metrics: makeMetrics() }, plainDocuments())
  }

  it.each([
    ['internal', new Error('a bug')],
    ['busy', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ] as const)('is an error page rather than data: %s', async (code, error) => {
    const app = await failing(error)
    const [status, failure] = ERRORS[code]
    const answer = await app.inject({ url: PAGES.events, headers: BROWSER })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['retry-after']).toBe(code === 'busy' ? '2' : undefined)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(JSON.parse(answer.body)).toEqual({
      page: 'not_found',
      data: { failure },
      head: { noindex: true },
    })
    await app.close()
  })

  it('offers a link onwards for a malformed address', async () => {
    const app = await buildApp({ ...shop().deps, metrics: makeMetrics() }, plainDocuments())
    for (const url of ['/events/%00/', '/%zz/']) {
      const answer = await app.inject({ url, headers: BROWSER })
      expect([url, answer.statusCode, answer.json().page, answer.json().data]).toEqual([url, 400, 'not_found', null])
      expect((await app.inject({ url })).json()).toEqual({ error: ERRORS.bad_request[1], code: 'bad_request' })
    }
    await app.close()
  })

  it('is data for a call, whatever it accepts', async () => {
    const app = await failing(new Error('a bug'))
    const [method, url] = PATHS.send_one_time_code
    const payload = { email: 'ada@example.org' }
    const answer = await app.inject({ method, url, payload, headers: { accept: BROWSER.accept } })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: ERRORS.internal[1], code: 'internal' })
    await app.close()
  })
})

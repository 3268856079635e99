import { PAGES } from '@foyer/contract/pages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { plainDocuments } from '../testing/pages.ts'
import { openShop } from '../testing/shop.ts'

type App = Awaited<ReturnType<typeof buildApp>>

let shop: Awaited<ReturnType<typeof openShop>>
let app: App
let open: App
let paths: string[]
beforeAll(async () => {
  shop = await openShop('embedded')
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  const config = { ...shop.deps.config, openMailbox: true }
  open = await buildApp({ ...shop.deps, config, metrics: makeMetrics() }, plainDocuments())
  paths = [
    PAGES.mailbox,
    PAGES.gallery,
    '/dev/mailbox.json',
    '/dev/mailbox/1/html',
    '/dev/mailbox/1/0/a.pdf',
    '/%64ev/mailbox.json',
  ]
})
afterAll(async () => {
  await app.close()
  await open.close()
  await shop.close()
})

const ask = async (of: App, url: string, headers: Record<string, string>) => {
  const { statusCode, body } = await of.inject({ url, headers: { host: 'localhost:3000', ...headers } })
  return { statusCode, isRefused: body.includes('trial_pages_local') }
}

describe('the mailbox and other pages of a trial', () => {
  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'shop.example:3000' },
    { host: 'localhost.evil.example' },
    { host: '192.168.1.5:3000' },
    { host: '127.0.0.1.nip.io' },
    { 'x-forwarded-for': '198.51.100.7' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 tunnel' },
    { 'x-real-ip': '127.0.0.1' },
    { 'cf-connecting-ip': '127.0.0.1' },
  ])('are refused for %o', async (headers) => {
    for (const path of paths) expect(await ask(app, path, headers), path).toEqual({ statusCode: 404, isRefused: true })
  })

  it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000', 'shop.localhost:3000'])(
    'open on this machine, as %s',
    async (host) => {
      expect(await ask(app, '/dev/mailbox.json', { host })).toMatchObject({ statusCode: 200 })
      expect(await ask(app, PAGES.mailbox, { host })).toMatchObject({ statusCode: 200 })
    },
  )

  it('open everywhere if a setting says so; the shop itself does anyway', async () => {
    const forwarded = { host: 'trial.example', 'x-forwarded-for': '198.51.100.7' }
    expect(await ask(open, '/dev/mailbox.json', forwarded)).toMatchObject({ statusCode: 200 })
    expect(await ask(app, PAGES.home, forwarded)).toMatchObject({ statusCode: 200 })
  })
})

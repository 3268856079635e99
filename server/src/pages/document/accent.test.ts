import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { LIVE_ENV } from '../../testing/deps.ts'
import { accentStyle } from './accent.ts'
import { policyOf } from './policy.ts'

it('the accent colour is the only inline style allowed by the policy, by its hash', () => {
  const config = readConfig({ ...LIVE_ENV }, () => LIVE_ENV.TICKET_SIGNING_KEY)
  const style = accentStyle({ colour: '#1d6b4f' })
  expect(style).toContain('--accent:#1d6b4f')
  expect(style).toContain('[data-theme=dark]')
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = policyOf(config, { payment: null, privacy: undefined, accent: '#1d6b4f' })
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
  const plain = policyOf(config, { payment: null, privacy: undefined, accent: null })
  expect(plain).toContain("style-src 'self';")
})

it('[40.17] the shop’s mark keeps its own colour beside an organiser’s', () => {
  const read = readConfig({ ...LIVE_ENV }, () => LIVE_ENV.TICKET_SIGNING_KEY)
  const config = { ...read, shop: { ...read.shop, accent: '#0a3f8f' } }
  const style = accentStyle({ colour: '#1d6b4f', shop: '#0a3f8f' })
  expect(style).toContain('--accent:#1d6b4f')
  expect(style).toContain('--mark:#0a3f8f')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policyOf(config, { payment: null, privacy: undefined, accent: '#1d6b4f' })).toContain(`'sha256-${hash}'`)
})

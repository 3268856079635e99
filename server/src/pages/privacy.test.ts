import type { Checkout } from '@foyer/contract/types.ts'
import { expect, it } from 'vitest'
import { emptyCheckout } from '../checkout/empty-checkout.ts'
import { readConfig } from '../config.ts'
import { TRANSITIONS_SOURCE } from '../html/transitions.ts'
import type { Session } from '../http/session.ts'
import { BOOTSTRAP_SOURCE } from './document/bootstrap.ts'
import { EARLY_EVENTS_SOURCE } from './document/early-events.ts'
import { policyOf } from './document/policy.ts'
import { privacyOf } from './privacy.ts'

const DSN = 'https://key@errors.example/1'
const SECRETS = { SESSION_SECRET: 'x'.repeat(32), TICKET_SIGNING_KEY: 'y'.repeat(32) }
const config = (env = {}) => readConfig({ ...SECRETS, ...env }, () => '')

/** A checkout of one event, with these analytics ids. */
const createSale = (
  state: Checkout['state'],
  ids: Partial<Checkout['events'][number]> = {},
  property: string[] = [],
): Checkout => ({
  ...emptyCheckout({ provedEmail: null } as Session),
  state,
  ga_ua_properties: property,
  events: [{ ga: null, ga_conversion_id: null, fb_pixel: null, ...ids } as Checkout['events'][number]],
})

const VENDORS = /google|facebook/

it('without analytics ids, no page asks for consent or allows vendors', () => {
  expect(privacyOf(config(), undefined, createSale('basket'))).toBeUndefined()
  expect(privacyOf(config(), 'nonsense', null)).toBeUndefined()
  expect(policyOf(config(), { payment: null, privacy: undefined })).not.toMatch(/https?:/)
})

it.each([
  ['an analytics property of the organiser', createSale('basket', {}, ['UA-1'])],
  ['one of the event', createSale('login', { ga: 'G-1' })],
  ['a conversion', createSale('donation', { ga_conversion_id: 'AW-1/x' })],
  ['a pixel', createSale('deliver_tickets', { fb_pixel: '1' })],
  ['the bank’s waiting page', createSale('awaiting_truelayer', { ga: 'G-1' })],
])('%s: the document allows the vendors', (_, sale) => {
  const privacy = privacyOf(config(), 'accepted', sale)
  expect(privacy).toEqual({ choice: 'accepted', visits: true, sentry_dsn: null })
  const policy = policyOf(config(), { payment: [], privacy })
  for (const directive of ['script-src', 'connect-src', 'img-src'])
    expect(policy.split('; ').find((each) => each.startsWith(directive))).toMatch(VENDORS)
  expect(policy).not.toContain('unsafe')
})

it('the payment document allows no vendor, whatever the consent', () => {
  for (const said of ['accepted', undefined]) {
    const privacy = privacyOf(config(), said, createSale('payment', { ga: 'G-1', fb_pixel: '1' }))
    expect(privacy?.visits ?? false).toBe(false)
    expect(policyOf(config(), { payment: [], privacy })).not.toMatch(VENDORS)
  }
})

it('no document allows vendors after a refusal', () => {
  const privacy = privacyOf(config({ SENTRY_DSN: DSN }), 'refused', createSale('basket', { ga: 'G-1' }))
  expect(privacy?.choice).toBe('refused')
  expect(policyOf(config(), { payment: [], privacy })).not.toMatch(/google|errors\.example/)
})

it('[ANA-06] every page allows error reports if they are configured', () => {
  const privacy = privacyOf(config({ SENTRY_DSN: DSN }), undefined, null)
  expect(privacy).toEqual({ choice: null, visits: false, sentry_dsn: DSN })
  const policy = policyOf(config(), { payment: null, privacy })
  expect(policy).toContain("connect-src 'self' https://errors.example;")
  expect(policy).toContain(`script-src 'self' ${BOOTSTRAP_SOURCE} ${EARLY_EVENTS_SOURCE} ${TRANSITIONS_SOURCE};`)
})

it('[DON-02] the page allows a charity’s logo from its site, and nothing else from there', () => {
  const sources = (logo: string) => {
    const policy = policyOf(config(), { payment: null, privacy: undefined, logo }).split('; ')
    return policy.filter((directive) => directive.includes('charity.example'))
  }
  expect(sources('https://charity.example/logo.png')).toEqual(["img-src 'self' data: https://charity.example"])
  expect(sources('/posters/charity-bell-trust.svg')).toEqual([])
})

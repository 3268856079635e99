import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../testing/calls.ts'
import { sampleUser } from '../testing/shell.ts'

const ADA = sampleUser()

// The cache lives as long as a page; each test opens its own.
let page: typeof import('./user.ts')
beforeEach(async () => {
  vi.resetModules()
  page = await import('./user.ts')
})
afterEach(() => vi.unstubAllGlobals())

it('[API-03] requests get_user with GET and returns the user', async () => {
  const sent = answerCalls({ 'get_user/': { user: ADA } })
  expect(await page.getUser()).toEqual(ADA)
  expect(sent).toMatchObject([{ method: 'GET', url: '/ajax/user/user/get_user/', form: {} }])
})

it('[API-04] does not request a cached user', async () => {
  const sent = answerCalls({ 'get_user/': { user: ADA } })
  page.setUser(ADA)
  expect(await page.getUser()).toEqual(ADA)
  expect(sent).toEqual([])
})

it('[API-05] caches the user in a response', async () => {
  const sent = answerCalls({ 'get_user/': { user: ADA } })
  await page.getUser()
  expect(await page.getUser()).toEqual(ADA)
  expect(sent).toHaveLength(1)
})

it('[API-06] a refresh clears the cache and requests again', async () => {
  const dark = { ...ADA, is_dark_mode: true }
  const sent = answerCalls({ 'get_user/': { user: dark } })
  page.setUser(ADA)
  expect(await page.refreshUser()).toEqual(dark)
  expect(await page.getUser()).toEqual(dark)
  expect(sent).toHaveLength(1)
})

it('[API-07] a failed refresh is silent, and the visitor counts as signed out', async () => {
  answerCalls({ 'get_user/': { status: 500, body: { error: 'Something went wrong on our side.' } } })
  page.setUser(ADA)
  expect(await page.refreshUser()).toBeNull()
})

it('[API-08] a refresh for the checkout says so', async () => {
  const sent = answerCalls({ 'get_user/': { user: ADA } })
  await page.refreshUser('checkout')
  expect(sent[0]!.url).toBe('/ajax/user/user/get_user/?context=checkout')
})

it('[ROLE-05] a user without an id is a visitor', async () => {
  answerCalls({ 'get_user/': { user: { email: '', is_dark_mode: false } } })
  expect(await page.getUser()).toBeNull()
})

it('accepts a bare user as a response', async () => {
  answerCalls({ 'get_user/': ADA })
  expect(await page.getUser()).toEqual(ADA)
})

import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop } from '../testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS', url: string) => {
  const { statusCode, headers, body } = await shop.app.inject({ method, url })
  return { statusCode, allow: headers.allow, body }
}

it.each(Object.entries(PATHS))('%s returns 405 for another method, with the allowed one', async (_, [method, path]) => {
  const url = path.replace(/:\w+/g, 'x')
  const wrong = method === 'GET' ? 'POST' : 'GET'
  const answer = await ask(wrong, url)
  expect([answer.statusCode, answer.allow]).toEqual([405, method === 'GET' ? 'GET, HEAD' : 'POST'])
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'method_not_allowed' })
  expect((await ask('PUT', url)).statusCode).toBe(405)
})

it('an unknown address stays a 404', async () => {
  expect((await ask('POST', '/ajax/checkout/checkout/no_such_call/')).statusCode).toBe(404)
  expect((await ask('GET', '/healthz')).statusCode).toBe(200)
  expect(await ask('DELETE', '/healthz')).toMatchObject({ statusCode: 405, allow: 'GET, HEAD' })
})

import { API_CALLS } from '@foyer/contract/api/calls.ts'
import { CALLS } from '@foyer/contract/calls.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useShop } from '../../testing/shop.ts'

const BODIES = Object.entries({ ...CALLS, ...OFFICE_CALLS, ...API_CALLS }).map(
  ([name, { body }]) => [name, body as z.core.$ZodType] as const,
)

/** What a schema of zod consists of, as far as it matters here. */
type Def = {
  type: string
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  items?: readonly z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  format?: string
  checks?: readonly { _zod: { def: { check: string } } }[]
}

const BOUNDED_TYPES = ['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'date', 'nan', 'never']
const BOUNDS = ['max_length', 'length_equals', 'string_format']

/** The parts of a schema that accept a text, list, map or anything of any size. */
function unbounded(schema: z.core.$ZodType, path: string, isCounted = false): string[] {
  const def = schema._zod.def as unknown as Def
  const hasBound = (def.checks ?? []).some(({ _zod }) => BOUNDS.includes(_zod.def.check)) || def.format !== undefined
  const counted = isCounted || (z.globalRegistry.get(schema) as { maxProperties?: number })?.maxProperties !== undefined
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape!).flatMap(([name, of]) => unbounded(of, `${path}.${name}`)),
        ...(def.catchall && def.catchall._zod.def.type !== 'never' ? [`${path}: other fields`] : []),
      ]
    case 'array':
      return [...(hasBound ? [] : [`${path}: list`]), ...unbounded(def.element!, `${path}[]`)]
    case 'tuple':
      return def.items!.flatMap((of, nth) => unbounded(of, `${path}[${nth}]`))
    case 'record':
      return [
        ...(counted ? [] : [`${path}: map`]),
        ...unbounded(def.keyType!, `${path}{key}`),
        ...unbounded(def.valueType!, `${path}{}`),
      ]
    case 'union':
      return def.options!.flatMap((of) => unbounded(of, path))
    case 'pipe':
      return unbounded(def.in!._zod.def.type === 'transform' ? def.out! : def.in!, path, counted)
    case 'string':
      return hasBound ? [] : [`${path}: text`]
    default:
      if (def.innerType) return unbounded(def.innerType, path, counted)
      return BOUNDED_TYPES.includes(def.type) ? [] : [`${path}: ${def.type}`]
  }
}

describe('the size of a body', () => {
  it.each(BODIES)('is limited by the schema of %s: every text, list and map', (name, body) => {
    expect(unbounded(body, name)).toEqual([])
  })

  it.each([
    ['a text', z.object({ a: z.string() }), 'x.a: text'],
    ['a list', z.object({ a: z.array(z.number()) }), 'x.a: list'],
    ['a map', z.object({ a: z.record(z.string().max(5), z.number()).default({}) }), 'x.a: map'],
    ['a text in a list in a choice', z.union([z.number(), z.array(z.string()).max(3)]), 'x[]: text'],
    ['anything', z.object({ a: z.unknown() }), 'x.a: unknown'],
    ['other fields', z.looseObject({}), 'x: other fields'],
  ])('finds %s without an end', (_, schema, found) => expect(unbounded(schema, 'x')).toEqual([found]))

  it('a map is refused by its number of entries, before any of them is checked', () => {
    let checked = 0
    const { answers } = CALLS.save_question_answers.body.shape
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, 'x']))
    const spied = new Proxy(many(LIMITS.maxAnswers + 1), {
      get: (target, key, receiver) => {
        checked++
        return Reflect.get(target, key, receiver)
      },
    })
    expect(answers.safeParse(spied).success).toBe(false)
    expect(checked).toBeLessThan(10)
    expect(answers.safeParse(many(LIMITS.maxAnswers)).success).toBe(true)
  })
})

describe('a body with very many values', () => {
  const shop = useShop('embedded')
  const send = async (url: string, body: unknown) => {
    const answer = await shop().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return [answer.statusCode, answer.json().code]
  }
  const DEEP = `{"answers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`

  it.each([
    ['many values of a map', { answers: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}`, ''])) }],
    ['a long list', { answers: Array.from({ length: 60_000 }, () => 1) }],
    ['lists in a list', { answers: Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0)) }],
    ['a deep list', DEEP],
    ['no object', Array.from({ length: 60_000 }, () => 1)],
  ])('is refused before its schema and the session are read: %s', async (_, body) => {
    const sessions = () => shop().db.selectFrom('sessions').select('id').execute()
    const before = (await sessions()).length
    expect(await send(PATHS.save_question_answers[1], body)).toEqual([413, 'body_too_large'])
    expect(await send(PATHS.set_transfers[1], body)).toEqual([413, 'body_too_large'])
    expect(await sessions()).toHaveLength(before)
  })

  it('is accepted up to the longest list of a call', async () => {
    const ticket_ids = Array.from({ length: 1000 }, (_, n) => n + 1)
    const [status] = await send(PATHS.save_question_answers[1], { answers: {}, ticket_ids })
    expect(status).not.toBe(413)
  })
})

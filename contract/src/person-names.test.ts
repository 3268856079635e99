import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { API_CALLS } from './api/calls.ts'
import { bodyFailure } from './call.ts'
import { CALLS } from './calls.ts'
import { mails as en } from './messages.en.ts'
import { mails as fr } from './messages.fr.ts'
import { OFFICE_CALLS } from './office/calls.ts'

/**
 * Names of people may stand in emails to others, so every field for one refuses addresses, in every call. A new field that looks like a
 * name fails here until it is a `personName` or listed as something else.
 */
/** Names of organisations, devices and saved filters. */
const OTHER_NAMES = [
  'join_first.organiser_name',
  'make_organiser.name',
  'save_passkey.name',
  'pair_door.name',
  'save_view.name',
  'change_view.name',
  'save_reader.name',
  'save_shop.name',
  'add_organiser.name',
  'make_key.name',
]

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

/** The text fields of a schema, by path. */
function textsIn(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const def = schema._zod.def as unknown as Def
  if (def.shape) return Object.entries(def.shape).flatMap(([name, of]) => textsIn(of, `${path}.${name}`))
  if (def.element) return textsIn(def.element, path)
  if (def.innerType && ['object', 'array', 'optional', 'nullable', 'default'].includes(def.type)) {
    const inner = def.innerType._zod.def as unknown as Def
    if (inner.shape || inner.element || inner.innerType) return textsIn(def.innerType, path)
  }
  return [[path, schema]]
}

const NAME = /(^|_)(name|names|fullname|signed_by|children|holder|donor|voucher_from|voucher_to|author)$/
const fields = Object.entries({ ...CALLS, ...OFFICE_CALLS, ...API_CALLS }).flatMap(([call, { body }]) =>
  textsIn(body, call).filter(([path]) => NAME.test(path.split('.').at(-1)!)),
)
const refuses = (schema: z.ZodType) => {
  const read = schema.safeParse('https://evil.example Win')
  return !read.success && bodyFailure(read.error) === 'bad_name'
}

describe('names of people', () => {
  it('refuse addresses in every call', () => {
    expect(fields.filter(([, schema]) => !refuses(schema)).map(([path]) => path)).toEqual(OTHER_NAMES)
    for (const [path, schema] of fields) expect(schema.safeParse('Anne-Marie O’Neil').success, path).toBe(true)
  })

  it('are the only words of a buyer in the subject of an email', () => {
    const KNOWN = [
      'amount',
      'charity',
      'code',
      'date',
      'event',
      'events',
      'number',
      'organiser',
      'shop',
      'title',
      'from',
      'n',
      'names',
      // Of staff's emails about sales: numbers of tickets, and days.
      'what',
      'orders',
      'day',
      'first',
      'last',
    ]
    for (const mails of [en, fr]) {
      const subjects = Object.entries(mails).flatMap(([key, text]) => (/subject$/i.test(key) ? [text as string] : []))
      const values = subjects.flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))
      expect(values.filter((name) => !KNOWN.includes(name))).toEqual([])
    }
  })
})

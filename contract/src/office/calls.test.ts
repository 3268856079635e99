import { RIGHTS } from '@foyer/domain/office/rights.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { officeCall } from '../calls/office/spec.ts'
import { CALLS } from '../calls.ts'
import { ERRORS } from '../errors.ts'
import { PATHS } from '../paths.ts'
import { OFFICE_CALLS } from './calls.ts'
import { acts } from './log/acts.en.ts'
import { OFFICE_PATHS, type OfficeCallName } from './paths.ts'

const names = Object.keys(OFFICE_PATHS) as OfficeCallName[]

describe('every call of the office', () => {
  it('has a unique path, apart from the shop’s calls', () => {
    expect(Object.keys(OFFICE_CALLS).sort()).toEqual([...names].sort())
    expect(new Set(names.map((name) => OFFICE_PATHS[name].join(' '))).size).toBe(names.length)
    for (const name of names) expect(OFFICE_PATHS[name][1]).toMatch(/^\/ajax\/office\/[a-z_]+\/$/)
    expect(names.filter((name) => Object.hasOwn(CALLS, name))).toEqual([])
    expect(Object.values(PATHS).filter(([, path]) => path.startsWith('/ajax/office/'))).toEqual([])
  })

  it('has words in the log, because each can be refused', () => {
    expect(names.filter((name) => !Object.hasOwn(acts, name))).toEqual([])
  })

  it.each(names)('%s has a right, failures and a description', (name) => {
    const { summary, action, body, reply, fails } = OFFICE_CALLS[name]
    expect(summary).toMatch(/^[A-Z].*\.$/)
    expect(Object.keys(RIGHTS)).toContain(action)
    for (const schema of [body, reply]) expect(z.toJSONSchema(schema, { io: 'input' }).type).toBe('object')
    for (const code of fails) expect(Object.hasOwn(ERRORS, code), code).toBe(true)
  })

  it('does not compile without an action, or without an organiser if a role decides', () => {
    const common = { summary: 'Nothing.', reply: z.object({}), fails: [] } as const
    // @ts-expect-error: no action
    officeCall({ ...common, body: z.object({}) })
    // @ts-expect-error: no organiser
    officeCall({ ...common, action: 'change_team', body: z.object({}) })
    // @ts-expect-error: no such right
    officeCall({ ...common, action: 'anything', body: z.object({ organiser_id: z.number() }) })
    const right = officeCall({ ...common, action: 'change_team', body: z.object({ organiser_id: z.number() }) })
    expect(right.action).toBe('change_team')
  })
})

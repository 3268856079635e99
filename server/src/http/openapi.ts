import type { CallSpec } from '@foyer/contract/call.ts'
import { ERRORS } from '@foyer/contract/errors.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { z } from 'zod'

/** Describes every call as OpenAPI 3.1, generated from the contract. */
export function openApi(calls: Record<CallName, CallSpec>) {
  const json = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  const all: Record<string, CallSpec & { action?: string }> = { ...calls, ...OFFICE_CALLS }
  const allPaths: Record<string, readonly [string, string]> = { ...PATHS, ...OFFICE_PATHS }
  const paths = Object.entries(all).map(([name, { summary, body, reply, fails, action }]) => {
    const [method, path] = allPaths[name]!
    const responses = Object.fromEntries(
      [...new Set(fails.map((code) => ERRORS[code][0]))].map((status) => [
        status,
        { description: fails.filter((code) => ERRORS[code][0] === status).join(', ') },
      ]),
    )
    const sent = json(body, 'input')
    return [
      path.replace(/:(\w+)/g, '{$1}'),
      {
        [method.toLowerCase()]: {
          operationId: name,
          summary,
          // The right of the office that it needs (domain/src/office/rights.ts).
          ...(action !== undefined && { 'x-right': action }),
          ...(method === 'POST' && {
            requestBody: {
              content: { 'application/x-www-form-urlencoded': { schema: sent }, 'application/json': { schema: sent } },
            },
          }),
          responses: {
            200: { description: 'Done', content: { 'application/json': { schema: json(reply, 'output') } } },
            ...responses,
          },
        },
      },
    ]
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: '1',
      description:
        'The calls of the shop. A session cookie says whose basket it is, and another one who works in the office.',
    },
    paths: Object.fromEntries(paths),
  }
}

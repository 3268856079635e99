import { API_CALLS } from '@foyer/contract/api/calls.ts'
import { API_PATHS } from '@foyer/contract/api/paths.ts'
import { WEBHOOK_KINDS } from '@foyer/contract/api/webhook-kinds.ts'
import { webhookPayload } from '@foyer/contract/api/webhooks.ts'
import type { CallSpec } from '@foyer/contract/call.ts'
import { ERRORS, type ErrorCode } from '@foyer/contract/errors.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { z } from 'zod'

/** Failures that each call for programs can have besides its own. */
const OF_KEYS: readonly ErrorCode[] = ['bad_request', 'bad_api_key', 'key_may_not', 'too_many_requests']

const PREFER = {
  name: 'Prefer',
  in: 'header',
  description: '`return=representation` adds `checkout` to the reply: what `get` would return after the call.',
  schema: { const: 'return=representation' },
}

/** The reply to an act of the office, which names the entry of the log that says what was done. */
const replyOf = (name: string, reply: z.ZodType): z.ZodType => {
  const [method] = (OFFICE_PATHS as Record<string, readonly [string, string]>)[name] ?? []
  return method === 'POST' && reply instanceof z.ZodObject ? reply.extend({ done: z.string().optional() }) : reply
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }

/** The parameters of a GET, in its path or its query. */
const parametersOf = ({ properties = {}, required = [] }: ObjectSchema, path: string) =>
  Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`:${name}`)
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema }
  })

/** Describes every call as OpenAPI 3.1, generated from the contract. */
export function openApi(calls: Record<CallName, CallSpec>) {
  const json = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  const all: Record<string, CallSpec & { action?: string }> = { ...calls, ...OFFICE_CALLS, ...API_CALLS }
  const allPaths: Record<string, readonly [string, string]> = { ...PATHS, ...OFFICE_PATHS, ...API_PATHS }
  const paths = Object.entries(all).map(([name, { summary, body, reply, fails: own, action, returnsCheckout }]) => {
    const [method, path] = allPaths[name]!
    const fails: readonly ErrorCode[] = Object.hasOwn(API_PATHS, name) ? [...own, ...OF_KEYS] : own
    const responses = Object.fromEntries(
      [...new Set(fails.map((code) => ERRORS[code][0]))].map((status) => [
        status,
        { description: fails.filter((code) => ERRORS[code][0] === status).join(', ') },
      ]),
    )
    const sent = json(body, 'input') as ObjectSchema
    return [
      path.replace(/:(\w+)/g, '{$1}'),
      {
        [method.toLowerCase()]: {
          operationId: name,
          summary,
          // The right of the office that it needs (domain/src/office/rights.ts).
          ...(action !== undefined && { 'x-right': action }),
          ...(returnsCheckout && { parameters: [PREFER] }),
          ...(Object.hasOwn(API_PATHS, name) && { security: [{ key: [] }], parameters: parametersOf(sent, path) }),
          ...(method === 'POST' && {
            requestBody: {
              content: { 'application/x-www-form-urlencoded': { schema: sent }, 'application/json': { schema: sent } },
            },
          }),
          responses: {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: json(replyOf(name, reply), 'output') } },
            },
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
        'The calls of the shop. A session cookie says whose basket it is, and another one who works in the office. Programs of an organiser make the calls under /api/v1/ with a key.',
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(paths),
    // The messages posted to an organiser's programs, signed by the headers of Standard Webhooks.
    webhooks: Object.fromEntries(
      WEBHOOK_KINDS.map((kind) => [
        kind,
        {
          post: {
            requestBody: { content: { 'application/json': { schema: json(webhookPayload(kind), 'output') } } },
            responses: { '2XX': { description: 'Delivered' } },
          },
        },
      ]),
    ),
  }
}

import type { Action } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { type CallSpec, id, text } from '../call.ts'
import type { ErrorCode } from '../errors.ts'
import type { ApiCallName } from './paths.ts'
import { ApiAdmission, ApiEvent, ApiOrder, ApiPerson } from './shapes.ts'

/** What a program can have the right to. */
export type KeyAction = Extract<Action, 'see_events' | 'see_orders' | 'see_people'>

/** A call of the API. It names the right that the key’s role must have. */
export type ApiSpec<
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  F extends ErrorCode = ErrorCode,
> = CallSpec<B, R, F> & { action: KeyAction }

const apiCall = <B extends z.ZodType, R extends z.ZodType, const F extends ErrorCode>(
  spec: ApiSpec<B, R, F>,
): ApiSpec<B, R, F> => spec

const Page = {
  /** `next` of an earlier reply. */
  cursor: text(60),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}
const maybeId = id.optional()

const pageOf = <S extends z.ZodType>(shape: S) =>
  z.object({
    data: z.array(shape),
    /** The cursor of the next page. After the last page, it returns later what has changed since. */
    next: z.string(),
    has_more: z.boolean(),
  })

/** Every call of the API. A path without schemas, or schemas without a path, does not compile. */
export const API_CALLS = {
  api_events: apiCall({
    summary: 'Lists the events of the key, drafts too, with their dates, ticket types and what is sold, held and left.',
    action: 'see_events',
    body: z.object({ cursor: Page.cursor, limit: z.coerce.number().int().min(1).max(50).default(20) }),
    reply: pageOf(ApiEvent),
    fails: [],
  }),
  api_event: apiCall({
    summary: 'Returns one event.',
    action: 'see_events',
    body: z.object({ event_id: id }),
    reply: ApiEvent,
    fails: ['not_found'],
  }),
  api_orders: apiCall({
    summary:
      'Lists paid orders, least recently changed first, so that the cursor of the last page returns later changes.',
    action: 'see_orders',
    body: z.object({ ...Page, changed_since: z.iso.datetime({ offset: true }).optional(), event_id: maybeId }),
    reply: pageOf(ApiOrder),
    fails: ['not_found'],
  }),
  api_order: apiCall({
    summary: 'Returns one order.',
    action: 'see_orders',
    body: z.object({ order_id: id }),
    reply: ApiOrder,
    fails: ['not_found'],
  }),
  api_people: apiCall({
    summary: 'Lists ticket holders. Only for keys with the right to personal data; each request is logged.',
    action: 'see_people',
    body: z.object({ ...Page, event_id: maybeId, date_id: maybeId }),
    reply: pageOf(ApiPerson),
    fails: ['not_found'],
  }),
  api_admissions: apiCall({
    summary: 'Lists admissions and undone admissions, oldest first.',
    action: 'see_orders',
    body: z.object({ ...Page, event_id: maybeId, date_id: maybeId }),
    reply: pageOf(ApiAdmission),
    fails: ['not_found'],
  }),
} as const satisfies Record<ApiCallName, ApiSpec>

type ApiCalls = typeof API_CALLS
export type ApiBody<N extends ApiCallName> = z.output<ApiCalls[N]['body']>
export type ApiReply<N extends ApiCallName> = z.output<ApiCalls[N]['reply']>
export type ApiFail<N extends ApiCallName> = ApiCalls[N]['fails'][number]

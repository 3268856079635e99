import { z } from 'zod'
import { ApiAdmission, ApiEvent, ApiOrder } from './shapes.ts'
import type { TEST_KIND, WebhookKind } from './webhook-kinds.ts'

const Data = {
  order: z.object({ order: ApiOrder }),
  ticket: z.object({ admission: ApiAdmission }),
  event: z.object({ event: ApiEvent }),
  webhook: z.object({}),
}
export type WebhookData = z.output<(typeof Data)[keyof typeof Data]>

/** The body of a message. It has the state at the time of sending, so the order of messages doesn't matter. */
export const webhookPayload = (kind: WebhookKind | typeof TEST_KIND) =>
  z.object({ type: z.literal(kind), timestamp: z.iso.datetime(), data: Data[kind.split('.')[0] as keyof typeof Data] })

/** What a webhook can be told, and what its message has in `data`. */
export const WEBHOOK_KINDS = [
  'order.paid',
  'order.refunded',
  'order.changed',
  'ticket.admitted',
  'ticket.admission_undone',
  'event.published',
  'event.changed',
  'event.cancelled',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
/** Sent by a button of the office. */
export const TEST_KIND = 'webhook.test'

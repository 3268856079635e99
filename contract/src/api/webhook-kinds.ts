/** The events that a webhook can be sent, and what `data` of its message contains. */
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

/** Every call of the API for programs by name; calls.ts has their schemas. A program sends its key with each of them. */
export const API_PATHS = {
  api_events: ['GET', '/api/v1/events/'],
  api_event: ['GET', '/api/v1/events/:event_id/'],
  api_orders: ['GET', '/api/v1/orders/'],
  api_order: ['GET', '/api/v1/orders/:order_id/'],
  api_people: ['GET', '/api/v1/people/'],
  api_admissions: ['GET', '/api/v1/admissions/'],
} as const satisfies Record<string, readonly ['GET', string]>

export type ApiCallName = keyof typeof API_PATHS

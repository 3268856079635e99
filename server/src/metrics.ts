import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Numbers that answer "are we selling?", served at /metrics. One registry per application, so that tests do not share. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    reserves: new Counter({
      name: 'foyer_reserves_total',
      help: 'Reserve calls by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    reserveSeconds: new Histogram({
      name: 'foyer_reserve_seconds',
      help: 'How long a reserve takes from call to answer',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    reserveQueue: new Gauge({ name: 'foyer_reserve_queue', help: 'Reserves waiting to be combined', registers }),
    holdsEnded: new Counter({
      name: 'foyer_holds_ended_total',
      help: 'Holds given back to stock, by why',
      labelNames: ['why'],
      registers,
    }),
    payments: new Counter({
      name: 'foyer_payments_total',
      help: 'Payments by provider and outcome',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    mails: new Counter({ name: 'foyer_mails_total', help: 'Mails by outcome', labelNames: ['outcome'], registers }),
  }
}
export type Metrics = ReturnType<typeof makeMetrics>

import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Connections to PostgreSQL. `waiting` are requests that wait for one. */
export type Connections = { open: number; idle: number; waiting: number }

const RESERVE_OUTCOMES = ['reserved', 'refused', 'captcha', 'redirect', 'queue_full'] as const
export type ReserveOutcome = (typeof RESERVE_OUTCOMES)[number]

/** Metrics that show whether the shop sells, served at /metrics. One registry per application, so that tests share none. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  eventLoopDelay(registry)
  const reserves = new Counter({
    name: 'foyer_reserves_total',
    help: 'Reserve calls by outcome',
    labelNames: ['outcome'],
    registers,
  })
  // Prometheus sees no growth of a number that it has never seen, so an alert about none would stay silent.
  for (const outcome of RESERVE_OUTCOMES) reserves.inc({ outcome }, 0)
  return {
    registry,
    /** All metrics in Prometheus format; with several workers, those of all. */
    text: () => registry.metrics(),
    reserves,
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
    cardAttempts: new Counter({
      name: 'foyer_card_attempts_total',
      help: 'Card attempts that failed at a vendor, and attempts refused because cards are paused',
      labelNames: ['outcome'],
      registers,
    }),
    requests: new Counter({
      name: 'foyer_requests_total',
      help: 'Requests by class of status',
      labelNames: ['status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'foyer_request_seconds',
      help: 'How long a request takes from first byte to answer',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    /** Reads these numbers whenever the metrics are requested. */
    watchConnections(read: () => Connections) {
      const gauge = new Gauge({
        name: 'foyer_database_connections',
        help: 'Connections to the database: open, idle, and requests waiting for one',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, n] of Object.entries(read())) gauge.set({ state }, n)
        },
      })
    },
    signIns: new Counter({
      name: 'foyer_sign_ins_total',
      help: 'One-time codes that were typed, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'foyer_refusals_total',
      help: 'Requests refused for who sent them or how often, by reason and route',
      labelNames: ['code', 'route'],
      registers,
    }),
    connectionsEnded: new Counter({
      name: 'foyer_connections_ended_total',
      help: 'Connections ended at a limit, by why',
      labelNames: ['why'],
      registers,
    }),
    mails: new Counter({ name: 'foyer_mails_total', help: 'Mails by outcome', labelNames: ['outcome'], registers }),
  }
}

/** How long work has waited for the event loop since the last scrape: the first sign that a process is too busy. */
function eventLoopDelay(registry: Registry): void {
  let histogram: IntervalHistogram | undefined
  const gauge = new Gauge({
    name: 'foyer_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape',
    // With several workers, the busiest counts.
    aggregator: 'max',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      // Starts with the first scrape, so that a process that is never scraped has no cost.
      if (histogram === undefined) {
        histogram = monitorEventLoopDelay({ resolution: 20 })
        histogram.enable()
      }
      for (const quantile of [0.5, 0.99]) gauge.set({ quantile: String(quantile) }, seconds(histogram, quantile))
      histogram.reset()
    },
  })
}

const seconds = (histogram: IntervalHistogram, quantile: number): number =>
  histogram.count === 0 ? 0 : histogram.percentile(quantile * 100) / 1e9

export type Metrics = ReturnType<typeof makeMetrics>

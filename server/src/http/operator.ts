import { CALLS } from '@foyer/contract/calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { probeWrite } from '../db/connection/probe-write.ts'
import { pendingMigrations } from '../db/schema/migrate.ts'
import type { Deps } from '../deps.ts'
import { outboxGauges } from '../jobs/stats.ts'
import { within } from '../within.ts'
import { isSameSecret } from './keys.ts'
import { openApi } from './openapi.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the process report that it is not ready, while it still serves requests until load balancers notice. */
    drain(): void
  }
}

/** The longest that a probe waits for a connection, in milliseconds. */
const PROBE_MS = 1000
/** For how long the result of a probe that wrote is used, in milliseconds. */
const WRITTEN_MS = 10_000

/**
 * Routes for the operator: liveness, readiness, metrics and the description of the calls. None of them waits for a busy
 * database.
 */
export function operatorRoutes(app: FastifyInstance, { db, pingDatabase, clock, config, metrics }: Deps): void {
  // Database metrics are the same in every process, so they are not summed over the workers.
  const shared = new Registry()
  const outbox = outboxGauges(shared)
  let draining = false
  const drain = () => {
    draining = true
  }
  app.decorate('drain', drain)
  app.addHook('preClose', async () => drain())
  // A kept-alive connection would keep the process from exiting.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close')
    done()
  })

  let pending: number | null = null
  let written: { at: number; why: 'disk' | 'database' | null } | undefined
  const whyNotWritten = async () => {
    const at = clock.now().getTime()
    // A process that isn't ready asks each time, so that it is ready again at once.
    if (written === undefined || written.why !== null || at - written.at >= WRITTEN_MS) {
      const probed = await within(
        PROBE_MS,
        probeWrite(db).then((why) => ({ at, why })),
      )
      written = probed ?? written
    }
    return written?.why ?? null
  }
  const whyNotReady = async () => {
    if (draining) return 'draining'
    if (!(await pingDatabase())) return 'database'
    // Reports the last known result while every connection is busy.
    pending = (await within(PROBE_MS, pendingMigrations(db)))?.length ?? pending
    if (pending === null) return 'database'
    return pending > 0 ? 'migrations' : await whyNotWritten()
  }
  const isOperator = operatorCheck(config)

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (request, reply) => {
    const why = await whyNotReady()
    if (why === null) return { ok: true }
    return reply.code(503).send(isOperator(request) ? { ok: false, why } : { ok: false })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request)) return reply.callNotFound()
    const up = await pingDatabase()
    await outbox.measure(up ? db : null, clock.now())
    return reply.type(metrics.registry.contentType).send(`${await shared.metrics()}${await metrics.text()}`)
  })
  // Made when first asked for: it takes half of the time in which the shop is built.
  let description: ReturnType<typeof openApi> | undefined
  app.get('/openapi.json', async () => (description ??= openApi(CALLS)))
}

/**
 * Whether a request carries the operator's token. If none is configured, a trial shop accepts everyone and a live shop no
 * one.
 */
function operatorCheck({ operatorToken, live }: Pick<Config, 'operatorToken' | 'live'>) {
  if (operatorToken === undefined) return () => live === null
  return ({ headers }: FastifyRequest) => isSameSecret(headers.authorization ?? '', `Bearer ${operatorToken}`)
}

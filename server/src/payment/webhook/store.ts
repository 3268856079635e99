import { sql } from 'kysely'
import { compiledOnce, type Parameters, type Query, query, runQuery } from '../../db/transaction/batch.ts'
import { type Lists, listsOf, namesOf, rowsOf } from '../../db/transaction/column-lists.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import { ON_ITS_NODE } from '../../db/transaction/on-its-node.ts'
import { enqueueRows } from '../../jobs/jobs.ts'
import type { Payment } from '../payment.ts'
import type { ProviderName } from '../provider/provider.ts'
import { FINAL } from '../provider/status.ts'
import type { DisputeEvent } from './dispute.ts'

export type ProviderEvent = {
  eventId: string
  kind: string
  providerPaymentId: string | null
  /** The provider's id of the refund that the event is about. */
  providerRefundId?: string | null
  /** Refunds of the payment changed, perhaps on the provider's own pages. */
  aboutRefunds?: boolean
  /** A card that the buyer's browser tried at the vendor was refused. */
  failedAttempt?: boolean
  dispute?: DisputeEvent | null
}

/** A webhook with a valid signature. `account`: what the vendor calls the organiser's account; null for the installation's. */
export type Received = { provider: ProviderName; event: ProviderEvent; account: string | null; now: Date }

/** The payment of an event, as it was when the event came. */
export type EventPayment = Pick<Payment, 'id' | 'sale_id' | 'purpose' | 'status' | 'payer_session' | 'payer_network'>

const COLUMNS = {
  provider: 'text',
  event_id: 'text',
  vendor_event_id: 'text',
  kind: 'text',
  provider_payment_id: 'text',
  account: 'text',
  about_refunds: 'boolean',
  received_at: 'timestamptz',
} as const

const statement = compiledOnce((db, lists: Parameters<Lists>) => {
  // guard: webhook-of-own-account
  const ofAccount = sql`and (case when given.account is null then payments.account_id is null else payments.account_id in (
    select id from payment_accounts where payment_accounts.provider = given.provider and external_id = given.account) end)`
  // Nothing follows a final state but refunds.
  const queued = enqueueRows({
    id: sql`job_id`,
    kind: sql.lit('settle_payment'),
    key: sql`id::text || ':' || vendor_event_id`,
    payload: { payment_id: sql`id`, refunds: sql`about_refunds` },
    at: sql`received_at`,
    from: sql`about ${ON_ITS_NODE} where about_refunds or status <> all(${sql.val([...FINAL])}::text[])`,
  })
  const stored = sql<EventPayment & { provider: string; event_id: string }>`
    with given as (
      select nextval('payment_notices_id_seq') as notice_id, nextval('jobs_id_seq') as job_id, given.*
      from ${rowsOf('given', COLUMNS, lists)} as given (${namesOf(COLUMNS)})
    ),
    fresh as (
      insert into payment_notices (id, provider, event_id, kind, provider_payment_id, received_at)
      select notice_id, provider, event_id, kind, provider_payment_id, received_at from given ${ON_ITS_NODE}
      order by provider, event_id
      on conflict (provider, event_id) do nothing returning provider, event_id
    ),
    about as (
      select distinct on (given.provider, given.event_id) given.*, payment.*
      from fresh join given using (provider, event_id)
      cross join lateral (
        select id, sale_id, purpose, status, payer_session, payer_network from payments
        where payments.provider = given.provider and payments.provider_payment_id = given.provider_payment_id
          ${ofAccount} limit 1
      ) payment
    ),
    queued as (${queued})
    select provider, event_id, id, sale_id, purpose, status, payer_session, payer_network from about`
  return { compile: () => stored.compile(db) }
})

/**
 * Stores events, each once by its id, and queues a check of each payment that can still change. Returns the payments of those that
 * are new, in the order given, and undefined for the others.
 */
export const eventsQuery = (all: readonly Received[]): Query<(EventPayment | undefined)[]> => {
  const rows = all.map(({ provider, event, account, now }) => ({
    provider,
    // An account that signs for itself may not use up the id of another's event.
    event_id: account === null ? event.eventId : `${account}:${event.eventId}`,
    vendor_event_id: event.eventId,
    kind: event.kind,
    provider_payment_id: event.providerPaymentId,
    account,
    about_refunds: event.aboutRefunds === true,
    received_at: now,
  }))
  return query(statement(listsOf('given', COLUMNS, rows)), (found) => {
    const nameOf = ({ provider, event_id }: { provider: string; event_id: string }) => `${provider} ${event_id}`
    const byEvent = new Map(found.map((row) => [nameOf(row), row]))
    return rows.map((row) => byEvent.get(nameOf(row)))
  })
}

/** Stores events that say only that a payment has changed. Concurrent ones share a statement. */
export const storePlain = onePerDb((db) =>
  combine((all: Received[]) => runQuery(db, eventsQuery(all)), { maxBatch: 50, maxQueue: 20_000 }),
)

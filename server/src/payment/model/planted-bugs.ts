// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
import type { Change } from '../../testing/bundled.ts'

/** A bug that somebody could make, and the guard of the database that must be gone for it to do harm. */
export type PlantedBug = { name: string; changes: Change[]; sql?: string }

const bug = (name: string, file: string, find: string, replace = '', sql?: string): PlantedBug => ({
  name,
  changes: [{ file, find, replace }],
  ...(sql && { sql }),
})

const SETTLE = 'server/src/payment/settle/settle.ts'
const REFUND = 'server/src/payment/refund/send.ts'
const RELEASE = 'server/src/sale/hold/release.ts'

/** Every one of these must make the model fail; a text that is no longer in its file fails too, and is brought up to date. */
export const PLANTED_BUGS: PlantedBug[] = [
  bug(
    'nobody counts what is left, and no constraint does',
    'domain/src/basket/allocate.ts',
    '.filter(([ticketTypeId, qty]) => stillLeft(ticketTypeId) < qty)',
    '.filter(() => false)',
    'alter table stock drop constraint stock_never_oversold',
  ),
  bug('a payment is settled again', SETTLE, '!FINAL.has(payment.status) && (await applied(', '(await applied('),
  bug(
    'the amount is not compared',
    SETTLE,
    'const asked = reported.amountMinor === payment.amount_minor && reported.currency === payment.currency',
    'const asked = true',
  ),
  bug(
    'late money gets tickets that were given back',
    SETTLE,
    'const again = await reacquireHold(tx, sale, now)',
    "const again: string = 'held'",
  ),
  bug(
    'late money always goes back',
    SETTLE,
    'const again = await reacquireHold(tx, sale, now)',
    "const again = 'tickets_gone'",
  ),
  bug(
    'a hold never ends',
    RELEASE,
    'const ended = sale.held_until !== null && sale.held_until <= now && sale.paid_at === null',
    'const ended = false',
  ),
  bug(
    'a hold that ends gives nothing back',
    RELEASE,
    'update stock set held = held - counted.qty from counted',
    'update stock set held = held from counted',
  ),
  bug(
    'the refund is forgotten',
    SETTLE,
    'await queueRefund(tx, { payment, amountMinor: payment.amount_minor, reason: why, now })',
  ),
  bug('the outbox is forgotten: no delivery', SETTLE, 'enqueueQuery(tx, delivery),'),
  bug(
    'the outbox is forgotten: no mail',
    'server/src/mail/outbox.ts',
    "await enqueue(tx, { kind: 'send_mail', key: mail.key, payload: { mail_id: row.id }, runAt: mail.now, now: mail.now })",
  ),
  bug(
    'what belongs together is not one transaction',
    'server/src/db/transaction/tx.ts',
    `.transaction()
        .setIsolationLevel('read committed')`,
    '.connection()',
  ),
  bug(
    'the browser is believed',
    'server/src/payment/providers/stripe/start.ts',
    'const settled = await settlePayment(deps, payment.id)',
    `const { amount_minor: amountMinor, currency } = await deps.db.selectFrom('payments').selectAll().where('id', '=', payment.id).executeTakeFirstOrThrow()
    const settled = await applyProviderState(deps, payment.id, { providerPaymentId: intentId, status: 'paid', amountMinor, currency, saleReference: null, failure: null })`,
  ),
  bug(
    'what costs something is claimed for nothing',
    'server/src/payment/start/free.ts',
    "if (held.totals.totalMinor !== 0) return fail('not_free')",
  ),
  bug(
    'a payment that was called off is offered again',
    'server/src/payment/start/open-payment.ts',
    `payment.currency === currency &&
        payment.called_off_at === null &&`,
    'payment.currency === currency &&',
  ),
  bug(
    'an order taken back returns no stock',
    'server/src/payment/refund/reverse-sale.ts',
    'await returnStock(tx, ticket_type_id, qty - before)',
  ),
  bug(
    'an order taken back keeps its tickets valid',
    'server/src/payment/refund/reverse-sale.ts',
    'await voidTickets(tx, sale.id, { now })',
  ),
  {
    name: 'a ticket is issued twice',
    changes: [
      {
        file: 'server/src/tickets/issue.ts',
        find: 'if (sale.tickets_delivered_at !== null) return { ok: true, issued: 0, later: false, owner: null }',
        replace: '',
      },
      {
        file: 'server/src/tickets/issue.ts',
        find: ".onConflict((conflict) => conflict.constraint('tickets_issued_once').doNothing())",
        replace: '',
      },
    ],
    sql: 'alter table tickets drop constraint tickets_issued_once',
  },
  {
    name: 'the wallet is mailed twice',
    changes: [
      {
        file: 'server/src/tickets/deliver.ts',
        find: 'if (sale.wallet_delivered_at !== null) return delivered',
        replace: '',
      },
      {
        file: 'server/src/tickets/deliver.ts',
        find: 'await queueWallet(tx, deps, due, { email, key: `wallet:${saleId}`, now })',
        replace: 'await queueWallet(tx, deps, due, { email, key: `wallet:${saleId}:${Math.random()}`, now })',
      },
    ],
  },
  bug(
    'a refund is counted each time it is told',
    REFUND,
    `if (refund.status === reported.status || refund.status === 'failed') return
    if (refund.status === 'succeeded' && reported.status !== 'failed') return`,
  ),
  bug('a second payment is kept', SETTLE, "if (sale.paid_at !== null) return 'paid_twice'"),
  bug(
    'a refund has another key with each try',
    REFUND,
    'idempotencyKey: refund.idempotency_key,',
    'idempotencyKey: refund.idempotency_key + Math.random(),',
  ),
  bug(
    'nobody asks about what nobody told us',
    'server/src/payment/settle/workers.ts',
    'for (const { id } of open)',
    'for (const { id } of [] as typeof open)',
  ),
  bug(
    'what a dead process had begun is never taken up',
    'server/src/jobs/jobs.ts',
    'and (locked_until is null or locked_until <= ${now})',
    'and locked_until is null',
  ),
  bug('what came in is not booked', SETTLE, 'amounts: captureMovement(reported.amountMinor),', 'amounts: {},'),
  bug(
    'a gift voucher is not set aside',
    'server/src/sale/hold/codes.ts',
    "reserved_minor: eb('reserved_minor', '+', worth)",
    "reserved_minor: eb('reserved_minor', '+', 0)",
  ),
]

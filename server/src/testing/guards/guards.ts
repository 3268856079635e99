// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
import type { Change } from '../bundled.ts'

/**
 * A guard, how it is taken out (of a source, or of the database's schema), and the test file of which a test must then fail.
 */
export type Guard = { guards: string; test: string; change?: Change; sql?: string }

type Out = [file: string, find: string, replace?: string]

const guard = (guards: string, test: string, [file, find, replace = '']: Out): Guard => ({
  guards,
  test: `server/src/${test}`,
  change: { file, find, replace },
})
const schema = (guards: string, sql: string): Guard => ({
  guards,
  test: 'server/src/db/schema/second-guards.test.ts',
  sql,
})

const src = (file: string) => `server/src/${file}`
const HOLD = src('sale/hold/hold.ts')
const RESERVE = src('checkout/reserve.ts')
const ADMIT = src('sale/hold/admit.ts')
const COMBINE = src('db/transaction/combine.ts')
const APP = src('app.ts')
const SECURITY = src('http/security.ts')
const PAGE_POLICY = src('pages/policy.ts')
const SESSION = src('http/session.ts')
const CHECK_CODE = src('account/check-code.ts')
const ADOPT = src('sale/resume.ts')
const JOBS = src('jobs/jobs.ts')
const OUTBOX = src('mail/outbox.ts')
const SETTINGS = src('payment/plan/settings.ts')
const DOOR = src('tickets/door.ts')
const DOOR_CALL = src('tickets/door-route.ts')

const HOLDS = 'sale/hold/hold.test.ts'
const FIRST = 'sale/hold/first-guard.test.ts'
const LIMITS = 'http/limits.test.ts'
const HEADERS = 'http/headers.test.ts'
const SESSIONS = 'http/session.test.ts'
const LINK = 'http/copied-link.test.ts'
const OTHERS = 'http/authorisation.test.ts'
const AWAY = 'faults/database.test.ts'
const OPERATION = 'http/operation.test.ts'
const AT_DOOR = 'tickets/door.test.ts'
const BY_CALL = 'tickets/door-route.test.ts'

/** A text that is no longer in its file is brought up to date; a guard nobody misses needs a test. */
export const GUARDS: Guard[] = [
  // Stock and holds
  guard('a ticket is not sold twice, first guard', FIRST, [
    HOLD,
    'if (!allocation.ok) refuse(saleId, shortText(lines.get(saleId)!, allocation.short))',
    '{}',
  ]),
  guard('the counter is locked while it is decided on', FIRST, [
    src('sale/hold/counters.ts'),
    'order by ticket_type_id for update',
    'order by ticket_type_id',
  ]),
  guard('first come, first served', HOLDS, [
    HOLD,
    'const ids = [...new Set(wishes.map(({ saleId }) => saleId))]',
    'const ids = [...new Set(wishes.map(({ saleId }) => saleId))].sort((a, b) => a - b)',
  ]),
  guard('all of a basket or nothing of it', FIRST, [
    'domain/src/basket/allocate.ts',
    '.filter(([ticketTypeId, qty]) => stillLeft(ticketTypeId) < qty)',
    '.filter(() => false)',
  ]),
  guard('a hold ends', HOLDS, [
    src('sale/hold/release.ts'),
    'const ended = sale.held_until !== null && sale.held_until <= now && sale.paid_at === null',
    'const ended = false',
  ]),
  guard('a move is made from where its tab was', 'checkout/move-race.test.ts', [
    src('checkout/move.ts'),
    ".where('state', '=', state)\n    ",
  ]),
  guard('a move is made in the hold its tab knew', 'checkout/move-race.test.ts', [
    src('checkout/move.ts'),
    ".where('held_until', 'is not distinct from', held_until)\n    ",
  ]),
  guard('a hold of gift vouchers ends too', HOLDS, [
    src('sale/hold/write.ts'),
    'const held = [...lines, ...uncounted]',
    'const held = [...lines, ...uncounted.slice(0, 0)]',
  ]),
  guard('a code’s last use is spent once, first guard', 'sale/hold/codes.test.ts', [
    src('sale/hold/codes.ts'),
    ".where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))",
  ]),
  guard('a payment is fulfilled once, first guard', 'payment/settle/settle.test.ts', [
    src('payment/settle/settle.ts'),
    '!FINAL.has(payment.status) && (await applied(',
    '(await applied(',
  ]),

  // The database's own
  schema('nothing is oversold, second guard', 'alter table stock drop constraint stock_never_oversold'),
  schema('a seat has one owner', 'alter table seats drop constraint seats_have_one_owner'),
  schema('one ticket for each seat', 'drop index tickets_one_per_seat'),
  schema('a ticket is issued once', 'alter table tickets drop constraint tickets_issued_once'),
  schema('a payment is fulfilled once, second guard', 'drop index payments_fulfil_once'),
  schema('a job is one job', 'alter table jobs drop constraint jobs_once'),

  // Statements that leave together
  guard('what failed first is what is said', 'db/transaction/batch.test.ts', [
    src('db/transaction/batch.ts'),
    "const failed = settled.find(({ status }) => status === 'rejected')",
    "const failed = settled.findLast(({ status }) => status === 'rejected')",
  ]),

  guard('after a statement that failed nothing is said to be done', 'db/transaction/tx.test.ts', [
    src('db/transaction/tx.ts'),
    'await lastQueries',
    'void lastQueries',
  ]),

  // Combining
  guard('a call that cannot be served takes nobody with it', 'db/transaction/combine.test.ts', [
    COMBINE,
    'batch.length > 1 && !(error instanceof DatabaseUnavailable)',
    'false',
  ]),
  guard('nobody is asked one by one when the database is away', 'db/transaction/combine.test.ts', [
    COMBINE,
    'batch.length > 1 && !(error instanceof DatabaseUnavailable)',
    'batch.length > 1',
  ]),
  guard('a queue has an end', 'db/transaction/combine.test.ts', [
    COMBINE,
    "if (waiting.length >= maxQueue) return reject(new QueueFull('too many are waiting'))",
  ]),
  guard('a full queue is "try again"', 'faults/queue.test.ts', [
    RESERVE,
    'if (!(error instanceof QueueFull)) throw error',
    'throw error',
  ]),

  // Limits
  guard('limits count', LIMITS, [
    src('http/rate-limit.ts'),
    'const turn = count.get(name)! + 1',
    'const turn = 1 + 0 * count.get(name)!',
  ]),
  guard('who holds already is not counted again', LIMITS, [
    src('http/rate-limit.ts'),
    'join sales on sales.id = sale_id where ${those}`)',
    'join sales on sales.id = sale_id`)',
  ]),
  guard('a captcha for who reserves often', LIMITS, [ADMIT, 'ofBasket <= config.reservesPerSession', 'true']),
  guard('a captcha for an address that reserves often', LIMITS, [
    ADMIT,
    'ofAddress <= config.reservesPerAddress',
    'true',
  ]),
  guard('who tries often does so with the next basket too', LIMITS, [
    src('sale/sale.ts'),
    'reserve_tries: before?.reserve_tries ?? 0,',
    'reserve_tries: 0,',
  ]),
  guard('a made-up address is not counted', LIMITS, [
    APP,
    "trustProxy: typeof hops === 'number' ? (_: string, hop: number) => hop < hops : hops,",
    'trustProxy: true,',
  ]),
  guard('voucher codes are not guessed without end', LIMITS, [
    src('basket/code.ts'),
    '>= WRONG_CODES.most) return',
    '>= Number.POSITIVE_INFINITY) return',
  ]),
  guard('nor is the door’s', LIMITS, [
    src('tickets/door-route.ts'),
    '>= WRONG_CODES.most) return',
    '>= Number.POSITIVE_INFINITY) return',
  ]),
  guard('when to come again is said', LIMITS, [
    src('http/handle.ts'),
    "if (wait !== undefined) reply.header('retry-after', failure.facts?.seconds ?? wait)",
  ]),
  guard('a body has an end', LIMITS, [APP, 'bodyLimit: MAX_BODY,', 'bodyLimit: 100 * MAX_BODY,']),
  guard('a basket has an end', LIMITS, [
    src('basket/tickets.ts'),
    "if (already === 0 && type.lines.length >= LIMITS.maxLinesPerBasket) return fail('basket_full')",
  ]),
  guard('a text has an end', LIMITS, ['contract/src/call.ts', '    .max(max)\n']),
  guard('a code has five tries', 'account/one-time-code.test.ts', [
    CHECK_CODE,
    'const isLast = tries >= LIMITS.oneTimeCodeTries',
    'const isLast = tries < 0',
  ]),

  // Other sites, headers
  guard('changes from other sites are refused', SESSIONS, [
    SECURITY,
    "if (other) sendFail(reply, { ok: false, code: 'other_site' })\n    else done()",
    'void other\n    done()',
  ]),
  guard('no inline script', HEADERS, [
    PAGE_POLICY,
    `'script-src': ["'self'", BOOTSTRAP_SOURCE],`,
    `'script-src': ["'self'", "'unsafe-inline'"],`,
  ]),
  guard('nobody frames us', HEADERS, [
    PAGE_POLICY,
    `'form-action': ["'self'"],\n  'frame-ancestors': ["'none'"],`,
    `'form-action': ["'self'"],\n  'frame-ancestors': ["'self'"],`,
  ]),
  guard('data is no document', HEADERS, [
    SECURITY,
    'request.routeOptions.config.data ? ofData : ofPages',
    'request.routeOptions.config.data ? fromHelmet : ofPages',
  ]),
  guard('no devices', HEADERS, [PAGE_POLICY, "'permissions-policy': noDevices, "]),
  guard('HSTS', HEADERS, [
    SECURITY,
    "strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },",
    'strictTransportSecurity: false,',
  ]),
  guard('a claim link goes to no other site', HEADERS, [
    src('pages/routes.ts'),
    "visit.reply.header('referrer-policy', 'no-referrer')",
  ]),

  // Sessions
  guard('no script reads the cookie', SESSIONS, [SESSION, 'httpOnly: true', 'httpOnly: false']),
  guard('only a hash of the token is kept', SESSIONS, [
    SESSION,
    "hash('sha256', token, 'base64url')",
    "(hash('sha256', token, 'base64url') && token)",
  ]),
  guard('a session ends', SESSIONS, [SESSION, 'and expires_at > ${now}', '']),
  guard('a new token at sign-in', SESSIONS, [CHECK_CODE, 'await session.renew()']),
  guard('a new token when a basket is taken over', SESSIONS, [ADOPT, 'await session.renew()']),
  guard('a code is good in the session that asked for it', SESSIONS, [
    CHECK_CODE,
    "    .where('session_id', '=', session.id!)\n    .where('ended_at', 'is', null)",
    "    .where('ended_at', 'is', null)",
  ]),
  guard('sign-out ends every copy of the token', SESSIONS, [
    src('account/sign-out.ts'),
    "await tx.updateTable('sessions').set({ user_id: null, proved_email: null }).where('id', '=', session.id!).execute()",
  ]),

  // The copied link
  guard('a checkout shows its person to that person', LINK, [
    src('checkout/view.ts'),
    'const mine = customer !== null && canAccess(session, customer)',
    'const mine = customer !== null && (canAccess(session, customer) || true)',
  ]),
  guard('a step is changed by who speaks for the sale', LINK, [
    src('sale/step-change.ts'),
    'if (customer === null || canAccess(session, customer)) return true',
    'if (customer === null || canAccess(session, customer) || session) return true',
  ]),
  guard('an order’s address is for its buyer', LINK, [
    src('after-sale/simple-info.ts'),
    'sale_email: buyer?.email ??',
    'sale_email: sale.guest_email ?? buyer?.email ??',
  ]),
  guard('tickets are handed on by their buyer', LINK, [
    src('after-sale/transfer/set.ts'),
    "if ((await buyerOf(tx, session, sale)) === null) return fail('email_not_proved')",
    'void buyerOf',
  ]),
  guard('a paid sale is not taken over by its link', 'http/page-authorisation.test.ts', [
    ADOPT,
    'if (sale.paid_at !== null) return false',
  ]),
  guard('an order page is its buyer’s', 'http/page-authorisation.test.ts', [
    src('pages/order.ts'),
    'if (!mine) return null',
  ]),

  // Somebody else's
  guard('a claim needs the address it was sent to', OTHERS, [
    src('after-sale/transfer/claim.ts'),
    "if (session.provedEmail !== found.email) return fail('other_recipient')",
  ]),
  guard('a saved card is its owner’s', 'payment/plan/plan.test.ts', [
    SETTINGS,
    "    .where('user_id', '=', session.userId)\n    .where('provider_method_id'",
    "    .where('provider_method_id'",
  ]),
  guard('a plan is its owner’s', OTHERS, [
    SETTINGS,
    "    .where('card.user_id', '=', session.userId)\n    .where('plan.status'",
    "    .where('plan.status'",
  ]),
  guard('a saved address is deleted for its owner only', OTHERS, [
    src('account/addresses.ts'),
    "    .where('user_id', '=', session.userId)\n    .executeTakeFirstOrThrow()",
    '    .executeTakeFirstOrThrow()',
  ]),
  guard('a transfer is taken back by its sender only', OTHERS, [
    src('after-sale/transfer/take-back.ts'),
    "if ((await buyerOf(tx, session, sale)) === null) return fail('unknown_transfer')",
    'void buyerOf',
  ]),
  guard('a wallet is mailed again for its buyer only', OTHERS, [
    src('after-sale/resend-wallet.ts'),
    "import { buyerOf } from './buyer.ts'",
    "import { customerOf } from '../sale/customer/customer.ts'\nconst buyerOf: typeof import('./buyer.ts').buyerOf = (db, _, sale) => customerOf(db, sale)",
  ]),

  // Jobs and the outbox
  guard('a job is left to the one who is at work on it', 'jobs/jobs.test.ts', [
    JOBS,
    'and (locked_until is null or locked_until <= ${now})',
    'and (${now}::timestamptz is not null)',
  ]),
  guard('a job whose worker died is taken up', 'jobs/jobs.test.ts', [
    JOBS,
    'and (locked_until is null or locked_until <= ${now})',
    'and (locked_until is null and ${now}::timestamptz is not null)',
  ]),
  guard('a job that is done is not done again', 'jobs/jobs.test.ts', [
    JOBS,
    '.set({ done_at: clock.now(), locked_until: null, last_error: null })',
    '.set({ locked_until: null, last_error: null })',
  ]),
  guard('a mail that has left does not leave again', 'mail/outbox.test.ts', [
    OUTBOX,
    "    .where('status', '=', 'queued')\n    .returningAll()",
    '    .returningAll()',
  ]),
  guard('a mail is queued once', 'mail/outbox.test.ts', [
    OUTBOX,
    'key: mail.key,\n      kind: mail.kind,',
    'key: `${mail.key}${Math.random()}`,\n      kind: mail.kind,',
  ]),

  // Outages, draining, operation
  guard('an outage is "try again"', AWAY, [
    APP,
    "asUnavailable(error) ? 'busy' : 'internal'",
    "asUnavailable(error) ? 'internal' : 'internal'",
  ]),
  guard('a full disk is an outage', AWAY, [
    src('db/connection/unavailable.ts'),
    "const CLASSES = ['08', '53']",
    "const CLASSES = ['08']",
  ]),
  guard('not ready while draining', AWAY, [APP, "if (draining) return 'draining'\n"]),
  guard('a stopping process lets connections go', AWAY, [APP, "if (draining) reply.header('connection', 'close')"]),
  guard('a migration lets go of a lock', 'db/schema/migrate-while-selling.test.ts', [
    src('db/schema/migrate.ts'),
    'await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db)',
    'void lockTimeoutMs',
  ]),
  guard('not ready on an older schema', OPERATION, [APP, "pending.length > 0 ? 'migrations' : null", 'null']),
  guard('numbers without a database', OPERATION, [
    src('jobs/stats.ts'),
    'await outboxStats(db, now).catch(() => null)',
    'await outboxStats(db, now)',
  ]),
  guard('the log names routes, not addresses', OPERATION, [
    src('http/observe.ts'),
    "const route = request.routeOptions.url ?? 'none'",
    'const route = request.url',
  ]),

  // The door
  guard('a ticket is let in once', AT_DOOR, [DOOR, "      .where('admitted_at', 'is', null)\n"]),
  guard('a void ticket is not let in', AT_DOOR, [DOOR, "      .where('status', '=', 'valid')\n"]),
  guard('a forged code is refused', AT_DOOR, [
    DOOR,
    "signer.verify(text) ?? 'not_ours'",
    "signer.verify(text) ?? text.slice(0, text.indexOf('.'))",
  ]),
  guard('a transferred or refunded code is refused', AT_DOOR, [
    DOOR,
    'if (former) return',
    'if (former === null) return',
  ]),
  guard('the door is for who knows its access code', BY_CALL, [DOOR_CALL, '!isSame(access_code, expected)', 'false']),
  guard('without an access code there is no door', BY_CALL, [
    DOOR_CALL,
    "if (expected === undefined) return fail('not_found')",
    'if (expected === undefined) return shown(await lookAtTicket(deps, code))',
  ]),
  guard('a look lets nobody in', BY_CALL, [DOOR_CALL, 'look ? await lookAtTicket(deps, code) : await', 'await']),
]

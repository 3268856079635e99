import { groupBy } from '@foyer/domain/group.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { type Query, query, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'

export type ConsentKind = 'newsletter' | 'event_news' | 'organiser' | 'charity'

/** The marketing that an address has agreed to receive. The newest consent of each kind counts. */
export type Consents = {
  newsletter: boolean
  event_news: boolean
  organisers: Set<number>
  charities: Set<number>
}

const noConsents = (): Consents => ({
  newsletter: false,
  event_news: false,
  organisers: new Set(),
  charities: new Set(),
})

/**
 * Returns the marketing that an address has agreed to receive, and the part agreed to in this sale (`inSale`). With
 * `onlySale`, consents from elsewhere are left out, for a buyer who has not proved the address.
 */
export async function consentsOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  email: string | null,
  { saleId, onlySale = false }: { saleId?: number; onlySale?: boolean } = {},
): Promise<Consents & { inSale: Consents }> {
  const consents = { ...noConsents(), inSale: noConsents() }
  if (email === null) return consents
  const rows = await db
    .selectFrom('consents')
    .select(['kind', 'organiser_id', 'charity_id', 'granted', 'sale_id'])
    .where('email', '=', email)
    .$if(onlySale, (query) => query.where('sale_id', '=', saleId!))
    .$if(!onlySale, (query) => query.where('pending', '=', false))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    applyConsent(consents, row, row.granted)
    applyConsent(consents.inSale, row, row.granted && row.sale_id === saleId)
  }
  return consents
}

function applyConsent(
  consents: Consents,
  { kind, organiser_id, charity_id }: { kind: ConsentKind; organiser_id: number | null; charity_id: number | null },
  granted: boolean,
): void {
  if (kind === 'newsletter') consents.newsletter = granted
  if (kind === 'event_news') consents.event_news = granted
  const [set, id] = kind === 'organiser' ? [consents.organisers, organiser_id] : [consents.charities, charity_id]
  if (id !== null) granted ? set.add(id) : set.delete(id)
}

/** The account columns that record what its address has agreed to, used when the account is created. `email`: a column or value. */
export const consentColumns = (email: RawBuilder<unknown>) => {
  const newest = (kind: ConsentKind) => sql<boolean>`coalesce(
    (select granted from consents where email = ${email} and kind = ${kind} and not pending order by id desc limit 1), false)`
  return { subscribed: newest('newsletter'), is_event_subscribed: newest('event_news') }
}

/** Where, when and in which sale the consent was requested. */
type ConsentContext = {
  email: string
  source: string
  saleId: number | null
  now: Date
  /** The address is typed and not proved; the consent takes effect once it is proved. */
  pending?: boolean
}

/** What the consent covers, and the wording shown beside it. */
type Subject = { kind: ConsentKind; organiserId?: number; charityId?: number; wording: string }

/** Records a consent as it was given: when, where and with which wording. */
export async function recordConsent(tx: Tx, consent: ConsentContext & Subject & { granted: boolean }): Promise<void> {
  const { email, kind, granted } = consent
  await tx
    .insertInto('consents')
    .values({
      email,
      kind,
      organiser_id: consent.organiserId ?? null,
      charity_id: consent.charityId ?? null,
      granted,
      // Every box of the shop asks for consent.
      basis: 'consent',
      wording: consent.wording,
      source: consent.source,
      sale_id: consent.saleId,
      given_at: consent.now,
      pending: consent.pending ?? false,
    })
    .execute()
  if (consent.pending) return
  await updateAccount(tx, email, kind, granted)
}

async function updateAccount(tx: Tx, email: string, kind: string, granted: boolean): Promise<void> {
  if (kind === 'newsletter')
    await tx.updateTable('users').set({ subscribed: granted }).where('email', '=', email).execute()
  if (kind === 'event_news')
    await tx.updateTable('users').set({ is_event_subscribed: granted }).where('email', '=', email).execute()
}

export type Newest = {
  kind: ConsentKind
  organiser_id: number | null
  charity_id: number | null
  granted: boolean
  sale_id: number | null
}

type ConsentReader = Pick<ConsentContext, 'email' | 'saleId'>

/** Returns the newest consent of each kind for each of these addresses, as its sale sees it. */
export const newestConsentsQuery = (askers: readonly ConsentReader[]): Query<(asker: ConsentReader) => Newest[]> =>
  query(
    sql<Newest & { nth: number }>`
      select distinct on (nth, kind, organiser_id, charity_id) nth::int, kind, organiser_id, charity_id, granted, given.sale_id
      from unnest(${sql.val(askers.map(({ email }) => email))}::text[], ${sql.val(askers.map(({ saleId }) => saleId))}::bigint[])
          with ordinality as asker (email, sale_id, nth)
        cross join lateral (select * from consents where consents.email = asker.email offset 0) given
      where not pending or given.sale_id = asker.sale_id
      order by nth, kind, organiser_id, charity_id, given.id desc`,
    (rows) => {
      const found = groupBy(rows, ({ nth }) => nth)
      return ({ email, saleId }) =>
        found.get(1 + askers.findIndex((asker) => asker.email === email && asker.saleId === saleId)) ?? []
    },
  )

/**
 * Records the checkboxes of a form, one consent per subject. A ticked box gives consent once. An unticked box withdraws only
 * what was ticked in this same sale: earlier consents are not asked for again, so leaving the box empty does not refuse
 * them. `read`: the newest consents, if they have been read.
 */
export async function recordConsents(
  tx: Tx,
  asked: ConsentContext,
  boxes: readonly (Subject & { wanted: boolean | undefined })[],
  read?: readonly Newest[],
): Promise<void> {
  const newest = read ?? (await runQuery(tx, newestConsentsQuery([asked])))(asked)
  for (const { wanted, ...subject } of boxes) {
    const { kind, organiserId = null, charityId = null } = subject
    const last = newest.find(
      (consent) => consent.kind === kind && consent.organiser_id === organiserId && consent.charity_id === charityId,
    )
    const granted = last?.granted ?? false
    if (wanted === undefined || wanted === granted || (!wanted && last?.sale_id !== asked.saleId)) continue
    await recordConsent(tx, { ...asked, ...subject, granted: wanted })
  }
}

/**
 * Confirms the pending consents of an address after it is proved in the browser that ticked the boxes. Consents from other
 * browsers stay pending, because they may not come from the owner of the address.
 */
export async function confirmConsents(tx: Tx, email: string, sessionNumber: number): Promise<void> {
  const confirmed = await tx
    .updateTable('consents')
    .from('sales')
    .set({ pending: false })
    .whereRef('sales.id', '=', 'consents.sale_id')
    .where('consents.email', '=', email)
    .where('consents.pending', '=', true)
    .where('sales.customer_session', '=', sessionNumber)
    .returning(['consents.id', 'consents.kind', 'consents.granted'])
    .execute()
  for (const { kind, granted } of confirmed.sort((a, b) => a.id - b.id)) await updateAccount(tx, email, kind, granted)
}

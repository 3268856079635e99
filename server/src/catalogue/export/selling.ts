import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { CatalogueInput } from '../format/format.ts'
import { tidy } from './tidy.ts'
import { writtenDay, writtenMoment, writtenMomentOrNull } from './times.ts'

type Reader = Pick<Tx, 'selectFrom'>
export type CodeInput = NonNullable<CatalogueInput['discount_codes']>[number]
export type OfferInput = NonNullable<CatalogueInput['offers']>[number]
type VoucherInput = NonNullable<CatalogueInput['gift_vouchers']>[number]
type Id = number | null

const LONDON = 'Europe/London'

/**
 * Exports the discount codes for which `of` finds both the organiser and the event; undefined leaves a code out. `eventId`
 * limits them to one event's, and `zone` is that of their times instead of the format's.
 */
export async function codesInput(
  tx: Reader,
  of: { organiser: (id: Id) => string | null | undefined; event: (id: Id) => string | null | undefined },
  { eventId, zone = LONDON }: { eventId?: number; zone?: string } = {},
): Promise<CodeInput[]> {
  const rows = await tx
    .selectFrom('discount_codes')
    .selectAll()
    .$if(eventId !== undefined, (query) => query.where('event_id', '=', eventId!))
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const [organiser, event] = [of.organiser(row.organiser_id), of.event(row.event_id)]
    if (organiser === undefined || event === undefined) return []
    const until = row.valid_until
    return tidy<CodeInput>(
      {
        code: row.typed_code,
        organiser,
        event,
        percent: row.percent_bp === null ? undefined : row.percent_bp / 100,
        amount: row.amount_minor === null ? undefined : toMajor(row.amount_minor, currencyCode(row.currency)),
        currency: row.currency === null || row.currency === 'GBP' ? undefined : currencyCode(row.currency),
        valid_from: writtenMomentOrNull(row.valid_from, zone),
        valid_until: until && (writtenDay(until, zone, 'end') ?? writtenMoment(until, zone)),
        max_uses: row.max_uses,
      },
      { organiser: null, event: null, valid_from: null, valid_until: null, max_uses: null },
    )
  })
}

/** Exports the offers for which `of` finds the organiser and the event; of one organiser with `organiserId`. */
export async function offersInput(
  tx: Reader,
  of: { organiser: (id: Id) => string | null | undefined; event: (id: Id) => string | null | undefined },
  organiserId?: number,
): Promise<OfferInput[]> {
  const rows = await tx
    .selectFrom('offers')
    .selectAll()
    .$if(organiserId !== undefined, (query) => query.where('organiser_id', '=', organiserId!))
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const [organiser, event] = [of.organiser(row.organiser_id), of.event(row.event_id)]
    if (typeof organiser !== 'string' || event === undefined) return []
    return tidy<OfferInput>(
      {
        organiser,
        event,
        title: row.title,
        kind: row.kind,
        min_qty: row.min_qty,
        percent: row.percent_bp === null ? undefined : row.percent_bp / 100,
      },
      { event: null },
    )
  })
}

/**
 * Exports gift vouchers; of one organiser with `organiserId`. `issued` adds those that buyers hold, which are worth money.
 */
export async function vouchersInput(
  tx: Reader,
  organiserOf: (id: number) => string | undefined,
  { issued = false, organiserId }: { issued?: boolean; organiserId?: number } = {},
): Promise<VoucherInput[]> {
  const designs = await tx
    .selectFrom('gift_voucher_designs')
    .selectAll()
    .$if(organiserId !== undefined, (query) => query.where('organiser_id', '=', organiserId!))
    .orderBy('id')
    .execute()
  const vouchers = issued
    ? await tx
        .selectFrom('issued_vouchers')
        .selectAll()
        .where('design_id', 'in', [0, ...designs.map(({ id }) => id)])
        .where('voided_at', 'is', null)
        .orderBy('id')
        .execute()
    : []
  const vouchersOf = groupBy(vouchers, ({ design_id }) => design_id)
  return designs.flatMap(({ id, organiser_id, values_minor, ...design }) => {
    const organiser = organiserOf(organiser_id)
    if (organiser === undefined) return []
    const currency = currencyCode(design.currency)
    return tidy<VoucherInput>(
      {
        ...design,
        currency,
        organiser,
        values: values_minor.map((value) => toMajor(value, currency)),
        issued: (vouchersOf.get(id) ?? []).map(({ code, value_minor, balance_minor, expires_on, from_name, to_name }) =>
          tidy(
            {
              code,
              value: toMajor(value_minor, currency),
              balance: toMajor(balance_minor, currency),
              expires_on,
              from_name,
              to_name,
            },
            { balance: toMajor(value_minor, currency), from_name: '', to_name: '' },
          ),
        ),
      },
      { description: '', currency: 'GBP', valid_months: 24, max_qty: 20, issued: [] },
    )
  })
}

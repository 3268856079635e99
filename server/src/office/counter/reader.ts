import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { chosenIn, seatIdsIn } from '@foyer/domain/office/counter.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { cardFacts, cardProvidersThat } from '@foyer/domain/payment/providers.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { keyOf } from '../../payment/keys.ts'
import { type Payment, providerOf } from '../../payment/payment.ts'
import { type CardReaders, ProviderDown } from '../../payment/provider/provider.ts'
import { isOpen } from '../../payment/provider/status.ts'
import { settlePayment } from '../../payment/settle/settle.ts'
import { platformFeeOf } from '../../payment/start/open-payment.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { termsOf } from '../../sale/snapshot/snapshot.ts'
import { deliverTickets } from '../../tickets/delivery/deliver.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack, staffOf } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { areOwnTypes, holdAtCounter, priceAtCounter, salePath } from './sell.ts'
import { shiftToSell } from './shift.ts'

const readerPath = (ctx: OfficeContext, saleId: number): string =>
  `${OFFICE_PAGES.reader.path}?organiser_id=${grantOf(ctx).organiserId}&sale_id=${saleId}`

/** Holds the tickets like any other sale at the counter. After the commit the reader asks for a card. */
export const readerSale: OfficeHandlers['reader_sale'] = {
  async change(tx, { chosen, seats, total, reader_id, opens }, ctx) {
    const wanted = chosenIn(chosen)
    if (wanted.length === 0) return fail('counter_empty')
    const reader = await tx
      .selectFrom('card_readers')
      .select('id')
      .where('id', '=', reader_id)
      .where('organiser_id', '=', grantOf(ctx).organiserId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (reader === undefined || !(await areOwnTypes(tx, ctx, wanted))) return fail('not_found')
    const shift = await shiftToSell(tx, ctx, opens)
    if (shift === undefined) return fail('no_shift')
    const sale = await holdAtCounter(tx, ctx, shift, { wanted, seatIds: seatIdsIn(seats), how: 'reader', note: '' })
    await tx.updateTable('counter_sales').set({ reader_id }).where('sale_id', '=', sale.id).execute()
    const snapshot = await priceAtCounter(tx, sale, ctx.now)
    const { totalMinor } = snapshot.totals
    const currency = currencyCode(shift.currency)
    if (totalMinor !== total)
      throw new RolledBack(fail('counter_price_changed', { total: formatMinor(totalMinor, currency) }))
    const { provider: ownProvider, cardAccountId, platformFeeBp } = snapshot.paidInto
    const provider = cardProvider({ ownProvider })
    if (totalMinor === 0 || !cardFacts(provider).hasReaders) throw new RolledBack(fail('method_not_available'))
    await tx
      .insertInto('payments')
      .values({
        sale_id: sale.id,
        provider,
        terms: JSON.stringify(termsOf(snapshot)),
        amount_minor: totalMinor,
        currency,
        status: 'created',
        idempotency_key: keyOf('reader', sale.reference),
        account_id: cardAccountId,
        platform_fee_minor: platformFeeOf(totalMinor, platformFeeBp),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute()
    return {
      reply: { success: true, next: readerPath(ctx, sale.id) },
      log: { subject: ['sale', sale.id], after: { how: 'reader', total_minor: totalMinor, shift_id: shift.id } },
      committed: () => startReader(ctx.deps, sale.id),
    }
  },
}

type ReaderPayment = { payment: Payment; reference: string; reader: string; readers: () => Promise<CardReaders> }

async function readerPaymentOf(deps: Deps, saleId: number): Promise<ReaderPayment | null> {
  const found = await deps.db
    .selectFrom('counter_sales as own')
    .innerJoin('card_readers as reader', 'reader.id', 'own.reader_id')
    .innerJoin('sales as sale', 'sale.id', 'own.sale_id')
    .select(['reader.external_id', 'sale.reference'])
    .where('own.sale_id', '=', saleId)
    .executeTakeFirst()
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('provider', 'in', cardProvidersThat('hasReaders'))
    .executeTakeFirst()
  if (found === undefined || payment === undefined) return null
  const readers = async () => {
    const { cardReaders } = await providerOf(deps, payment)
    if (cardReaders === undefined)
      throw new Error(`payment ${payment.id} is at a card reader, but its provider has none`)
    return cardReaders
  }
  return { payment, reference: found.reference, reader: found.external_id, readers }
}

/**
 * Makes the reader wait for a card. It can be repeated at any time: a payment has one id at the provider, stored before a card can
 * be read, so that it is found again after a crash. If the provider is down, staff try again.
 */
const startReader = (deps: Deps, saleId: number): Promise<void> =>
  withReader(deps, saleId, async (current) => {
    const { payment, reader, readers } = current
    if (!isOpen(payment) || payment.called_off_at !== null) return
    const id = payment.provider_payment_id ?? (await createPayment(deps, current))
    if (id !== null) await (await readers()).start(reader, id)
  })

async function withReader(deps: Deps, saleId: number, act: (current: ReaderPayment) => Promise<void>): Promise<void> {
  try {
    const current = await readerPaymentOf(deps, saleId)
    if (current !== null) await act(current)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    deps.log.warn({ sale: saleId }, 'the provider of the card reader did not respond')
  }
}

async function createPayment({ db }: Deps, { payment, reference, readers }: ReaderPayment): Promise<string | null> {
  const id = await (await readers()).createPayment({
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    saleReference: reference,
    idempotencyKey: payment.idempotency_key,
    platformFeeMinor: payment.platform_fee_minor,
  })
  // guard: reader-payment-known-before-card
  const stored = await db
    .updateTable('payments')
    .set({ provider_payment_id: id })
    .where('id', '=', payment.id)
    .where('status', '=', 'created')
    .where('called_off_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return stored ? id : null
}

/** A card reader sale in a shift of this person. */
const ownReaderSale = (db: Pick<Db, 'selectFrom'>, ctx: OfficeContext, saleId: number) =>
  db
    .selectFrom('counter_sales as own')
    .innerJoin('counter_shifts as shift', 'shift.id', 'own.shift_id')
    .innerJoin('card_readers as reader', 'reader.id', 'own.reader_id')
    .select(['own.sale_id', 'reader.name'])
    .where('own.sale_id', '=', saleId)
    .where('shift.organiser_id', '=', grantOf(ctx).organiserId)
    .where('shift.staff_id', '=', staffOf(ctx).id)
    .executeTakeFirst()

export const officeReader: OfficeHandlers['office_reader'] = {
  async read({ sale_id }, ctx) {
    const { deps } = ctx
    const own = await ownReaderSale(deps.db, ctx, sale_id)
    const current = own && (await readerPaymentOf(deps, sale_id))
    if (!own || !current) return fail('not_found')
    const [state, reason] = await stateOf(deps, current)
    // The customer is waiting for the tickets.
    if (state === 'paid') await deliverTickets(deps, sale_id)
    return {
      form_key: formKey(ctx),
      sale_id,
      reader: own.name,
      state,
      reason,
      total: formatMinor(current.payment.amount_minor, currencyCode(current.payment.currency)),
    }
  },
}

type ReaderReply = OfficeReply<'office_reader'>

/** The payment's state decides. The reader only shows whether it is waiting for a card. */
async function stateOf(
  deps: Deps,
  { payment, reader, readers }: ReaderPayment,
): Promise<[ReaderReply['state'], string]> {
  try {
    const { outcome, status, called_off_at, provider_payment_id, failure_text } = await settlePayment(deps, payment.id)
    if (outcome !== null) return [outcome === 'fulfilled' ? 'paid' : 'returned', '']
    if (called_off_at !== null || status === 'cancelled') return ['cancelled', '']
    if (provider_payment_id === null) return ['not_started', '']
    const device = await (await readers()).read(reader)
    if (device?.waitingFor === provider_payment_id || status === 'processing') return ['waiting', '']
    return failure_text || device?.failure ? ['declined', failure_text || (device?.failure ?? '')] : ['not_started', '']
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return ['not_started', '']
  }
}

export const retryReader: OfficeHandlers['retry_reader'] = {
  async change(tx, { sale_id }, ctx) {
    if ((await ownReaderSale(tx, ctx, sale_id)) === undefined) return fail('not_found')
    return {
      reply: { success: true, next: readerPath(ctx, sale_id) },
      log: { subject: ['sale', sale_id], after: { again: true } },
      committed: () => startReader(ctx.deps, sale_id),
    }
  },
}

/** Releases the tickets at once. If a card was read at that moment, its payment is settled like any late payment. */
export const cancelReader: OfficeHandlers['cancel_reader'] = {
  async change(tx, { sale_id }, ctx) {
    if ((await ownReaderSale(tx, ctx, sale_id)) === undefined) return fail('not_found')
    const sale = await lockSale(tx, sale_id)
    const isPaid = sale.paid_at !== null
    if (!isPaid && sale.held_until !== null) await releaseHold(tx, sale, 'cancelled', ctx.now)
    return {
      reply: { success: true, next: isPaid ? salePath(ctx, sale_id) : readerPath(ctx, sale_id) },
      log: { subject: ['sale', sale_id], after: { cancelled: !isPaid } },
      committed: () => stopReader(ctx.deps, sale_id),
    }
  },
}

const stopReader = (deps: Deps, saleId: number): Promise<void> =>
  withReader(deps, saleId, async ({ payment, reader, readers: openReaders }) => {
    const readers = await openReaders()
    const { waitingFor } = (await readers.read(reader)) ?? {}
    if (waitingFor && waitingFor === payment.provider_payment_id) await readers.stop(reader)
    await settlePayment(deps, payment.id)
  })

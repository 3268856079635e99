import { language } from '@foyer/domain/format/language.ts'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { withLanguage } from '../../language.ts'
import { refundMail } from '../../mail/templates/refund.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { startPayment } from '../../testing/fixtures/begin-payment.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { endCancelledHold } from '../cancel/holds.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { returnedText } from '../start/returned.ts'
import { settlePayment } from './settle.ts'

describeOnPostgres('messages stored for a buyer, whatever request causes them', () => {
  const opened = useTestDatabase('postgres')

  async function createFrenchSale(state: 'payment' | 'awaiting_truelayer' = 'payment') {
    const vendor = scriptedProvider('stripe')
    const provider: PaymentProvider = {
      ...vendor.provider,
      read: async (id) => {
        const reported = await vendor.provider.read(id)
        return { ...reported, failure: reported.failure && { ...reported.failure, text: `in ${language()}` } }
      },
    }
    const deps = testDeps(opened(), { providers: { stripe: provider } })
    const sale = await saleAt(deps, 'payment')
    await deps.db.updateTable('sales').set({ language: 'fr', state }).where('id', '=', sale.saleId).execute()
    return { deps, sale, vendor }
  }

  it('use the sale’s language: why a payment failed', async () => {
    const { deps, sale, vendor } = await createFrenchSale()
    const started = await startPayment(sale)
    if (!started.ok) throw new Error(started.code)
    const { id, amount_minor: amountMinor, currency } = started.payment
    await deps.db.updateTable('payments').set({ provider_payment_id: 'p' }).where('id', '=', id).execute()
    const failure = { code: 'no', text: '' }
    vendor.report('p', { status: 'failed', amountMinor, currency, saleReference: sale.reference, failure })
    expect(await settlePayment(deps, id)).toMatchObject({ status: 'failed', failure_text: 'in fr' })
    expect(language()).toBe('en')
  })

  it('use the sale’s language: a hold that expired while the bank refused', async () => {
    const { deps, sale } = await createFrenchSale('awaiting_truelayer')
    await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, sale.saleId), 'expired', deps.clock.now()))
    expect((await sale.read()).reserving_error).toMatch(/^Votre paiement a échoué/)
  })

  it('use the sale’s language: a cancelled event', async () => {
    const { deps, sale } = await createFrenchSale()
    await deps.db.updateTable('events').set({ status: 'cancelled' }).execute()
    await inTx(deps.db, async (tx) => endCancelledHold(tx, await lockSale(tx, sale.saleId), deps.clock.now()))
    expect((await sale.read()).reserving_error).toMatch(/est annulé\s: vos billets ne sont plus réservés/)
  })

  it('are recognised in another language: the maximum per customer', () => {
    const stored = 'Vous avez déjà le nombre maximal de ces billets\u00a0: nous vous remboursons.'
    expect(returnedText({ reserving_error: stored })).toMatch(/^You already have the maximum/)
    expect(withLanguage('fr', () => returnedText({ reserving_error: stored }))).toBe(stored)
    expect(returnedText({ reserving_error: 'something else' })).toMatch(/^We received your payment/)
  })

  it('use the reader’s language: a refund, for every reason', () => {
    for (const reason of ['late', 'cancelled', 'code', 'twice', 'limit', 'change', 'plain'] as const) {
      const mail = () => refundMail({ reason, amount: '16,40 £', number: 'AB12CD34', orderUrl: 'https://shop.example' })
      expect(withLanguage('fr', mail).preview, reason).toMatch(/rembours/)
      expect(mail().preview, reason).toMatch(/refunded/)
    }
  })
})

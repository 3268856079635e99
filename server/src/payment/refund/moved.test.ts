import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { movedDateMail } from '../../mail/templates/moved-date.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { mailMovedDates } from '../../tickets/moved/mail.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { movedPage, refundMoved } from './moved.ts'

describeOnBoth('tickets of a moved date', (kind) => {
  const opened = useTestDatabase(kind)

  it('can be returned by their buyer only, once, until the date the organiser set', async () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db, clock } = deps
    const { ticketId, dateId } = await createEvent(db)
    const buy = async () => {
      const sale = await saleAt(deps, 'payment', { ticketId, qty: 2 })
      expect(await (await beginPayment(deps, vendor, sale)).pay()).toMatchObject({ outcome: 'fulfilled' })
      clock.advance(30)
      await runDueJobs(deps, WORKERS, 500)
      return sale
    }
    const [sale, other, late] = [await buy(), await buy(), await buy()]
    const returnTickets = (of: typeof sale, by = of) => refundMoved({ reference: of.reference }, by.ctx())
    expect(await returnTickets(sale), 'not offered').toMatchObject({ code: 'no_moved_tickets' })
    expect(await movedPage(deps, sale.ctx().session, sale.reference)).toBeNull()

    const day = (n: number) => new Date(clock.now().getTime() + n * 86_400_000)
    await db
      .updateTable('event_dates')
      .set({ starts_at: day(60), refund_until: day(10), tell_move: 1 })
      .where('id', '=', dateId)
      .execute()
    await mailMovedDates(deps)
    const mails = await db
      .selectFrom('mails')
      .select('body_text')
      .where('kind', '=', 'date_moved')
      .where('recipient', '=', sale.email)
      .execute()
    expect(mails).toMatchObject([{ body_text: expect.stringContaining(`/orders/${sale.reference}/moved/`) }])
    expect(await movedPage(deps, sale.ctx().session, sale.reference)).toMatchObject({
      amount: '£22.00',
      tickets: [{ n: 2 }],
    })
    expect(await movedPage(deps, other.ctx().session, sale.reference), 'for nobody else').toBeNull()
    expect(await returnTickets(sale, other)).toMatchObject({ code: 'unknown_sale' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => returnTickets(sale)))
    expect(answers.filter((answer) => 'amount' in answer)).toEqual([{ amount: '£22.00', less_to_pay: '£0.00' }])
    await runDueJobs(deps, WORKERS, 500)
    expect((await sale.refunds()).map(({ status, amount_minor }) => [status, amount_minor])).toEqual([
      ['succeeded', 2200],
    ])
    expect(await stockOf(db, ticketId)).toEqual({ held: 0, sold: 4 })

    await db
      .updateTable('tickets')
      .set({ admitted_at: clock.now() })
      .where('sale_id', '=', other.saleId)
      .where('instance', '=', 0)
      .execute()
    expect(await movedPage(deps, other.ctx().session, other.reference), 'a used one stays').toMatchObject({
      amount: '£11.00',
    })
    await db
      .updateTable('tickets')
      .set({ holder_email: 'friend@example.org' })
      .where('sale_id', '=', other.saleId)
      .where('instance', '=', 1)
      .execute()
    expect(await returnTickets(other), 'and one that is a friend’s').toMatchObject({ code: 'no_moved_tickets' })
    clock.advance(11 * 86_400)
    expect(await returnTickets(late), 'too late').toMatchObject({ code: 'no_moved_tickets' })
    expect(await late.refunds()).toEqual([])
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('are announced without the offer if there is none', () => {
    const facts = {
      event: 'Gala',
      was: null,
      now: 'Fri',
      areIssued: true,
      latePlan: null,
      organiser: 'House',
      words: '',
      walletUrl: 'http://shop.test',
    }
    expect(movedDateMail({ ...facts, refund: null }).blocks.filter(({ kind }) => kind === 'link')).toEqual([])
  })
})

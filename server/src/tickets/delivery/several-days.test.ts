import { expect, it } from 'vitest'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { ticketAttachments } from '../paper/attachments.ts'
import { deliverWallet } from './deliver.ts'

describeOnPostgres('an event of several days', () => {
  const database = useTestDatabase('postgres')

  it.each([
    ['whole days', true, 'Fri 2 Oct 2026 to Sun 4 Oct 2026'],
    ['times of day', false, 'Fri 2 Oct 2026, 7:00pm to Sun 4 Oct 2026, 4:00pm'],
  ])('[40.12] [40.13] shows its last day and weekday in the email and on the ticket: %s', async (_, all_day, words) => {
    const deps = testDeps(database())
    const { saleId, email } = await createPaidSale(deps, { standing: 1 })
    await deps.db
      .updateTable('event_dates')
      .set({ all_day, ends_at: new Date('2026-10-04T15:00:00Z') })
      .execute()
    expect(await deliverWallet(deps, saleId)).toMatchObject({ ok: true })
    const mail = await deps.db.selectFrom('mails').selectAll().where('sale_id', '=', saleId).executeTakeFirstOrThrow()
    const pdf = (await ticketAttachments.draw(deps, [{ kind: 'tickets_pdf', sale_id: saleId }], email))[0]!.content
    expect(mail.body_text).toContain(words)
    // It may take two lines.
    expect(pdfText(pdf).replace(/\s+/g, ' ')).toContain(words)
  })
})

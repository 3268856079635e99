import { expect, it } from 'vitest'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { ticketAttachments } from '../paper/attachments.ts'
import { deliverWallet } from './deliver.ts'

describeOnPostgres('the language of a delivery', () => {
  const database = useTestDatabase('postgres')

  async function delivered(language: string) {
    const deps = testDeps(database())
    const { saleId, email } = await createPaidSale(deps, { standing: 2, seated: 1 })
    await deps.db.updateTable('sales').set({ language }).where('id', '=', saleId).execute()
    expect(await deliverWallet(deps, saleId)).toMatchObject({ ok: true })
    const mail = await deps.db.selectFrom('mails').selectAll().where('sale_id', '=', saleId).executeTakeFirstOrThrow()
    const draw = async (kind: string) =>
      (await ticketAttachments.draw(deps, [{ kind, sale_id: saleId }], email))[0]!.content
    return { mail, pdf: pdfText(await draw('tickets_pdf')) }
  }

  it('is the sale’s in email and PDF, whatever others read at the same time', async () => {
    const [french, english, unknown] = await Promise.all([delivered('fr'), delivered('en'), delivered('xx')])
    expect(french.mail.subject).toBe('Vos billets pour « Autumn Gala Concert »')
    expect(french.mail.body_text).toContain('ven. 2 oct. 2026, 19 h')
    expect(french.mail.body_text).not.toMatch(/\b(your|tickets for|Fri|the|and)\b/i)
    expect(french.mail.body_html).toContain('<html lang="fr">')
    expect(french.pdf).toContain('ven. 2 oct. 2026, 19 h')
    expect(french.pdf).not.toMatch(/\b(Fri|Ticket \d|Show|door)\b/)
    for (const { mail, pdf } of [english, unknown]) {
      expect(mail.subject).toBe('Your tickets for Autumn Gala Concert')
      expect(mail.body_text).toContain('Fri 2 Oct 2026, 7:00pm')
      expect(mail.body_html).toContain('<html lang="en">')
      expect(pdf).toContain('Fri 2 Oct 2026, 7:00pm')
    }
  })
})

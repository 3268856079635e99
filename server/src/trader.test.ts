import { expect, it } from 'vitest'
import { catalogueCache } from './catalogue/cache.ts'
import { eventPage } from './catalogue/read/event-page.ts'
import { organiserPage } from './catalogue/read/lists.ts'
import { inTx } from './db/transaction/tx.ts'
import { withLanguage } from './language.ts'
import { senderOf } from './mail/about.ts'
import { compose } from './mail/compose.ts'
import { createEvent } from './testing/fixtures/catalogue.ts'
import { saleAt } from './testing/fixtures/sale.ts'
import { useShop } from './testing/shop.ts'

const shop = useShop('embedded')

const MILL = {
  legal_kind: 'charity',
  legal_name: 'Old Mill Trust Ltd',
  legal_address: '1 Weir Lane,\nWexcombe',
  legal_country: 'United Kingdom',
  legal_register: 'Companies House',
  legal_number: '01234567',
  legal_part: 'england_wales',
  legal_charity_number: '7654321',
  tax_number: 'GB 123',
  legal_phone: '01632 960000',
  contact_email: 'box@mill.example',
  legal_mediator: '',
} as const

const ENGLISH =
  'Sold by Old Mill Trust Ltd · 1 Weir Lane, Wexcombe, United Kingdom · Companies House 01234567 (England and Wales) · Charity number 7654321 · VAT number GB 123 · 01632 960000 · box@mill.example'
const FRENCH = /^Vendu par Old Mill Trust Ltd · .*\(Angleterre et pays de Galles\) · .*Numéro de TVA GB 123 · /

/** What the pages of an event and of its organiser, and an email about its order, say in a language. */
async function toldIn(language: 'en' | 'fr', organiser: object) {
  const { db, clock, config } = shop().deps
  const now = clock.now()
  const event = await createEvent(db, { organiser, startsAt: new Date(now.getTime() + 864e5 * 20) })
  const { saleId } = await saleAt(shop().deps, 'payment', { ticketId: event.ticketId })
  const { slug } = await db
    .selectFrom('organisers')
    .select('slug')
    .where('id', '=', event.organiserId)
    .executeTakeFirstOrThrow()
  return withLanguage(language, async () => {
    const mail = compose(
      { subject: 'x', heading: 'x', preview: '', blocks: [] },
      await inTx(db, (tx) => senderOf(tx, config, { saleId })),
    )
    return {
      checkout: await catalogueCache(db).soldBy(now, event.organiserId),
      event: (await eventPage(db, event.slug, now))!.event.sold_by,
      organiser: (await organiserPage(db, slug, now))!.sold_by,
      text: mail.text.split('\n').find((line) => /Mill/.test(line)),
      html: mail.html,
    }
  })
}

it('who sells is on the pages of an event and its organiser and in emails about orders, in English and French', async () => {
  const english = await toldIn('en', MILL)
  expect(english).toMatchObject({ checkout: ENGLISH, event: ENGLISH, organiser: ENGLISH, text: ENGLISH })
  expect(english.html).toContain('Sold by Old Mill Trust Ltd')
  const french = await toldIn('fr', MILL)
  for (const told of [french.event, french.organiser, french.text]) expect(told).toMatch(FRENCH)
})

it('nothing is said of an organiser without a legal name, and the address on receipts stands for one that is missing', async () => {
  const none = await toldIn('en', { ...MILL, legal_name: '' })
  expect([none.event, none.organiser, none.text]).toEqual([undefined, undefined, undefined])
  const { event } = await toldIn('en', { ...MILL, legal_address: '', tax_address: '2 Mill Road' })
  expect(event).toContain('2 Mill Road')
})

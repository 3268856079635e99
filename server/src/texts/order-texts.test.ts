import { eventPath, orderPath, organiserPath, PAGES, textPath } from '@foyer/contract/pages.ts'
import type { TextKind } from '@foyer/domain/people/texts.ts'
import { beforeAll, expect, it } from 'vitest'
import { claimFreeTickets } from '../payment/start/free.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createBuyerWithHold } from '../testing/fixtures/buyers.ts'
import { type SaleAt, saleAt } from '../testing/fixtures/sale.ts'
import { type PageShop, withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'
import { deliverWallet } from '../tickets/delivery/deliver.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'

const FREE = { tickets: [{ price_minor: 0, booking_fee_minor: 0 }] }

describeOnBoth('the texts of an order', (kind) => {
  const shop = useShop(kind)
  let pages: PageShop
  beforeAll(async () => {
    pages = await withPages(shop())
  })

  /** Saves the next version, which applies from now on. */
  async function text(
    owner: number | null,
    html: string,
    { kind: which = 'terms' as TextKind, language = 'en' }: { kind?: TextKind; language?: string } = {},
  ) {
    shop().clock.advance(5)
    const { count } = await shop()
      .db.selectFrom('texts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organiser_id', owner === null ? 'is' : '=', owner)
      .where('kind', '=', which)
      .where('language', '=', language)
      .executeTakeFirstOrThrow()
    const { id } = await shop()
      .db.insertInto('texts')
      .values({
        organiser_id: owner,
        kind: which,
        language,
        version: Number(count) + 1,
        html,
        valid_from: shop().clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    shop().clock.advance(5)
    return id
  }

  /** Claims the free tickets of a held sale, and delivers them. */
  async function order(sale: SaleAt): Promise<void> {
    expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    expect(await deliverWallet(shop().deps, sale.saleId)).toMatchObject({ ok: true })
  }

  async function textsOf({ cookie, reference }: SaleAt) {
    const browser = pages.browser()
    browser.use(cookie.split('=')[1]!)
    return (await pages.data(browser, 'order', orderPath(reference)))!.texts
  }

  it('are those that were valid when it was reserved: a later edit changes no order', async () => {
    const early = await saleAt(shop().deps, 'payment', FREE)
    const { organiserId } = early.event!
    const organisers = await text(organiserId, '<p>Too late for this one</p>')
    await order(early)
    expect(await textsOf(early)).toBeUndefined()

    const shops = await text(null, '<p id="s4.10">4.10 First</p>')
    const privacy = await text(null, '<p>Privacy</p>', { kind: 'privacy' })
    await text(null, '<p>Ended</p>', { kind: 'refunds' })
    await text(null, '', { kind: 'refunds' })
    await text(null, '<p>En français</p>', { language: 'fr' })
    const next = await saleAt(shop().deps, 'payment', { ...FREE, organiser_id: organiserId })
    shop().clock.advance(5)
    await text(null, '<p id="s4.10">4.10 Second</p>')
    await text(organiserId, '<p>Second of theirs</p>')
    await order(next)
    await text(null, '<p id="s4.10">4.10 Third</p>')
    expect(await textsOf(next)).toEqual([
      { title: 'Privacy', url: textPath(privacy) },
      { title: 'Terms and conditions', url: textPath(shops) },
      { title: expect.stringMatching(/^Terms of /), url: textPath(organisers) },
    ])
    const shown = await pages.data(pages.browser(), 'terms', textPath(shops))
    expect(shown).toMatchObject({ html: '<p id="s4.10">4.10 First</p>', title: 'Terms and conditions', lang: 'en' })

    const mail = await shop()
      .db.selectFrom('mails')
      .select('attachments')
      .where('recipient', '=', next.email)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()
    const kinds = (mail.attachments as { kind: string }[]).map((file) => file.kind)
    expect(kinds).toEqual([
      'tickets_pdf',
      'calendar',
      `text:privacy:${privacy}`,
      `text:terms:${shops}`,
      `text:terms:${organisers}`,
    ])
    const drawn = await ticketAttachments.draw(
      shop().deps,
      kinds.map((name) => ({ kind: name, sale_id: next.saleId })),
      next.email,
    )
    expect(drawn[3]).toMatchObject({ filename: `terms-${shops}.html`, contentType: 'text/html; charset=utf-8' })
    expect(String(drawn[3]!.content)).toMatch(/<h1>Terms and conditions<\/h1>\n<p>Version 1, from [^<]+<\/p>\n<p id/)
  })

  it('of an organiser are linked on its page, at its events, in the basket and at the payment, in the reader’s language', async () => {
    const { organiserId, eventId, browser } = await createBuyerWithHold(shop(), FREE)
    const { name, slug } = await shop()
      .db.selectFrom('organisers')
      .select(['name', 'slug'])
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const event = await shop()
      .db.selectFrom('events')
      .select('slug')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const linked = async (language: string) => {
      shop().clock.advance(5)
      const visitor = pages.browser()
      const onEvent = (await pages.data(visitor, 'event', `${eventPath(event.slug)}?lang=${language}`))!
      const onOwn = (await pages.data(visitor, 'organiser', `${organiserPath(slug)}?lang=${language}`))!
      return [onEvent.event.organiser_about_html, onOwn.about_html]
    }
    const inBasket = async () => {
      shop().clock.advance(5)
      return (await browser.checkout()).organisers.map(({ terms_url }) => terms_url)
    }
    const before = await linked('en')
    expect(before.join('')).not.toContain('?text=')
    expect(await inBasket()).toEqual([undefined])

    const french = await text(organiserId, '<p>Droit français</p>', { language: 'fr' })
    const link = (id: number, words: string) => `<p><a href="${textPath(id)}">${words} ${name}</a></p>`
    expect(await linked('fr')).toEqual(before.map((html) => html + link(french, 'Conditions de')))
    // Better in another language than none.
    expect(await linked('en')).toEqual(before.map((html) => html + link(french, 'Terms of')))
    expect(await inBasket()).toEqual([textPath(french)])
    const english = await text(organiserId, '<p>French law</p>')
    expect(await linked('en')).toEqual(before.map((html) => html + link(english, 'Terms of')))
    expect(await inBasket()).toEqual([textPath(english)])
    await text(organiserId, '')
    expect(await inBasket()).toEqual([textPath(french)])
    const shown = await pages.data(pages.browser(), 'terms', textPath(french))
    expect(shown).toMatchObject({ title: `Conditions de ${name}`, lang: 'fr' })
  })

  it('that were never saved, or are empty, have no page', async () => {
    const ended = await text(null, '', { kind: 'refunds' })
    for (const id of [ended, 999_999, 'x', '1'.repeat(30)])
      expect((await pages.browser().get(`${PAGES.terms}?text=${id}`)).statusCode).toBe(404)
  })
})

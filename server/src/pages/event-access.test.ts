import { beforeAll, expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type PageShop, plainDocuments, withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('the page of an event with access codes', (kind) => {
  const shop = useShop(kind)
  let pages: PageShop
  let slug = ''
  let url = ''
  beforeAll(async () => {
    pages = await withPages(shop())
    const event = await createEvent(shop().db, {
      tickets: [{ name: 'Secret seats', visibility: 'code' }, { name: 'Adult' }, { name: 'Crew', visibility: 'staff' }],
    })
    slug = event.slug
    url = `/events/${slug}/`
    const { id } = await shop()
      .db.insertInto('access_codes')
      .values({ event_id: event.eventId, code: 'MEMBERS-7K2M' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop()
      .db.insertInto('access_code_types')
      .values(event.ticketIds.map((ticket_type_id) => ({ access_code_id: id, ticket_type_id })))
      .execute()
  })

  it('says that there are codes, and shows nothing they reveal', async () => {
    const { body, headers } = await pages.browser().get(url)
    expect(body).toContain('has_access_codes')
    expect(body).not.toContain('Secret seats')
    expect(headers['cache-control']).toBe('no-cache')
    const call = await shop().browser().get(`/ajax/catalogue/events/${slug}/?code=MEMBERS-7K2M`)
    expect(call.body).not.toContain('Secret seats')
    const found = await pages.browser().get('/all-events/?q=Secret')
    expect(found.body).not.toContain(slug)
  })

  it('reveals types for this visit only, uncached and unindexed', async () => {
    const browser = pages.browser()
    const { body, headers } = await browser.get(`${url}?code=members-7k2m`)
    expect(body).toContain('Secret seats')
    expect(body).not.toContain('Crew')
    expect(headers['cache-control']).toBe('private, no-store')
    const { head } = JSON.parse(body)
    expect(head).toMatchObject({ noindex: true, canonical: url })
    expect(JSON.stringify(head.jsonLd)).not.toContain('Secret seats')
    expect((await browser.get(url)).body).not.toContain('Secret seats')
    expect((await pages.browser().get(url)).body).not.toContain('Secret seats')
  })

  it('reports a wrong code without storing or repeating it', async () => {
    const { body, headers, statusCode } = await pages.browser().get(`${url}?code=NOT-THIS-ONE`)
    expect(statusCode).toBe(200)
    expect(body).toContain('"state":"wrong"')
    expect(body).not.toContain('NOT-THIS-ONE')
    expect(body).not.toContain('Secret seats')
    expect(headers['cache-control']).toBe('private, no-store')
  })

  it('is rendered once for all wrong codes, and once for all beyond the limit', async () => {
    let rendered = 0
    const documents = plainDocuments()
    const counted = await withPages(shop(), {
      ...documents,
      of: (...page) => {
        rendered++
        return documents.of(...page)
      },
    })
    const bodies = new Set<string>()
    shop().clock.advance(600)
    for (let n = 0; n < 130; n++) bodies.add((await counted.browser().get(`${url}?code=WRONG-${n}`)).body)
    expect([...bodies].map((body) => JSON.parse(body).data.access.state)).toEqual(['wrong', 'too_many'])
    expect(rendered).toBe(2)
    // The public page has a copy of its own.
    expect((await counted.browser().get(url)).body).not.toContain('"state":"wrong"')
    shop().clock.advance(600)
    expect((await counted.browser().get(`${url}?code=MEMBERS-7K2M`)).body).toContain('Secret seats')
  })

  it('does not allow guessing: above a network’s limit even the correct code is refused', async () => {
    const browser = pages.browser()
    for (let n = 0; n < 100; n++) await browser.get(`${url}?code=GUESS-${n}`)
    const { body } = await browser.get(`${url}?code=MEMBERS-7K2M`)
    expect(body).toContain('"state":"too_many"')
    expect(body).not.toContain('Secret seats')
    shop().clock.advance(600)
    expect((await browser.get(`${url}?code=MEMBERS-7K2M`)).body).toContain('Secret seats')
  })
})

import { eventPreviewPath } from '@foyer/contract/office/pages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { putInBasket } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments, withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { accentSource } from './accent.ts'

describeOnBoth('an organiser’s colour', (kind) => {
  const shop = useShop(kind)
  const createEventIn = async (accent: string | null) => {
    const event = await createEvent(shop().db)
    await shop().db.updateTable('organisers').set({ accent }).where('id', '=', event.organiserId).execute()
    return event
  }

  it('applies to a basket with only their tickets', async () => {
    const pages = await withPages(shop())
    const [green, other] = [await createEventIn('#1d6b4f'), await createEventIn('#5b2a86')]
    const browser = shop().browser()
    const accent = async () => {
      const { body, headers } = await pages.browser(browser).get(PAGES.checkout)
      const accent: string | null = JSON.parse(body).head.accent ?? null
      if (accent !== null) expect(headers['content-security-policy']).toContain(accentSource({ colour: accent }))
      return accent
    }
    expect(await accent()).toBeNull()
    await putInBasket(browser, green.ticketId)
    expect(await accent()).toBe('#1d6b4f')
    await putInBasket(browser, other.ticketId)
    expect(await accent()).toBeNull()
  })

  it('applies to the office’s preview of an event', async () => {
    const { organiserId, eventId } = await createEventIn('#1d6b4f')
    const app = await buildApp({ ...shop().deps, metrics: makeMetrics() }, plainDocuments())
    const { id, email } = await createStaff(shop(), organiserId, 'reader')
    const staff = await inSession({ ...shop(), app }, { staffId: id, email })
    const shown = await staff.get(eventPreviewPath(organiserId, eventId))
    expect(JSON.parse(shown.body).head.accent).toBe('#1d6b4f')
    expect(shown.headers['content-security-policy']).toContain(accentSource({ colour: '#1d6b4f' }))
    await app.close()
  })
})

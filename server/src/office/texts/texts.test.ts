import { PAGES, type PageName } from '@foyer/contract/pages.ts'
import { BUILT_IN } from '@foyer/contract/texts/built-in.ts'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type PageShop, withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession, logOf, type OfficeBrowser } from '../testing/office.ts'

const LYON = {
  legal_kind: 'association' as const,
  legal_name: 'Théâtre des Pentes & Cie',
  legal_address: '3 montée de la Grande-Côte,\n69001 Lyon',
  legal_country: 'France',
  contact_email: 'bonjour@pentes.example',
}
const NO_TEXT = 'Ni texte, ni lieu'

describeOnBoth('own texts', (kind) => {
  const shop = useShop(kind)
  let pages: PageShop
  let operator: OfficeBrowser
  let operatorId: number
  let organiserId: number
  let owner: OfficeBrowser

  beforeAll(async () => {
    pages = await withPages(shop())
    ;({ organiserId } = await createEvent(shop().db))
    await shop().db.updateTable('organisers').set(LYON).where('id', '=', organiserId).execute()
    const staff = await createStaff(shop(), organiserId, 'owner')
    owner = await inSession(shop(), { staffId: staff.id, email: staff.email })
    const elsewhere = await createStaff(shop(), (await createEvent(shop().db)).organiserId, 'owner')
    operatorId = elsewhere.id
    await shop().db.updateTable('staff').set({ is_operator: true }).where('id', '=', elsewhere.id).execute()
    operator = await inSession(shop(), { staffId: elsewhere.id, email: elsewhere.email })
  })

  /** What a page shows, after what it had is too old. */
  const shownAt = (page: 'terms' | 'privacy' | 'refund_policy', language: string) => {
    shop().clock.advance(2)
    return pages.data(pages.browser(), page as PageName, `${PAGES[page]}?lang=${language}`) as Promise<{
      html: string
    } | null>
  }
  const saveShop = (body: object) => operator.call('save_shop_text', body)
  const ofShop = async (body: object) => (await operator.call('office_shop_texts', body)).body as Record<string, never>

  it('take the place of the built-in ones on their pages, in their own language alone', async () => {
    expect(await shownAt('terms', 'en')).toBeNull()
    const html = '<h2>1. Us</h2><p>1.1 We sell. <script>alert(1)</script></p><p>4.10 Own protection</p>'
    expect((await saveShop({ language: 'en', html })).status).toBe(200)
    expect(await shownAt('terms', 'en')).toEqual({
      html: '<h3>1. Us</h3><p id="s1.1">1.1 We sell. </p><p id="s4.10">4.10 Own protection</p>',
    })
    expect(await shownAt('terms', 'fr')).toBeNull()
    expect(await shownAt('privacy', 'en')).toBeNull()
    expect(await shownAt('refund_policy', 'en')).toBeNull()
    const [said] = (await logOf(shop(), operatorId)).filter(({ action }) => action === 'save_shop_text')
    expect(said).toMatchObject({ after: { text: 'Terms', language: 'English', version: 1 } })
  })

  it('of the shop’s terms always have the clause 4.10, which the basket cites', async () => {
    expect((await saveShop({ language: 'fr', html: `<p>1. ${NO_TEXT}</p>` })).status).toBe(200)
    const { html } = (await shownAt('terms', 'fr'))!
    expect(html).toMatch(new RegExp(`^<p>1. ${NO_TEXT}</p>\\n<p id="s4.10">4.10 La garantie remboursement`))
    // A privacy text has none, nor need it.
    await saveShop({ kind: 'privacy', language: 'fr', html: `<p>${NO_TEXT}</p>` })
    expect(await shownAt('privacy', 'fr')).toEqual({ html: `<p>${NO_TEXT}</p>` })
  })

  it('keep every version with its date, and an empty one ends them', async () => {
    const text = { kind: 'refunds', language: 'en' }
    await saveShop({ ...text, base: 0, html: '<p>First</p>' })
    shop().clock.advance(60)
    expect((await saveShop({ ...text, base: 0, html: '<p>Late</p>' })).body.code).toBe('text_changed_meanwhile')
    await saveShop({ ...text, base: 1, html: 'Second,\nas plain text' })
    expect(await shownAt('refund_policy', 'en')).toEqual({ html: '<p>Second,<br />as plain text</p>' })
    const data = await ofShop({ ...text, version: 1 })
    expect(data).toMatchObject({ version: 2, shown: { version: 1, html: '<p>First</p>' }, is_template: false })
    expect((await operator.call('office_shop_texts', { ...text, version: 3 })).status).toBe(404)
    await saveShop({ ...text, base: 2, html: ' ' })
    expect(await shownAt('refund_policy', 'en')).toBeNull()
    expect((await ofShop(text)).versions).toMatchObject([
      { version: 3, is_empty: true },
      { version: 2, is_empty: false },
      { version: 1, is_empty: false },
    ])
    await expect(shop().db.updateTable('texts').set({ html: 'other' }).execute()).rejects.toThrow('never changes')
  })

  it('begin with a template in their language, with the law and the details of a house in Lyon', async () => {
    const about = { organiser_id: organiserId, language: 'fr' }
    const { body } = await owner.call('office_texts', about)
    expect(body).toMatchObject({ is_template: true, version: 0, may_change: true, kinds: ['terms'] })
    const html = String(body.html)
    expect(html).toContain(
      'vendus par Théâtre des Pentes &amp; Cie, 3 montée de la Grande-Côte, 69001 Lyon, bonjour@pentes.example.',
    )
    expect(html).toContain('Droit applicable à ces conditions : France. Tribunaux compétents : [court] ;')
    const refused = await owner.call('save_text', { ...about, html })
    expect(refused.body).toMatchObject({
      code: 'text_place_empty',
      error: 'Fill in what is still in brackets: [court]',
    })
    const saved = await owner.call('save_text', { ...about, html: html.replace('[court]', 'Lyon') })
    expect(saved.status).toBe(200)
    const after = (await owner.call('office_texts', about)).body
    expect(after).toMatchObject({ is_template: false, version: 1 })
    expect(String(after.html)).toContain('Tribunaux compétents : Lyon ;')
    expect(String(after.html)).not.toContain('England')
    expect((await owner.call('office_texts', { ...about, language: 'en' })).body).toMatchObject({ version: 0 })
  })

  it.each(['terms', 'refunds', 'privacy'] as const)(
    'the template of the shop’s %s has every clause of the built-in text',
    async (wanted) => {
      for (const language of ['en', 'fr'] as const) {
        const { SECTIONS } = BUILT_IN[language][wanted]
        const html = String((await ofShop({ kind: wanted, language: language === 'en' ? 'en' : 'fr' })).html)
        if (!(await ofShop({ kind: wanted, language })).is_template) continue
        for (const [index, { clauses }] of SECTIONS.entries())
          for (const n of clauses.keys()) expect(html).toContain(`<p>${index + 1}.${n + 1} `)
        expect(html).toContain('Foyer Demonstration Ltd')
        expect(html).not.toMatch(/\[[a-z]/)
      }
    },
  )

  it('are changed by owners of the organiser and the operator of the shop alone', async () => {
    const manager = await createStaff(shop(), organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: manager.id, email: manager.email })
    const about = { organiser_id: organiserId }
    expect((await browser.call('office_texts', about)).body).toMatchObject({ may_change: false })
    expect((await browser.call('save_text', { ...about, html: '<p>x</p>' })).body.code).toBe('may_not')
    expect((await owner.call('save_shop_text', { html: '<p>x</p>' })).body.code).toBe('may_not')
    expect((await operator.call('save_text', { ...about, html: '<p>x</p>' })).body.code).toBe('not_found')
  })
})

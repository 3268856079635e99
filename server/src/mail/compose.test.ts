import { mails } from '@foyer/contract/messages.ts'
import { contrast, shadesOf } from '@foyer/domain/brand/accent.ts'
import { describe, expect, it } from 'vitest'
import type { MailText, Sender } from './blocks.ts'
import { compose } from './compose.ts'
import { Html, html } from './html.ts'
import { codeMail } from './templates/code.ts'
import { mailingListMail } from './templates/mailing-list.ts'
import { movedDateMail } from './templates/moved-date.ts'
import { planMail } from './templates/plan.ts'
import { refundMail } from './templates/refund.ts'
import { transferMail } from './templates/transfer.ts'
import { walletMail } from './templates/wallet.ts'
import { DARK, LIGHT } from './theme.ts'

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)> & 'quotes'\r\nBcc: eve@example.org`

const SHOP = { name: 'Foyer', email: null }
const FROM = { shop: SHOP, publicUrl: 'https://shop.example' }
const seat = (number: number) => ({ label: `A${number}`, section: 'Stalls', row: 'A', number })

const MAILS = {
  code: codeMail({ code: '402913', isLong: false, shop: SHOP.name }),
  wallet: walletMail({
    number: 'FY-2345-CDFG',
    total: '£66.40',
    walletUrl: 'https://shop.example/account/wallet/',
    withdrawUrl: 'https://shop.example/withdraw/',
    events: [
      {
        title: EVIL,
        niceDate: 'Fri 2 Oct 2026, 7:00pm',
        doors: '6:30pm',
        place: EVIL,
        picture: null,
        tickets: [{ name: EVIL, qty: 2, seats: [seat(1), seat(2)] }],
      },
    ],
    vouchers: [{ name: EVIL, value: '£20.00', code: 'GV-1', expires: 'Thu 1 Jun 2028', from: EVIL, to: EVIL }],
  }),
  plan: planMail({
    number: 'FY-2345-CDFG',
    payments: [{ amount: '£7.50', due: 'Wed 1 Jul 2026', paid: false }],
    orderUrl: 'https://shop.example/orders/ref-1/',
  }),
  refund: refundMail({
    reason: 'late',
    amount: '£66.40',
    number: 'FY-2345-CDFG',
    orderUrl: 'https://shop.example/orders/ref-1/',
  }),
  transfer: transferMail({
    from: EVIL,
    isGift: true,
    message: EVIL,
    title: EVIL,
    niceDate: 'Fri 2 Oct 2026, 7:00pm',
    place: EVIL,
    picture: null,
    tickets: [{ name: EVIL, qty: 1 }],
    claimUrl: 'https://shop.example/claim/token/?a=1&b=2',
  }),
  mailing: mailingListMail({ confirmUrl: 'https://shop.example/mailing-list?confirm=abc' }),
}

describe('html', () => {
  it('escapes what is inserted, but not its own output', () => {
    expect(html`<p title="${'"\'<>&'}">${html`<b>${'<i>'}</b>`}${[html`1`, html`2`]}${null}${3}</p>`).toEqual(
      new Html('<p title="&quot;&#39;&lt;&gt;&amp;"><b>&lt;i&gt;</b>123</p>'),
    )
  })
})

describe.each(Object.entries(MAILS))('the %s email', (_, says) => {
  const mail = compose(says, FROM)
  const tags = [...mail.html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag!.toLowerCase())

  it('shows text of others as text, in subject, HTML and plain text', () => {
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(tags.filter((tag) => ['script', 'img', 'iframe', 'link', 'object', 'svg'].includes(tag))).toEqual([])
    expect(mail.html).not.toMatch(/<[^>]*\son[a-z]+\s*=/i)
  })

  it('loads nothing from elsewhere', () => {
    const markup = [...mail.html.matchAll(/<style>[^<]*|<[a-z][^>]*>/gi)].join('\n')
    expect(markup).toContain('prefers-color-scheme')
    expect(markup).not.toMatch(/src=|url\(|@import|@font-face/)
    const addresses = [...markup.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/shop\.example\//)
  })

  it('has at most one call to action, also in plain text', () => {
    const buttons = [...mail.html.matchAll(/<a href="([^"]*)" class="accentInk"/g)].map(([, address]) => address!)
    expect(buttons.length).toBeLessThanOrEqual(1)
    for (const address of buttons) expect(mail.text).toContain(address.replaceAll('&amp;', '&'))
  })

  it('supports light and dark, with every colour for both', () => {
    expect(mail.html).toContain('name="color-scheme" content="light dark"')
    const roles = [...mail.html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '))
    for (const role of new Set(roles)) expect(mail.html).toContain(`.${role}{`)
    const styles = [...mail.html.matchAll(/<[a-z0-9]+ (?:[^>]*)style="([^"]*)"[^>]*>/g)]
    expect(styles.length).toBeGreaterThan(5)
    for (const [tag, style] of styles)
      if (/(?:^|[;-])color:/.test(style!) || style!.includes('border')) expect(tag).toMatch(/class="|border-radius/)
  })
})

const textOf = (mail: MailText) => compose(mail, FROM).text

describe('emails', () => {
  it('say who sends them and whom to ask, in both versions', () => {
    const { html, text } = compose(MAILS.plan, {
      ...FROM,
      shop: { name: 'The Old <b>Mill', email: 'box@mill.example' },
    })
    expect(text).toContain('Sent by The Old <b>Mill. Questions? box@mill.example')
    expect(html).toContain('Sent by The Old &lt;b&gt;Mill. Questions? <a href="mailto:box@mill.example"')
    expect(textOf(MAILS.plan)).not.toContain('Questions?')
  })

  it('[40.13] begin with the event, have one button, and its address and the way to sign in at the foot', () => {
    const { html } = compose(MAILS.wallet, FROM)
    const parts = ['Fri 2 Oct 2026, 7:00pm', 'class="accentInk"', mails['wallet.howTo'], 'Button not working?']
    const places = parts.map((part) => html.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  it('[40.13] show the shop’s mark where it has no logo', () => {
    const hasMark = (from: Sender) => compose(MAILS.code, from).html.includes('background-color:#F4C365')
    expect(hasMark(FROM)).toBe(true)
    expect(hasMark({ ...FROM, shopLogo: { sha256: 'b'.repeat(64), width: 120, height: 44 } })).toBe(false)
  })

  it('put a code where phones detect it', () => {
    expect(MAILS.code.subject).toBe('402913 is your Foyer code')
    expect(textOf(MAILS.code)).toContain('402913')
  })

  it('name a single event, and none of several', () => {
    const event = { title: 'Gala', niceDate: '', doors: null, place: '', picture: null, tickets: [] }
    const facts = {
      number: 'FY-2345-CDFG',
      total: null,
      vouchers: [],
      walletUrl: 'https://shop.example/',
      withdrawUrl: 'https://shop.example/withdraw/',
    }
    expect(walletMail({ ...facts, events: [event] }).subject).toBe('Your tickets for Gala')
    expect(walletMail({ ...facts, events: [event, event] }).subject).toBe(mails['wallet.subjectMany'])
    expect(textOf(walletMail({ ...facts, events: [event] }))).not.toContain(mails['wallet.totalLabel'])
  })

  it('show names in their own direction, in subject, HTML and plain text', () => {
    const { event, from } = { event: 'ערב של שירים, 12', from: 'עומר' }
    const says = transferMail({
      from,
      isGift: true,
      message: 'שלום',
      title: event,
      niceDate: 'Fri 2 Oct 2026, 7:00pm',
      place: 'תל אביב 7',
      picture: null,
      tickets: [{ name: 'מבוגר', qty: 2 }],
      claimUrl: 'https://shop.example/claim/token/',
    })
    const mail = compose(says, FROM)
    for (const text of [mail.subject, mail.text, mail.html]) expect(text).toContain(`\u2068${from}\u2069`)
    for (const name of [event, 'תל אביב 7', 'שלום']) expect(mail.html).toContain(`<bdi>${name}</bdi>`)
  })

  it('say what to do about a moved date, and nothing about a postponed one', () => {
    const facts = {
      event: 'Gala',
      was: 'Fri',
      areIssued: true,
      latePlan: null,
      organiser: 'House',
      words: '',
      refund: null,
      walletUrl: 'https://shop.example/',
    }
    const said = (now: string | null) => compose(movedDateMail({ ...facts, now }), FROM).text.replaceAll(/\s+/g, ' ')
    const file = 'Open the attached file to update your calendar.'
    expect(said('Sat')).toContain(file)
    expect(said(null)).not.toContain(file)
    expect(said(null)).toContain('Your tickets stay valid for the new date')
  })

  it('leave no gap for a block with nothing to show', () => {
    const block = { kind: 'text' as const, text: 'Hello' }
    const draw = (...blocks: MailText['blocks']) =>
      compose({ subject: 'S', heading: 'H', preview: 'P', blocks }, FROM).html
    expect(draw(block, { kind: 'facts', rows: [] }, block)).toBe(draw(block, block))
  })

  it('give the reason for a refund', () => {
    const facts = { amount: '£9.00', number: 'FY-2345-CDFG', orderUrl: 'https://shop.example/' }
    expect(textOf(refundMail({ ...facts, reason: 'late' }))).toContain('the tickets had sold out. We’ve refunded £9.00')
    expect(textOf(refundMail({ ...facts, reason: 'twice' }))).toContain(
      'charged twice for this order, so we’ve refunded £9.00',
    )
    expect(textOf(refundMail({ ...facts, reason: 'plain' }))).toContain('refunded £9.00 from order FY-2345-CDFG')
  })
})

describe('branding of an email', () => {
  const picture = { sha256: 'a'.repeat(64), alt: EVIL }
  const branded = (accent: string): Sender => ({
    ...FROM,
    shop: { ...SHOP, accent: '#00aa66' },
    shopLogo: { sha256: 'b'.repeat(64), width: 120, height: 44 },
    organiser: { name: EVIL, logo: { sha256: 'c'.repeat(64), width: 60, height: 44 }, accent },
    events: [{ title: EVIL, niceDate: 'Fri 2 Oct, 7pm', picture }],
  })
  const shown = (mail: MailText, from = branded('#a3203c')) => {
    const { html, text } = compose(mail, from)
    const imgs = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
    return { html, text, imgs, files: imgs.map((tag) => /src="([^"]*)"/.exec(tag)![1]) }
  }

  it('shows the logos and the event’s picture, with sizes and alt text, from our own host', () => {
    const { imgs, files, html, text } = shown(MAILS.plan)
    expect(files).toEqual([
      `https://shop.example/pictures/${'b'.repeat(64)}-logo`,
      `https://shop.example/pictures/${'c'.repeat(64)}-logo`,
      `https://shop.example/pictures/${'a'.repeat(64)}-thumb`,
    ])
    for (const img of imgs) expect(img).toMatch(/ alt="[^"]+" width="\d+" height="\d+"/)
    expect(html).not.toContain('<script>')
    expect(text).toContain('  Fri 2 Oct, 7pm')
    expect(text).not.toContain('/pictures/')
  })

  it('is the shop’s own with several organisers, and a name without a logo', () => {
    const { organiser: _, ...shopOnly } = branded('#a3203c')
    expect(shown(MAILS.code, shopOnly).html).toContain(
      `background-color:${shadesOf('#00aa66', 'dark').accent}!important`,
    )
    const plain = shown(MAILS.code, FROM)
    expect([plain.imgs, plain.html.includes(LIGHT.accent) || plain.html.includes('>Foyer<')]).toEqual([[], true])
  })

  it.each(['#ffd54a', '#000000', '#ffffff', '#a3203c'])('is legible in any colour: %s', (accent) => {
    const { html } = shown(MAILS.plan, branded(accent))
    const [, ground, ink] = /bgcolor="(#[0-9a-f]{6})"[^>]*><a [^>]*?;color:(#[0-9a-f]{6})/i.exec(html)!
    const [, darkGround] = /\.accent\{background-color:(#\w{6})/.exec(html)!
    const [, darkInk] = /\.accentInk\{color:(#\w{6})/.exec(html)!
    for (const [one, other] of [
      [ground, ink],
      [ground, LIGHT.surface],
      [darkGround, darkInk],
      [darkGround, DARK.surface],
    ])
      expect(contrast(one!, other!)).toBeGreaterThanOrEqual(4.5)
  })

  it('shows the order number, and the secret reference in links only', () => {
    const order = { number: 'FY-2345-CDFG', orderUrl: 'https://shop.example/orders/SECRET/' }
    for (const mail of [
      refundMail({ ...order, reason: 'plain', amount: '£9.00' }),
      planMail({ ...order, payments: [] }),
    ]) {
      const { html, text } = compose(mail, FROM)
      expect(text).toContain('FY-2345-CDFG')
      expect(text.replaceAll(/https:\S+/g, '')).not.toContain('SECRET')
      expect(html.replaceAll(/href="[^"]*"|>https:[^<]*/g, '')).not.toContain('SECRET')
    }
  })

  it('lists seats by row', () => {
    const seats = [seat(6), seat(7), { ...seat(1), row: 'B' }, { label: 'Box 3', section: '', row: '', number: 0 }]
    const event = { title: 'Gala', niceDate: '', doors: null, place: '', picture: null }
    const { text } = compose(
      walletMail({
        number: null,
        total: null,
        vouchers: [],
        walletUrl: 'https://shop.example/',
        withdrawUrl: 'https://shop.example/withdraw/',
        events: [{ ...event, tickets: [{ name: 'Stalls', qty: 4, seats }] }],
      }),
      FROM,
    )
    expect(text).toContain('Stalls, row A, seats 6 and 7\n  Stalls, row B, seat 1\n  Seat Box 3')
  })
})

describe('colours of emails', () => {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0)
  const contrast = (one: string, other: string) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
    return (light + 0.05) / (dark + 0.05)
  }

  it.each([LIGHT, DARK])('have enough contrast', (theme) => {
    for (const fill of [theme.bg, theme.surface, theme.sunken])
      for (const ink of [theme.ink, theme.ink2, theme.accent, theme.brass])
        expect(contrast(ink, fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme.accentInk, theme.accent)).toBeGreaterThanOrEqual(4.5)
  })
})

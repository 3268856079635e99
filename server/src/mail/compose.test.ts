import { mails } from '@foyer/contract/messages.ts'
import { describe, expect, it } from 'vitest'
import { compose, type MailText } from './compose.ts'
import { Html, html } from './html.ts'
import { codeMail } from './templates/code.ts'
import { mailingListMail } from './templates/mailing-list.ts'
import { planMail } from './templates/plan.ts'
import { refundMail } from './templates/refund.ts'
import { transferMail } from './templates/transfer.ts'
import { walletMail } from './templates/wallet.ts'
import { DARK, LIGHT } from './theme.ts'

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)> & 'quotes'\r\nBcc: eve@example.org`

const SHOP = { name: 'Foyer', email: null }

const MAILS = {
  code: codeMail({ code: '402913', shop: SHOP.name }),
  wallet: walletMail({
    reference: 'ref-1',
    total: '£66.40',
    walletUrl: 'https://shop.example/account/wallet/',
    events: [
      {
        title: EVIL,
        niceDate: 'Fri 2 Oct 2026, 7:00pm',
        doors: '6:30pm',
        place: EVIL,
        tickets: [{ name: EVIL, qty: 2, seats: ['A1', 'A2'] }],
      },
    ],
    vouchers: [{ name: EVIL, value: '£20.00', code: 'GV-1', ukExpiryDate: '01/06/2028', from: EVIL, to: EVIL }],
  }),
  plan: planMail({
    reference: 'ref-1',
    payments: [{ amount: '£7.50', ukDue: '01/07/2026', paid: false }],
    orderUrl: 'https://shop.example/orders/ref-1/',
  }),
  refund: refundMail({
    reason: 'late',
    amount: '£66.40',
    reference: 'ref-1',
    orderUrl: 'https://shop.example/orders/ref-1/',
  }),
  transfer: transferMail({
    from: EVIL,
    isGift: true,
    message: EVIL,
    title: EVIL,
    niceDate: 'Fri 2 Oct 2026, 7:00pm',
    place: EVIL,
    tickets: [{ name: EVIL, qty: 1 }],
    claimUrl: 'https://shop.example/claim/token/?a=1&b=2',
  }),
  mailing: mailingListMail({ confirmUrl: 'https://shop.example/mailing-list?confirm=abc' }),
}

describe('html', () => {
  it('escapes what is put into it, but not what came out of it', () => {
    expect(html`<p title="${'"\'<>&'}">${html`<b>${'<i>'}</b>`}${[html`1`, html`2`]}${null}${3}</p>`).toEqual(
      new Html('<p title="&quot;&#39;&lt;&gt;&amp;"><b>&lt;i&gt;</b>123</p>'),
    )
  })
})

describe.each(Object.entries(MAILS))('the %s mail', (_, says) => {
  const mail = compose(says, SHOP)
  const tags = [...mail.html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag!.toLowerCase())

  it('shows words of others as words, in subject, html and text', () => {
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(tags.filter((tag) => ['script', 'img', 'iframe', 'link', 'object', 'svg'].includes(tag))).toEqual([])
    expect(mail.html).not.toMatch(/<[^>]*\son[a-z]+\s*=/i)
  })

  it('fetches nothing and needs nothing but its own words', () => {
    const markup = [...mail.html.matchAll(/<style>[^<]*|<[a-z][^>]*>/gi)].join('\n')
    expect(markup).toContain('prefers-color-scheme')
    expect(markup).not.toMatch(/src=|url\(|@import|@font-face/)
    const addresses = [...markup.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/shop\.example\//)
  })

  it('asks for one thing at most, and says it in the plain text too', () => {
    const buttons = [...mail.html.matchAll(/<a href="([^"]*)" class="accentInk"/g)].map(([, address]) => address!)
    expect(buttons.length).toBeLessThanOrEqual(1)
    for (const address of buttons) expect(mail.text).toContain(address.replaceAll('&amp;', '&'))
  })

  it('knows light and dark, and gives every coloured thing both', () => {
    expect(mail.html).toContain('name="color-scheme" content="light dark"')
    const roles = [...mail.html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '))
    for (const role of new Set(roles)) expect(mail.html).toContain(`.${role}{`)
    const styles = [...mail.html.matchAll(/<[a-z0-9]+ (?:[^>]*)style="([^"]*)"[^>]*>/g)]
    expect(styles.length).toBeGreaterThan(5)
    for (const [tag, style] of styles)
      if (/(?:^|[;-])color:/.test(style!) || style!.includes('border')) expect(tag).toMatch(/class="|border-radius/)
  })
})

const textOf = (mail: MailText) => compose(mail, SHOP).text

describe('mails', () => {
  it('say who sends them, and where to ask, in both forms', () => {
    const { html, text } = compose(MAILS.plan, { name: 'The Old <b>Mill', email: 'box@mill.example' })
    expect(text).toContain('Sent by The Old <b>Mill. Questions? box@mill.example')
    expect(html).toContain('Sent by The Old &lt;b&gt;Mill. Questions? box@mill.example')
    expect(textOf(MAILS.plan)).not.toContain('Questions?')
  })

  it('say a code where a phone looks for it', () => {
    expect(MAILS.code.subject).toBe('402913 is your Foyer code')
    expect(textOf(MAILS.code)).toContain('402913')
  })

  it('name the one event they are about, and none of several', () => {
    const event = { title: 'Gala', niceDate: '', doors: null, place: '', tickets: [] }
    const facts = { reference: 'r', total: null, vouchers: [], walletUrl: 'https://shop.example/' }
    expect(walletMail({ ...facts, events: [event] }).subject).toBe('Your tickets for Gala')
    expect(walletMail({ ...facts, events: [event, event] }).subject).toBe(mails['wallet.subjectMany'])
    expect(textOf(walletMail({ ...facts, events: [event] }))).not.toContain(mails['wallet.totalLabel'])
  })

  it('tell why money comes back', () => {
    const facts = { amount: '£9.00', reference: 'ref-1', orderUrl: 'https://shop.example/' }
    expect(textOf(refundMail({ ...facts, reason: 'late' }))).toContain('the tickets had sold out. We’ve refunded £9.00')
    expect(textOf(refundMail({ ...facts, reason: 'twice' }))).toContain(
      'charged twice for this order, so we’ve refunded £9.00',
    )
    expect(textOf(refundMail({ ...facts, reason: 'plain' }))).toContain('refunded £9.00 from order ref-1')
  })
})

describe('the colours of mails', () => {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0)
  const contrast = (one: string, other: string) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
    return (light + 0.05) / (dark + 0.05)
  }

  it.each([LIGHT, DARK])('can be read', (theme) => {
    for (const fill of [theme.bg, theme.surface, theme.sunken])
      for (const ink of [theme.ink, theme.ink2, theme.accent, theme.brass])
        expect(contrast(ink, fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme.accentInk, theme.accent)).toBeGreaterThanOrEqual(4.5)
  })
})

import { pseudo, untranslated } from '@foyer/contract/pseudo-language.testing.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { compose } from './compose.ts'
import { codeMail } from './templates/code.ts'
import { mailingListMail } from './templates/mailing-list.ts'
import { planMail } from './templates/plan.ts'
import { refundMail } from './templates/refund.ts'
import { transferMail } from './templates/transfer.ts'
import { walletMail } from './templates/wallet.ts'

// Test files of a worker share their modules. This one loads its own, and leaves none of them behind.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@foyer/contract/messages.ts')
  vi.resetModules()
})

vi.mock('@foyer/contract/messages.ts', async (original) => pseudo(await original()))

const url = 'https://shop.example/'
const DATA = [url, 'Gala', 'Leeds', 'Ada', 'Stalls', 'pm']
const picture = { sha256: '0'.repeat(64), alt: 'Gala' }
const event = { title: 'Gala', niceDate: '2/10/2026, 7:00pm', place: 'Leeds', picture }
const seat = { label: '1', section: 'Stalls', row: '1', number: 1 }
const MAILS = {
  code: codeMail({ code: '402913', isLong: true, shop: '1' }),
  wallet: walletMail({
    number: '1',
    total: '£66.40',
    walletUrl: url,
    withdrawUrl: url,
    events: [{ ...event, doors: '6:30pm', tickets: [{ name: 'Stalls', qty: 2, seats: [seat, seat] }] }],
    vouchers: [{ name: 'Gala', value: '£20.00', code: '1', expires: '01/06/2028', from: 'Ada', to: 'Ada' }],
  }),
  plan: planMail({ number: '1', payments: [{ amount: '£7.50', due: '01/07/2026', paid: false }], orderUrl: url }),
  refund: refundMail({ reason: 'late', amount: '£66.40', number: '1', orderUrl: url }),
  transfer: transferMail({
    ...event,
    from: 'Ada',
    isGift: true,
    message: '1',
    tickets: [{ name: 'Stalls', qty: 1 }],
    claimUrl: url,
  }),
  mailing: mailingListMail({ confirmUrl: url }),
}

it.each(Object.entries(MAILS))('the %s email is entirely in the other language', (_, mail) => {
  const { subject, text, html } = compose(mail, {
    shop: { name: '1', email: null },
    publicUrl: 'https://shop.example',
    events: [event],
  })
  const read = html.replaceAll(/<style>[^<]*<\/style>|<[^>]*>|&[#\w]+;/g, '\n')
  for (const words of [subject, text, read]) {
    expect(words).toContain('⟦')
    expect(untranslated(words, DATA)).toEqual([])
  }
})

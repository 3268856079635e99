import { pseudo, untranslated } from '@foyer/contract/pseudo-language.testing.ts'
import { expect, it, vi } from 'vitest'
import { compose } from './compose.ts'
import { codeMail } from './templates/code.ts'
import { mailingListMail } from './templates/mailing-list.ts'
import { planMail } from './templates/plan.ts'
import { refundMail } from './templates/refund.ts'
import { transferMail } from './templates/transfer.ts'
import { walletMail } from './templates/wallet.ts'

vi.mock('@foyer/contract/messages.ts', async (original) => pseudo(await original()))

const url = 'https://shop.example/'
const DATA = [url, 'Gala', 'Leeds', 'Ada', 'Stalls', 'pm']
const event = { title: 'Gala', niceDate: '2/10/2026, 7:00pm', place: 'Leeds' }
const MAILS = {
  code: codeMail({ code: '402913', shop: '1' }),
  wallet: walletMail({
    reference: '1',
    total: '£66.40',
    walletUrl: url,
    events: [{ ...event, doors: '6:30pm', tickets: [{ name: 'Stalls', qty: 2, seats: ['1', '2'] }] }],
    vouchers: [{ name: 'Gala', value: '£20.00', code: '1', ukExpiryDate: '01/06/2028', from: 'Ada', to: 'Ada' }],
  }),
  plan: planMail({ reference: '1', payments: [{ amount: '£7.50', ukDue: '01/07/2026', paid: false }], orderUrl: url }),
  refund: refundMail({ reason: 'late', amount: '£66.40', reference: '1', orderUrl: url }),
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

it.each(Object.entries(MAILS))('the %s mail says in another language all it says', (_, mail) => {
  const { subject, text, html } = compose(mail, { name: '1', email: null })
  const read = html.replaceAll(/<style>[^<]*<\/style>|<[^>]*>|&[#\w]+;/g, '\n')
  for (const words of [subject, text, read]) {
    expect(words).toContain('⟦')
    expect(untranslated(words, DATA)).toEqual([])
  }
})

import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import { drawReceipts } from './draw.ts'
import type { ReceiptLine } from './issue.ts'
import type { Receipt } from './read.ts'

const NOW = new Date('2026-06-02T12:00:00Z')

const makeLine = (change: Partial<ReceiptLine> = {}): ReceiptLine => ({
  line: 1,
  part: 'net',
  kind: 'ticket',
  text: 'Harvest Supper, Adult',
  qty: 2,
  rateBp: 2000,
  grossMinor: 3600,
  taxMinor: 600,
  ...change,
})

const makeReceipt = (change: Partial<Receipt> = {}): Receipt => ({
  art: { picture: null, logo: null, accent: null },
  kind: 'receipt',
  number: 'R-00012',
  issuedAt: NOW,
  seller: { name: 'The Old Barn', address: '1 Barn Lane\nWexcombe WX1 1XW', taxNumber: 'GB 123 4567 89' },
  lines: [
    makeLine(),
    makeLine({ part: 'fee', grossMinor: 300, taxMinor: 50 }),
    makeLine({ part: 'protection', grossMinor: 234, rateBp: 0, taxMinor: 0 }),
    makeLine({ line: 2, kind: 'donation', text: 'Trees for All', qty: 1, rateBp: null, grossMinor: 500, taxMinor: 0 }),
  ],
  voucherMinor: 1000,
  order: { number: 'FY-2345-CDFG', buyer: 'Ada Lovelace', paidAt: new Date('2026-06-01T12:00:00Z'), currency: 'GBP' },
  ...change,
})

const drawn = async (...receipts: Receipt[]) => {
  const pdf = await drawReceipts(receipts, { name: 'Foyer' }, NOW)
  if (process.env.KEEP_RECEIPTS)
    writeFileSync(`${process.env.KEEP_RECEIPTS}/${receipts[0]!.number}-${receipts.length}.pdf`, pdf)
  return { text: pdfText(pdf), pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length }
}

it('shows organiser, number and dates, each line with its tax, and totals by rate', async () => {
  const { text, pages } = await drawn(makeReceipt())
  expect(pages).toBe(1)
  for (const part of [
    'VAT receipt',
    'The Old Barn',
    '1 Barn Lane',
    'Wexcombe WX1 1XW',
    'VAT number GB 123 4567 89',
    'R-00012',
    'Tue 2 Jun 2026',
    'Mon 1 Jun 2026',
    'FY-2345-CDFG',
    'Ada Lovelace',
    'Harvest Supper, Adult',
    'Booking fee',
    '20%',
    '£30.00',
    '£6.00',
    '£36.00',
    'Refund protection',
    '0%',
    'Donation: Trees for All',
    'none',
    // Totals by rate, the total, the part paid by gift voucher, and the rest.
    'At 20%',
    '£32.50',
    '£6.50',
    '£39.00',
    'At 0%',
    'No VAT',
    '£46.34',
    'Paid by gift voucher',
    '−£10.00',
    '£36.34',
  ])
    expect(text).toContain(part)
})

it('shows no tax for an unregistered organiser', async () => {
  const seller = { name: 'Village Hall', address: '', taxNumber: null }
  const { text } = await drawn(
    makeReceipt({ seller, lines: [makeLine({ rateBp: null, taxMinor: 0 })], voucherMinor: 0 }),
  )
  expect(text).toContain('Village Hall isn’t registered for VAT')
  for (const word of ['VAT rate', 'VAT number', 'Without VAT', '%', 'VAT receipt']) expect(text).not.toContain(word)
})

it('has a page per credit note, with its receipt’s number and negative amounts', async () => {
  const note = makeReceipt({
    kind: 'credit_note',
    number: 'CN-00003',
    lines: [makeLine({ qty: 1, grossMinor: 1800, taxMinor: 300 })],
    voucherMinor: 500,
  })
  const { text, pages } = await drawn(makeReceipt(), note, { ...note, number: 'CN-00004' })
  expect(pages).toBe(3)
  for (const part of [
    'VAT credit note',
    'CN-00003',
    'CN-00004',
    '−£15.00',
    '−£3.00',
    '−£18.00',
    'Back on the gift voucher',
    '−£13.00',
  ])
    expect(text).toContain(part)
})

it('handles any names, any number of lines and a currency without minor units', async () => {
  const long = 'The Honourable Company of Very Long Names and of Everything Else That Does Not End '.repeat(6)
  const lines = Array.from({ length: 70 }, (_, i) =>
    makeLine({ line: i + 1, text: i % 7 === 0 ? long : `第${i}回 公演 தமிழ் Żółw ${i}` }),
  )
  const { text, pages } = await drawn(
    makeReceipt({
      number: 'R-00099',
      seller: { name: `Θέατρο ${long}`, address: `${long}\n東京都千代田区\nŁódź`, taxNumber: 'EL 123456789' },
      lines,
      order: { number: 'FY-2345-CDFG', buyer: long, paidAt: NOW, currency: 'JPY' },
    }),
  )
  expect(pages).toBeGreaterThan(2)
  for (const part of ['Θέατρο', 'Łódź', 'Żółw 69', '¥3,600', '¥252,000', '“…” marks characters'])
    expect(text).toContain(part)
  expect(text).not.toContain('¥3,600.00')
})

it('sets headings and sums in the shop’s font, with a fallback for missing letters', async () => {
  const fontsOf = async (name: string) => {
    const pdf = await drawReceipts([makeReceipt({ seller: { ...makeReceipt().seller, name } })], { name: 'Foyer' }, NOW)
    return [...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+(\S+)/g)].map(([, font]) => font)
  }
  const [latin, greek] = [await fontsOf('The Old Barn'), await fontsOf('Παλιός Αχυρώνας')]
  expect(latin).toContainEqual(expect.stringMatching(/Familjen/))
  expect(latin).not.toContain('DejaVuSansCondensed-Bold')
  expect(greek).toContainEqual(expect.stringMatching(/Familjen/))
  expect(greek).toContain('DejaVuSansCondensed-Bold')
})

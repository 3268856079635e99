import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import { voucherExpiry } from '../delivery/expiry.ts'
import { NO_ART, type PaperArt } from './art.ts'
import { drawCalendar } from './calendar.ts'
import { drawTickets } from './pdf.ts'
import { qrModules } from './qr.ts'
import { makeTicket } from './ticket.testing.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

/** For an uncompressed part of the file: page objects and the like are readable. */
const count = (pdf: Buffer, pattern: RegExp) => pdf.toString('latin1').match(pattern)?.length ?? 0

const SHOP = { name: 'Foyer', email: null }

describe('PDF tickets', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [7, 4],
  ])('print %i on %i A4 pages, two to a page', async (tickets, pages) => {
    const pdf = await drawTickets(
      Array.from({ length: tickets }, () => makeTicket()),
      SHOP,
      NOW,
    )
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(count(pdf, /\/Type \/Page\b(?!s)/g)).toBe(pages)
    expect(count(pdf, /\/MediaBox \[0 0 595.28 841.89\]/g)).toBe(pages)
  })

  it('show an extra as a voucher that admits nobody', async () => {
    const words = async (extra: boolean) => pdfText(await drawTickets([makeTicket({ extra })], SHOP, NOW))
    const [ticket, voucher] = [await words(false), await words(true)]
    expect([ticket.includes('Admit one'), ticket.includes('Voucher')]).toEqual([true, false])
    expect([voucher.includes('Admit one'), voucher.includes('Voucher')]).toEqual([false, true])
  })

  it('embed their fonts, and load nothing', async () => {
    const pdf = await drawTickets(
      [
        makeTicket({
          event: 'Zażółć gęślą jaźń 🎉 Καλησπέρα',
          terms: '<img src="https://elsewhere.example/x.png"><script>alert(1)</script> javascript:alert(1)',
        }),
      ],
      SHOP,
      NOW,
    )
    expect(count(pdf, /\/FontFile2/g)).toBeGreaterThanOrEqual(3)
    expect(count(pdf, /\/FontName \/[A-Z]{6}\+DejaVuSans/g)).toBeGreaterThanOrEqual(2)
    expect(count(pdf, /\/Subtype \/(Image|Link)|\/URI|\/JavaScript|\/JS|Helvetica/g)).toBe(0)
  })

  it('show the event’s picture and logo, each embedded once, in the organiser’s colour', async () => {
    const jpeg = await sharp({ create: { width: 384, height: 288, channels: 3, background: '#c04a2b' } })
      .jpeg()
      .toBuffer()
    const png = await sharp({ create: { width: 60, height: 88, channels: 3, background: '#204060' } })
      .png()
      .toBuffer()
    const logo = { bytes: png, width: 30, height: 44 }
    const drawn = (art: PaperArt) => drawTickets([makeTicket(), makeTicket(), makeTicket()], SHOP, NOW, () => art)
    const both = await drawn({ picture: jpeg, logo, colour: '#1d6b4f' })
    expect([count(both, /\/Filter \/DCTDecode/g), count(both, /\/Subtype \/Image/g)]).toEqual([1, 2])
    expect(count(both, /\/Width 384\n/g)).toBe(1)
    expect(count(await drawn({ picture: null, logo, colour: '#1d6b4f' }), /\/Width 60\n/g)).toBe(1)
    expect(count(both, /\/URI|\/JavaScript/g)).toBe(0)
  })

  it('show the order number, and never the secret reference', async () => {
    const pdf = await drawTickets([makeTicket({ orderNumber: 'FY-2345-CDFG' })], SHOP, NOW)
    expect(pdfText(pdf)).toContain('Order FY-2345-CDFG')
    expect(pdfText(pdf)).not.toContain('ref-1')
    expect(pdf.toString('latin1')).not.toContain('ref-1')
  })

  it('show the seat, and the number of the ticket', async () => {
    const words = pdfText(await drawTickets([makeTicket({ seat: 'Stalls B4', position: 2, outOf: 3 })], SHOP, NOW))
    expect(words).toContain('Seat')
    expect(words).toContain('Stalls B4')
    expect(words).toContain('Ticket 2 of 3')
    expect(pdfText(await drawTickets([makeTicket()], SHOP, NOW))).not.toContain('Seat')
  })

  it('[40.19] show the whole title and every fact below a picture, and break no word of a name', async () => {
    const picture = await sharp({ create: { width: 1040, height: 390, channels: 3, background: '#c04a2b' } })
      .jpeg()
      .toBuffer()
    const facts = {
      event:
        'The Ballad of Little Hollow-under-Moor, or, How the Whole Village Outwitted the Railway Company, with Songs, Puppets and a Surprisingly Large Cardboard Locomotive',
      ticket: 'Premium front stalls with programme',
      seat: 'Stalls B4',
      holder: 'Hubert Wolfeschlegelsteinhausenbergerdorff',
    }
    const pdf = await drawTickets([makeTicket(facts)], SHOP, NOW, () => ({ ...NO_ART, picture }))
    const words = pdfText(pdf).replace(/\s+/g, ' ')
    for (const text of Object.values(facts)) expect(words).toContain(text)
    expect(count(pdf, /\/Subtype \/Image/g)).toBe(1)
  })

  it('print no empty box for missing glyphs, and say where to read the text', async () => {
    const words = pdfText(
      await drawTickets([makeTicket({ holder: 'தமிழ் Wang', event: '🎉 ዓለም Gala', venue: 'Łódź' })], SHOP, NOW),
    )
    expect(words).toContain('… Wang')
    expect(words).toContain('… Gala')
    expect(words).toContain('Łódź')
    expect(words).toContain('characters we can’t print')
    expect(pdfText(await drawTickets([makeTicket()], SHOP, NOW))).not.toContain('characters we can’t print')
  })

  it('stay on their half of the page with any texts', async () => {
    const long = 'word '.repeat(400)
    const endless = 'x'.repeat(2000)
    for (const text of [long, endless, '', '\n\n\t', '🎉🎉🎉', '\u0000\u0007'])
      expect(
        count(
          await drawTickets(
            [0, 1].map(() =>
              makeTicket({
                event: text,
                place: text,
                address: text,
                ticket: text,
                holder: text,
                terms: text,
                organiser: text,
                seat: text,
              }),
            ),
            SHOP,
            NOW,
          ),
          /\/Type \/Page\b(?!s)/g,
        ),
      ).toBe(1)
  })

  it('draw QR codes of one size with every module intact', () => {
    const { size, isDark } = qrModules(makeTicket().code!)
    expect(size).toBe(37)
    // The three corner markers that every reader looks for.
    const corner = (row: number, column: number) =>
      Array.from({ length: 7 }, (_, r) =>
        Array.from({ length: 7 }, (_, c) => (isDark(row + r, column + c) ? '#' : '.')).join(''),
      ).join('\n')
    const finder = '#######\n#.....#\n#.###.#\n#.###.#\n#.###.#\n#.....#\n#######'
    expect([corner(0, 0), corner(0, size - 7), corner(size - 7, 0)]).toEqual([finder, finder, finder])
  })
})

/** Unfolds a calendar file into its lines. */
const linesOf = (ics: string) => ics.replace(/\r\n[ \t]/g, '').split('\r\n')

describe('the calendar of tickets', () => {
  it('has one entry per date, in UTC, for all its tickets', () => {
    const lines = linesOf(
      drawCalendar(
        [
          makeTicket(),
          makeTicket(),
          makeTicket({ ticket: 'Stalls; row A, front' }),
          makeTicket({ dateId: 2, startsAt: new Date('2026-12-24T19:00:00Z'), endsAt: null, doors: null }),
        ],
        { publicUrl: 'https://shop.example', shop: SHOP },
        NOW,
      ),
    )
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
    for (const line of [
      'UID:date-1@shop.example',
      'DTSTAMP:20260601T120000Z',
      'DTSTART:20261002T180000Z',
      'DTEND:20261002T210000Z',
      'SUMMARY:Autumn Gala Concert',
      'LOCATION:City Varieties\\, Swan Street\\, Leeds LS1 6LW',
      'DESCRIPTION:2 × Standing\\n1 × Stalls\\; row A\\, front\\nDoors open 6:30pm\\nYour ticket wallet: https://shop.example/account/wallet/\\nSold by Leeds Concerts Ltd',
      'UID:date-2@shop.example',
      'DTSTART:20261224T190000Z',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => line.startsWith('DTEND'))).toHaveLength(1)
    expect(lines.some((line) => line.includes('TZID'))).toBe(false)
  })

  it('gives an all-day event its local day', () => {
    const lines = linesOf(
      drawCalendar(
        [
          makeTicket({
            allDay: true,
            startsAt: new Date('2026-06-30T23:00:00Z'),
            endsAt: new Date('2026-07-02T23:00:00Z'),
          }),
        ],
        { publicUrl: 'https://shop.example', shop: SHOP },
        NOW,
      ),
    )
    expect(lines).toContain('DTSTART;VALUE=DATE:20260701')
    expect(lines).toContain('DTEND;VALUE=DATE:20260703')
  })

  it('uses the venue’s time zone for an all-day event', () => {
    const lines = linesOf(
      drawCalendar(
        [
          makeTicket({
            allDay: true,
            timezone: 'America/New_York',
            startsAt: new Date('2026-07-01T04:00:00Z'),
            endsAt: new Date('2026-07-02T04:00:00Z'),
          }),
          makeTicket({
            dateId: 2,
            allDay: true,
            timezone: 'America/New_York',
            startsAt: new Date('2026-07-10T02:00:00Z'),
            endsAt: null,
          }),
        ],
        { publicUrl: 'https://shop.example', shop: SHOP },
        NOW,
      ),
    )
    expect(lines.filter((line) => line.startsWith('DT') && line.includes('VALUE=DATE'))).toEqual([
      'DTSTART;VALUE=DATE:20260701',
      'DTEND;VALUE=DATE:20260702',
      'DTSTART;VALUE=DATE:20260709',
      'DTEND;VALUE=DATE:20260710',
    ])
  })

  it('cannot be injected with another entry by an event’s name', () => {
    const lines = linesOf(
      drawCalendar(
        [makeTicket({ event: 'Gala\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Evil' })],
        { publicUrl: 'https://shop.example', shop: SHOP },
        NOW,
      ),
    )
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  })
})

describe('the expiry date of a gift voucher', () => {
  it.each([
    ['2026-01-15T12:00:00Z', 24, '2028-01-15'],
    ['2026-01-31T12:00:00Z', 1, '2026-02-28'],
    ['2026-11-30T12:00:00Z', 3, '2027-02-28'],
    ['2028-02-29T12:00:00Z', 12, '2029-02-28'],
    // half past midnight in London
    ['2026-06-30T23:30:00Z', 1, '2026-08-01'],
  ])('bought %s for %i months is %s', (bought, months, last) => {
    expect(voucherExpiry(new Date(bought), months)).toBe(last)
  })
})

import { systemRandom } from '../../random.ts'
import type { HeldTicket } from '../read.ts'
import { newTicketCode, spacedCode } from '../signing/codes.ts'
import { makeSigningKey, ticketSigner } from '../signing/sign.ts'

const signer = ticketSigner(makeSigningKey())

export function makeTicket(options: Partial<HeldTicket> = {}): HeldTicket {
  const code = newTicketCode(systemRandom)
  return {
    id: 1,
    event: 'Autumn Gala Concert',
    event_url: '/events/gala/',
    event_id: 1,
    ticket: 'Standing',
    nice_date: 'Fri 2 Oct 2026, 7:00pm',
    starts_at: '2026-10-02T18:00:00.000Z',
    ends_at: null,
    place: 'City Varieties, Leeds',
    address: 'City Varieties, Swan Street, Leeds LS1 6LW',
    seat: null,
    holder: 'Ada Lovelace',
    sold_by: 'Sold by Leeds Concerts Ltd',
    thumbnail: '/posters/event-1.svg',
    code: signer.sign(code),
    short_code: spacedCode(code),
    status: 'valid',
    sale_reference: 'ref-1',
    terms: 'Admits one person once.',
    past: false,
    userId: 1,
    holderEmail: 'ada@example.org',
    buyer: { userId: 1, guestEmail: null },
    dateId: 1,
    moves: 0,
    startsAt: new Date('2026-10-02T18:00:00Z'),
    endsAt: new Date('2026-10-02T21:00:00Z'),
    allDay: false,
    timezone: 'Europe/London',
    online: false,
    postponed: false,
    doors: '6:30pm',
    organiser: 'City Varieties Trust',
    art: { picture: null, logo: null, accent: null },
    venue: 'City Varieties',
    position: 1,
    outOf: 1,
    doorsAt: null,
    language: 'en',
    orderNumber: null,
    extra: false,
    admittedAt: null,
    admittedWhere: null,
    ...options,
  }
}

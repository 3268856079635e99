import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareMessage, shareTile } from './share.ts'
import { adultsFor, livestreamLink, locatedEvents, type TileFacts, tilesOf } from './tiles.ts'
import {
  areTransfersValid,
  boundQty,
  canAddRow,
  canSend,
  emptyRow,
  firstInvalidRow,
  isRowValid,
  isTransferAllowed,
  maxQty,
  rowProblems,
  rowsToSend,
  type TransferRow,
  transferableTickets,
  transferSum,
} from './transfers.ts'

const TODAY = '2026-06-15'
const row = (over: Partial<TransferRow> = {}): TransferRow => ({
  ...emptyRow(1),
  qty: 1,
  name: 'Bob',
  email: 'bob@example.com',
  ...over,
})
const gift = (over: Partial<TransferRow> = {}) =>
  row({ isGift: true, sendGift: 'Schedule', deliveryDate: '16/06/2026', deliveryTime: '09:00', ...over })

describe('a transfer row', () => {
  it('with quantity, name and email is valid', () => {
    expect(isRowValid(row(), TODAY)).toBe(true)
    expect(rowProblems(row(), TODAY)).toEqual({})
  })

  it('[TRF-18] with quantity 0 is not', () => {
    expect(isRowValid(row({ qty: 0 }), TODAY)).toBe(false)
    expect([-1, 1.5, Number.NaN].map((qty) => isRowValid(row({ qty }), TODAY))).toEqual([false, false, false])
  })

  it('[TRF-19] without a name is not', () => {
    expect(rowProblems(row({ name: ' ' }), TODAY)).toEqual({ name: 'error.transferNameMissing' })
    expect(isRowValid(row({ name: ' ' }), TODAY)).toBe(false)
  })

  it('[TRF-20] without an email is not', () => {
    expect(rowProblems(row({ email: '' }), TODAY)).toEqual({ email: 'error.transferEmailMissing' })
    expect(isRowValid(row({ email: '' }), TODAY)).toBe(false)
  })

  it('OPEN-100: with an invalid email is not', () =>
    expect(rowProblems(row({ email: 'bob' }), TODAY)).toEqual({ email: 'error.invalidEmail' }))

  it('[TRF-21] as a scheduled gift requires a date', () => {
    expect(isRowValid(gift(), TODAY)).toBe(true)
    expect(rowProblems(gift({ deliveryDate: '' }), TODAY)).toEqual({ deliveryDate: 'error.transferDateMissing' })
  })

  it('[TRF-22] as a scheduled gift requires a time', () =>
    expect(rowProblems(gift({ deliveryTime: '' }), TODAY)).toEqual({ deliveryTime: 'error.transferTimeMissing' }))

  it('[TRF-13] [TRF-14] as a scheduled gift takes a day dd/MM/yyyy, today or later', () => {
    const valid = (deliveryDate: string) => isRowValid(gift({ deliveryDate }), TODAY)
    expect(['15/06/2026', '01/01/2027'].map(valid)).toEqual([true, true])
    expect(['14/06/2026', '2026-06-20', '31/06/2026', '06/20/2026'].map(valid)).toEqual([false, false, false, false])
  })

  it('[TRF-21] [TRF-22] as a gift sent now, or as no gift, requires neither', () => {
    const none = { deliveryDate: '', deliveryTime: '' }
    expect(isRowValid(gift({ ...none, sendGift: 'Send now' }), TODAY)).toBe(true)
    expect(isRowValid(gift({ ...none, isGift: false }), TODAY)).toBe(true)
  })
})

describe('sending a transfer', () => {
  const empty = emptyRow(1)

  it('[TRF-23] waits until all rows are valid, ignoring rows of 0', () => {
    expect(canSend([row(), gift()], TODAY)).toBe(true)
    expect(canSend([row(), empty], TODAY)).toBe(true)
    expect(canSend([row(), row({ name: '' })], TODAY)).toBe(false)
    expect(canSend([empty], TODAY)).toBe(false)
    expect(canSend([], TODAY)).toBe(false)
  })

  it('[TRF-24] skips rows with quantity 0', () => expect(rowsToSend([empty, row(), empty])).toEqual([row()]))

  it('reports the first invalid row', () => {
    expect(firstInvalidRow([empty, row(), row({ email: '' }), row({ name: '' })], TODAY)).toBe(2)
    expect(firstInvalidRow([row(), empty], TODAY)).toBeNull()
  })

  it('[TRF-25] with nothing to send reports the first row begun, otherwise the first', () => {
    expect(firstInvalidRow([empty, empty], TODAY)).toBe(0)
    expect(firstInvalidRow([empty, row({ qty: 0 }), empty], TODAY)).toBe(1)
  })
})

describe('the quantities of a transfer', () => {
  const rows = [row({ qty: 2 }), row({ qty: 1 }), row({ ticketTypeId: 2, qty: 4 })]

  it('are summed per ticket type', () => expect([1, 2, 3].map((id) => transferSum(rows, id))).toEqual([3, 4, 0]))

  it('[TRF-27] [TRF-28] stay between 0 and the number bought', () => {
    expect(maxQty(rows, 0, 5)).toBe(4)
    expect([-3, 0, 3, 4, 5, 99, 2.9].map((wanted) => boundQty(rows, 0, wanted, 5))).toEqual([0, 0, 3, 4, 4, 4, 2])
    expect(boundQty(rows, 0, 1, 0)).toBe(0)
  })

  it('[TRF-28] never add up to more than was bought, after any changes', () =>
    fc.assert(
      fc.property(
        fc.nat(10),
        fc.array(fc.tuple(fc.nat(3), fc.integer({ min: -5, max: 20 })), { maxLength: 30 }),
        (purchased, edits) => {
          const form = [0, 1, 2, 3].map(() => row({ qty: 0 }))
          for (const [at, wanted] of edits) {
            form[at] = { ...form[at]!, qty: boundQty(form, at, wanted, purchased) }
            expect(transferSum(form, 1)).toBeLessThanOrEqual(purchased)
            expect(form[at]!.qty).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    ))

  it('[TRF-29] allow no further row once all are transferred', () => {
    expect(canAddRow(rows, { ticketTypeId: 1, qty: 4 })).toBe(true)
    expect(canAddRow(rows, { ticketTypeId: 1, qty: 3 })).toBe(false)
  })
})

describe('transferable tickets', () => {
  const counted = { ticketTypeId: 1, qty: 3, seats: [] }
  const seated = { ticketTypeId: 2, qty: 2, seats: ['A1', 'A2'] }

  it('[TRF-01] are all unless every ticket has a seat', () => {
    expect(isTransferAllowed([counted, seated])).toBe(true)
    expect(isTransferAllowed([seated])).toBe(false)
    expect(isTransferAllowed([])).toBe(false)
  })

  it('[TRF-05] exclude those with allocated seats', () =>
    expect(transferableTickets([counted, seated])).toEqual([counted]))

  it('[TRF-28] the server accepts only valid rows within the number bought', () => {
    const valid = (...rows: TransferRow[]) => areTransfersValid(rows, [counted, seated], TODAY)
    expect(valid(row({ qty: 2 }), row({ qty: 1 }))).toBe(true)
    expect(valid(row({ qty: 2 }), row({ qty: 2 }))).toBe(false)
    expect(valid(row({ qty: 5 }), row({ qty: -2 }))).toBe(false)
    expect(valid(row({ ticketTypeId: 2 }))).toBe(false)
    expect(valid(row({ ticketTypeId: 9 }))).toBe(false)
    expect(valid(row(), emptyRow(1))).toBe(true)
    expect(valid(row(), row({ ticketTypeId: 9, qty: 0 }))).toBe(false)
    expect(valid()).toBe(false)
  })
})

const event = (over: object = {}) => ({
  id: 1,
  title: 'Gala',
  url: 'https://shop.example/gala',
  reward: null,
  hasLivestream: false,
  livestreamUrl: null,
  address: null,
  ...over,
})
const REWARD = { text: 'Come along, drinks on me', shortText: 'get £5' }
const rewarded = (shortText = 'get £5') => event({ reward: { ...REWARD, shortText } })
const LINK = 'https://shop.example/?ref=abc'

describe('sharing', () => {
  it('[DONE-20] has no tile without a referral link', () => expect(shareTile([rewarded()], '')).toBeNull())

  it('[DONE-21] names the reward if every event has one', () => {
    expect(shareTile([rewarded(), rewarded('get £9')], LINK)).toEqual({
      key: 'link.shareReward',
      facts: { 'short reward text': 'get £5' },
    })
  })

  it('[DONE-22] names friends and family if not every event has one', () => {
    for (const events of [[rewarded(), event()], [event()], []])
      expect(shareTile(events, LINK)).toEqual({ key: 'link.shareFriendsAndFamily' })
  })

  it('OPEN-95: shares the default text with the event’s own link', () =>
    expect(shareMessage(event(), LINK)).toEqual({
      key: 'info.shareText',
      facts: { title: 'Gala', link: 'https://shop.example/gala' },
    }))

  it('OPEN-95: shares an event’s referral link if it has a reward, with its own text if any', () => {
    expect(shareMessage(rewarded(), LINK)).toEqual({ key: null, text: `Come along, drinks on me (${LINK})` })
    expect(shareMessage(event({ reward: { text: '', shortText: 'x' } }), LINK)).toMatchObject({
      facts: { link: LINK },
    })
  })
})

describe('tiles of a completed order', () => {
  const live = event({ hasLivestream: true, livestreamUrl: 'https://live.example/1' })
  const located = event({ id: 2, address: '1 High Street, Leeds' })
  const FACTS: TileFacts = { events: [event()], transferAllowed: false, referralLink: '' }

  it('are at least the wallet and feedback', () => expect(tilesOf(FACTS)).toEqual(['wallet', 'feedback']))

  it('are all in order when everything applies', () =>
    expect(tilesOf({ events: [live, located], transferAllowed: true, referralLink: LINK })).toEqual([
      'wallet',
      'livestream',
      'feedback',
      'transfer',
      'place',
      'share',
    ]))

  it('[DONE-14] [DONE-15] show the first livestream', () => {
    expect(tilesOf({ ...FACTS, events: [event(), live] })).toContain('livestream')
    const second = event({ hasLivestream: true, livestreamUrl: 'https://live.example/2' })
    expect(livestreamLink([event({ livestreamUrl: 'https://no.example/' }), live, second])).toBe(
      'https://live.example/1',
    )
    expect(livestreamLink([event()])).toBeNull()
  })

  it('[DONE-18] show transfer only if it is allowed', () => {
    expect(tilesOf({ ...FACTS, transferAllowed: true })).toContain('transfer')
    expect(tilesOf(FACTS)).not.toContain('transfer')
  })

  it('[DONE-19] show a place to stay only if an event has a full address', () => {
    expect(tilesOf({ ...FACTS, events: [event(), located] })).toContain('place')
    for (const address of [null, '']) expect(tilesOf({ ...FACTS, events: [event({ address })] })).not.toContain('place')
    expect(locatedEvents([event(), located]).map(({ id }) => id)).toEqual([2])
  })

  it('[DONE-35] count the adults from that event’s tickets', () =>
    expect(
      adultsFor(2, [
        { eventId: 1, qty: 5 },
        { eventId: 2, qty: 2 },
        { eventId: 2, qty: 1 },
      ]),
    ).toBe(3))
})

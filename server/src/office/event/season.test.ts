import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { expect, it } from 'vitest'
import { useShop } from '../../testing/shop.ts'
import { figuresOf, rowsOfCsv } from '../testing/figures.ts'
import { adder } from '../testing/planted-event.ts'
import { useSeason } from '../testing/use-season.ts'

/**
 * Every figure of an event's door, codes and waiting list, and of feedback, against plain lists. Beside each row that counts is one that
 * doesn't: of another date, event or organiser, unpaid, refunded, ended, or an extra. A figure that this test doesn't know fails it.
 */

const shop = useShop('embedded')
const { sold, idOf, orderOf, numberOf, see } = useSeason(shop)
const at = (time: string) => new Date(`2026-06-01T${time}:00Z`)

/** The tickets of the show's date, one by one, as the plain list of orders has them. */
const guests = () =>
  sold()
    .orders.filter(({ isUnpaid }) => !isUnpaid)
    .flatMap((order) =>
      order.lines
        .filter(({ of }) => of === 'adult' || of === 'child')
        .flatMap(({ of, qty, back }) =>
          Array.from({ length: qty }, (_, i) => ({ order, of, i, isVoid: i < (back?.qty ?? 0) })),
        ),
    )

/** Who came in: by which ticket of an order, when and where. The first of "web" was refunded later. */
const ENTRIES = [
  ['web', 'adult', 0, '18:01', 'North'],
  ['web', 'adult', 1, '18:01', 'North'],
  ['family', 'child', 1, '18:01', 'South'],
  ['plan', 'adult', 0, '18:07', 'South'],
  ['won', 'adult', 0, '18:07', ''],
] as const

it('the door counts who came in and who is expected, by minute and by door, and lists entries that were wrong', async () => {
  const { db, clock } = shop()
  const add = adder(db)
  const { season, ownerId } = sold()
  const { show, types, theirs } = season
  const programme = await add('ticket_types', {
    event_id: show.eventId,
    date_id: show.dateId,
    name: 'Programme',
    price_minor: 500,
    booking_fee_minor: 0,
    extra: true,
  })
  await add('tickets', {
    sale_id: idOf('family'),
    ticket_type_id: programme.id,
    instance: 0,
    code: 'programme',
    status: 'valid',
    holder_name: 'Extra',
    holder_email: 'extra@example.org',
    issued_at: clock.now(),
    admitted_at: at('18:01'),
    admitted_where: 'North',
  })
  const ticketOf = (key: string, of: keyof typeof types, instance: number) =>
    db
      .selectFrom('tickets')
      .selectAll()
      .where('sale_id', '=', idOf(key))
      .where('ticket_type_id', '=', types[of].ticket_type_id)
      .where('instance', '=', instance)
      .executeTakeFirstOrThrow()
  const others = [
    ['storm', 'late', 0, '18:02', 'North'],
    ['euro', 'entry', 1, '18:03', 'East'],
    ['theirs', 'place', 0, '18:04', 'West'],
  ] as const
  for (const [key, of, instance, time, admitted_where] of [...ENTRIES, ...others])
    await db
      .updateTable('tickets')
      .set({ admitted_at: at(time), admitted_where })
      .where('id', '=', (await ticketOf(key, of, instance)).id)
      .execute()
  for (const [key, of, date_id, kind, outcome] of [
    ['web', 'adult', show.dateId, 'in', 'admitted'],
    ['web', 'adult', show.dateId, 'in', 'already_admitted'],
    ['theirs', 'place', show.dateId, 'in', 'wrong_event'],
    ['plan', 'adult', show.dateId, 'in', 'for_review'],
    ['plan', 'adult', show.dateId, 'undo', 'for_review'],
    ['won', 'adult', show.dateId, 'undo', 'undone'],
    ['storm', 'late', types.late.date_id, 'in', 'already_admitted'],
    ['theirs', 'place', theirs.dateId, 'in', 'already_admitted'],
  ] as const)
    await add('admissions', {
      ticket_id: (await ticketOf(key, of, 0)).id,
      date_id,
      kind,
      outcome,
      at: at('18:10'),
      place: 'North',
    })
  const device = { event_id: show.eventId, staff_id: ownerId, made_at: clock.now() }
  const [soon, past] = [new Date(clock.now().getTime() + 60_000), new Date(clock.now().getTime() - 60_000)]
  for (const [name, date_id, code, code_until, paired_at, ended_at] of [
    ['Paired', show.dateId, null, past, past, null],
    ['Waiting', show.dateId, 'AAAA1111', soon, null, null],
    ['Too late', show.dateId, 'BBBB1111', past, null, null],
    ['Ended', show.dateId, null, past, past, past],
    ['Elsewhere', types.late.date_id, null, past, past, null],
  ] as const)
    await add('door_devices', { ...device, name, date_id, code, code_until, paired_at, ended_at })

  for (const [key, organiser_id, words, at_door, ended_at] of [
    ['family', season.organiserId, 'Brings a pram', true, null],
    ['family', season.organiserId, 'Paid late', false, null],
    ['family', season.organiserId, 'Brought a dog', true, past],
    ['both', season.otherId, 'Theirs', true, null],
    ['both', season.organiserId, 'Ours', true, null],
  ] as const)
    await add('order_notes', { sale_id: idOf(key), organiser_id, words, at_door, written_at: past, ended_at })

  const body = await see('office_door', { event_id: show.eventId, date_id: show.dateId })
  const isIn = ({ order, of, i }: ReturnType<typeof guests>[number]) =>
    ENTRIES.some(([key, type, instance]) => key === order.key && type === of && instance === i)
  const countBy = (column: 3 | 4) => {
    const names = [...new Set(ENTRIES.map((entry) => entry[column]))].toSorted()
    return names.map((name) => ENTRIES.filter((entry) => entry[column] === name).length)
  }
  expect(figuresOf(body)).toEqual({
    admitted: [ENTRIES.length],
    expected: [guests().filter((guest) => !guest.isVoid || isIn(guest)).length],
    'minutes[].n': countBy(3),
    'doors[].n': countBy(4),
  })
  const listed = (name: string, ...columns: string[]) =>
    (body[name] as Record<string, string>[]).map((row) => columns.map((column) => row[column]))
  expect(listed('doors', 'name')).toEqual([[''], ['North'], ['South']])
  expect(listed('devices', 'name')).toEqual([['Waiting'], ['Paired']])
  expect(listed('conflicts', 'outcome', 'order')).toEqual([
    ['wrong_event', ''],
    ['already_admitted', numberOf('web')],
  ])
  expect(listed('for_review', 'kind', 'order')).toEqual([
    ['in', numberOf('plan')],
    ['undo', numberOf('plan')],
  ])
  expect(listed('undone', 'who')).toEqual([[`${orderOf('won').name} 1`]])

  const list = (await see('office_door_list', { event_id: show.eventId, date_id: show.dateId })).guests as {
    holder: string
    order: string
    ticket: string
    is_in: boolean
    note: string
  }[]
  const notes: Record<string, string> = { family: 'Brings a pram', both: 'Ours' }
  const names = { adult: 'Adult', child: 'Child' } as Record<string, string>
  // A ticket that was refunded is not let in again.
  const expected = guests()
    .filter(({ isVoid }) => !isVoid)
    .map((guest) => [
      `${guest.order.name} ${guest.i + 1}`,
      shownOrderNumber(guest.order.number),
      names[guest.of]!,
      isIn(guest),
      notes[guest.order.key] ?? '',
    ])
  expect(list.map(({ holder, order, ticket, is_in, note }) => [holder, order, ticket, is_in, note]).toSorted()).toEqual(
    [...expected, ['Extra', numberOf('family'), 'Programme', true, 'Brings a pram']].toSorted(),
  )
})

/** Codes of the show, with their limit; `paid` and `unpaid` are tickets that a code without a limit opened. */
const CODES = [
  { kind: 'discount', code: 'SPRING-AAAAAAAA', uses: 2, max: 5 },
  { kind: 'discount', code: 'SPRING-BBBBBBBB', uses: 1, max: null },
  { kind: 'discount', code: 'FRIENDS', uses: 7, max: null },
  { kind: 'access', code: 'GUEST-CCCCCCCC', uses: 3, max: 9 },
  { kind: 'access', code: 'GUEST-DDDDDDDD', uses: 4, max: null },
  { kind: 'access', code: 'MEMBERS', uses: 5, max: 50 },
  { kind: 'access', code: 'CLUB', uses: 2, max: null },
] as const

it('codes have their uses and limits, batches what theirs add up to, and a code the amounts that it took off', async () => {
  const { db, clock } = shop()
  const add = adder(db)
  const { season } = sold()
  const { show, fair, theirs, types, organiserId } = season
  const ids = new Map<string, number>()
  const discount = { kind: 'percent', percent_bp: 1000 } as const
  const [ten] = Object.entries(season.codes)
  await db.updateTable('discount_codes').set({ uses: 6 }).where('id', '=', ten![1]).execute()
  for (const { kind, code, uses, max } of CODES) {
    if (kind === 'discount') {
      const row = await add('discount_codes', { ...discount, event_id: show.eventId, code, uses, max_uses: max })
      ids.set(code, row.id)
      continue
    }
    const quota = max === null ? null : await add('quotas', { max_tickets: max, used: uses })
    const row = await add('access_codes', { event_id: show.eventId, code, quota_id: quota?.id ?? null })
    await add('access_code_types', { access_code_id: row.id, ticket_type_id: types.child.ticket_type_id })
    ids.set(code, row.id)
  }
  // The code without a limit: four tickets of two orders, one that it doesn't open, and a basket that wasn't paid.
  const opened = { access_code_id: ids.get('GUEST-DDDDDDDD')!, added_at: clock.now() }
  for (const [key, of, qty] of [
    ['notes', 'child', 3],
    ['open', 'child', 1],
    ['won', 'adult', 2],
    ['processing', 'child', 8],
  ] as const)
    await add('sale_lines', { ...opened, sale_id: idOf(key), ticket_type_id: types[of].ticket_type_id, qty })
  const club = { ...opened, access_code_id: ids.get('CLUB')! }
  await add('sale_lines', { ...club, sale_id: idOf('guest'), ticket_type_id: types.child.ticket_type_id, qty: 2 })
  await add('discount_codes', { ...discount, event_id: fair.eventId, code: 'SPRING-EEEEEEEE', uses: 11 })
  await add('discount_codes', { ...discount, organiser_id: organiserId, code: 'EVERYWHERE', uses: 12 })
  const abroad = await add('discount_codes', {
    ...discount,
    event_id: theirs.eventId,
    code: 'SPRING-AAAAAAAA',
    uses: 13,
  })
  await add('access_codes', { event_id: fair.eventId, code: 'GUEST-FFFFFFFF' })

  const body = await see('office_codes', { event_id: show.eventId })
  const all = [...CODES, { kind: 'discount' as const, code: ten![0], uses: 6, max: null }]
  const known = new Map(all.map((one) => [one.code as string, one]))
  const shown = (body.codes as { code: string }[]).map(({ code }) => known.get(code)!)
  expect(shown.map(({ code }) => code).toSorted()).toEqual([...known.keys()].toSorted())
  const batch = (prefix: string) => CODES.filter(({ code }) => code.startsWith(`${prefix}-`))
  expect(figuresOf({ ...body, page: null })).toEqual({
    'codes[].uses': shown.map(({ uses }) => uses),
    'codes[].max_uses': shown.flatMap(({ max }) => max ?? []),
    'batches[].codes': ['GUEST', 'SPRING'].map((prefix) => batch(prefix).length),
    'batches[].uses': ['GUEST', 'SPRING'].map((prefix) => sum(batch(prefix).map(({ uses }) => uses))),
  })
  const found = (await see('office_codes', { event_id: show.eventId, q: 'spring' })).codes as { code: string }[]
  expect(found.map(({ code }) => code)).toEqual(['SPRING-BBBBBBBB', 'SPRING-AAAAAAAA'])
  for (const kind of ['discount', 'access'] as const) {
    const { text } = (await see('export_codes', { event_id: show.eventId, kind })) as { text: string }
    const [, ...file] = rowsOfCsv(text)
    expect(file.map(([code, , , , , uses, max]) => [code, uses, max])).toEqual(
      shown.filter((one) => one.kind === kind).map(({ code, uses, max }) => [code, String(uses), String(max ?? '')]),
    )
  }

  // What a code took off: of a paid order's lines of this event alone.
  const spring = ids.get('SPRING-AAAAAAAA')!
  const used = [
    ['both', 'adult', 150, spring],
    ['both', 'place', 400, spring],
    ['swap', 'adult', 200, spring],
    ['swap', 'child', 30, spring],
    ['reader', 'adult', 77, abroad.id],
    ['cancelled', 'adult', 55, spring],
  ] as const
  for (const [key, of, minor] of used)
    await db
      .updateTable('order_lines')
      .set((eb) => ({ discount_minor: minor, list_minor: eb('net_minor', '+', minor) }))
      .where('sale_id', '=', idOf(key))
      .where('ticket_type_id', '=', types[of].ticket_type_id)
      .execute()
  for (const [key, id] of new Map(used.map(([key, , , id]) => [key, id])))
    await add('sale_codes', { sale_id: idOf(key), code: 'SPRING-AAAAAAAA', discount_id: id, applied_at: clock.now() })
  const code = await see('office_code', { event_id: show.eventId, kind: 'discount', code_id: spring })
  const money = (minor: number) => formatMinor(minor, 'GBP')
  expect(figuresOf(code)).toEqual({
    'code.uses': [2],
    'code.max_uses': [5],
    given: [money(150 + 200 + 30)],
    'uses[].tickets': [1, 2],
    'uses[].given': [money(150), money(230)],
  })
  const access = await see('office_code', { event_id: show.eventId, kind: 'access', code_id: opened.access_code_id })
  expect((access.uses as { number: string }[]).map(({ number }) => number)).toEqual([
    numberOf('notes'),
    numberOf('open'),
  ])
  expect(figuresOf(access)).toEqual({ 'code.uses': [4], 'uses[].tickets': [2, 1] })
})

/** Who is or was on waiting lists. */
const WAITING = [
  ['place', 'show', 'waiting', 2],
  ['place', 'show', 'waiting', 1],
  ['place', 'show', 'waiting', 4],
  ['place', 'show', 'offered', 3],
  ['place', 'show', 'offered', 1],
  ['place', 'show', 'bought', 2],
  ['place', 'show', 'missed', 1],
  ['place', 'show', 'missed', 1],
  ['place', 'show', 'missed', 1],
  ['place', 'show', 'missed', 1],
  ['place', 'show', 'left', 1],
  ['place', 'show', 'removed', 1],
  ['place', 'show', 'over', 1],
  ['place', 'late', 'waiting', 5],
  ['place', 'late', 'bought', 6],
  ['place', 'late', 'bought', 1],
  ['place', 'fair', 'waiting', 7],
  ['place', 'theirs', 'waiting', 8],
  ['reminder', 'show', 'waiting', null],
  ['reminder', 'show', 'waiting', null],
  ['reminder', 'show', 'told', null],
  ['reminder', 'show', 'left', null],
  ['reminder', 'fair', 'waiting', null],
] as const

it('a waiting list counts by state who is on it, and the places kept for it; its file has everyone', async () => {
  const { db, clock } = shop()
  const add = adder(db)
  const { season, browser } = sold()
  const { show, fair, theirs, types } = season
  const places = {
    show: [show.eventId, show.dateId],
    late: [show.eventId, types.late.date_id],
    fair: [fair.eventId, fair.dateId],
    theirs: [theirs.eventId, theirs.dateId],
  } as const
  for (const [n, [kind, of, state, qty]] of WAITING.entries()) {
    const [event_id, date_id] = places[of]
    const date = kind === 'place' ? { date_id } : {}
    await add('waiting', { kind, event_id, ...date, email: `w${n}@example.org`, qty, state, joined_at: clock.now() })
  }
  const keep = (typeId: number, waiting: number) =>
    db.updateTable('stock').set({ waiting, held: waiting }).where('ticket_type_id', '=', typeId).execute()
  await keep(types.adult.ticket_type_id, 3)
  await keep(types.child.ticket_type_id, 2)
  await keep(types.entry.ticket_type_id, 4)
  for (const [event, date, waiting] of [
    ['show', 'show', 5],
    ['fair', 'fair', 6],
  ] as const)
    await add('pools', {
      event_id: places[event][0],
      event_date_id: places[date][1],
      name: 'Floor',
      capacity: 90,
      held: waiting,
      waiting,
    })

  const lists = ['show', 'late'] as const
  const numbered = WAITING.map((entry, n) => [...entry, `w${n}@example.org`] as const)
  const on = (of: string, ...states: string[]) =>
    numbered.filter(([kind, list, state]) => kind === 'place' && list === of && states.includes(state))
  const body = await see('office_waiting', { event_id: show.eventId })
  // Those with an offer come first.
  const shown = lists.map((of) => [...on(of, 'offered'), ...on(of, 'waiting')])
  expect(
    (body.dates as { people: { email: string }[] }[]).map(({ people }) => people.map(({ email }) => email)),
  ).toEqual(shown.map((list) => list.map(([, , , , email]) => email)))
  expect(figuresOf(body)).toEqual({
    offer_minutes: [30],
    reminders: [2],
    'dates[].waiting': lists.map((of) => on(of, 'waiting').length),
    'dates[].offered': lists.map((of) => on(of, 'offered').length),
    'dates[].bought': lists.map((of) => on(of, 'bought').length),
    'dates[].missed': lists.map((of) => on(of, 'missed').length),
    'dates[].kept': [3 + 2 + 5, 0],
    'dates[].people[].qty': shown.flat().map(([, , , qty]) => qty),
  })
  const [, ...file] = rowsOfCsv(
    (await browser.call('export_waiting', { organiser_id: season.organiserId, event_id: show.eventId })).raw.body,
  )
  expect(file.map(([, email, qty]) => [email, qty])).toEqual(
    numbered
      .filter(([kind, of]) => kind === 'place' && (of === 'show' || of === 'late'))
      .map(([, , , qty, email]) => [email, String(qty)]),
  )
})

it('feedback is about the organiser’s own events, and only of orders', async () => {
  const add = adder(shop().db)
  const { show, theirs } = sold().season
  for (const [key, event_id, message] of [
    ['web', show.eventId, 'Lovely'],
    ['both', show.eventId, 'Ours of two'],
    ['both', theirs.eventId, 'Theirs of two'],
    ['both', null, 'Of the whole order'],
    ['theirs', null, 'Theirs'],
    ['processing', show.eventId, 'Unpaid'],
  ] as const)
    await add('feedback', { sale_id: idOf(key), event_id, message, sent_at: at('10:00') })
  const body = await see('office_feedback')
  expect(
    (body.messages as { message: string; what: string; number: string }[]).map((one) => [
      one.message,
      one.what,
      one.number,
    ]),
  ).toEqual([
    ['Of the whole order', 'The Show', numberOf('both')],
    ['Ours of two', 'The Show', numberOf('both')],
    ['Lovely', 'The Show', numberOf('web')],
  ])
  expect(figuresOf(body)).toEqual({})
})

import { expect, it } from 'vitest'
import { createOrder } from '../../office/testing/order.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { newTicketCode } from '../signing/codes.ts'
import { remindOfEvents } from './remind.ts'
import { thankForEvents } from './thank.ts'

const shop = useShop('postgres')

it('emails around an event go to each holder of a shared order, with that organiser’s words and their own tickets only', async () => {
  const { db, deps, clock } = shop()
  const startsAt = new Date('2026-10-02T18:00:00Z')
  clock.set('2026-09-20T10:00:00Z')
  const organised = async (mark: string) => {
    const event = await createEvent(db, { startsAt })
    await db
      .updateTable('organisers')
      .set({ name: `${mark} Society` })
      .where('id', '=', event.organiserId)
      .execute()
    await db
      .updateTable('events')
      .set({
        title: `${mark} Night`,
        reminder: true,
        reminder_text: `${mark} reminds {first_name}`,
        thanks: true,
        thanks_text: `${mark} thanks {name}`,
      })
      .where('id', '=', event.eventId)
      .execute()
    return event
  }
  const [owl, fox] = [await organised('Owl'), await organised('Fox')]
  const order = await createOrder(db, { organiserId: owl.organiserId, now: clock.now(), name: 'Ada Lovelace' })
  await db.deleteFrom('tickets').where('sale_id', '=', order.orderId).execute()
  let instance = 0
  const issue = (ticket_type_id: number, holder_name: string, holder_email: string) =>
    db
      .insertInto('tickets')
      .values({
        sale_id: order.orderId,
        ticket_type_id,
        instance: instance++,
        code: newTicketCode(deps.random),
        issued_at: clock.now(),
        holder_name,
        holder_email,
      })
      .execute()
  const grace = `grace-${order.orderId}@example.org`
  const joan = `joan-${order.orderId}@example.org`
  await issue(owl.ticketId, 'Ada Lovelace', order.email)
  await issue(fox.ticketId, 'Ada Lovelace', order.email)
  await issue(owl.ticketId, 'Grace Hopper', grace)
  await issue(fox.ticketId, 'Joan Clarke', joan)

  clock.set('2026-10-01T10:00:00Z')
  await remindOfEvents(deps)
  clock.set('2026-10-03T10:00:00Z')
  await thankForEvents(deps)
  const mails = await db
    .selectFrom('mails')
    .select(['recipient', 'kind', 'subject', 'body_text'])
    .where('recipient', 'in', [order.email, grace, joan])
    .where('kind', 'in', ['event_reminder', 'event_thanks'])
    .execute()
  const PEOPLE: Record<string, string> = { [order.email]: 'Ada', [grace]: 'Grace', [joan]: 'Joan' }
  const ofPerson = (person: string, mark: string) =>
    ['event_reminder', 'event_thanks'].map((kind) => [person, mark, kind].join(' '))
  const sent = mails.map(({ recipient, kind, body_text }) => {
    const marks = ['Owl', 'Fox'].filter((mark) => body_text.includes(mark))
    return [PEOPLE[recipient], marks.join('+'), kind].join(' ')
  })
  expect(sent.toSorted()).toEqual(
    [
      ...ofPerson('Ada', 'Owl'),
      ...ofPerson('Ada', 'Fox'),
      ...ofPerson('Grace', 'Owl'),
      ...ofPerson('Joan', 'Fox'),
    ].sort(),
  )
  for (const { recipient, body_text } of mails) {
    const own = PEOPLE[recipient]!
    const others = ['Ada', 'Grace', 'Joan', 'Lovelace', 'Hopper', 'Clarke'].filter(
      (name) => !`${own} ${{ Ada: 'Lovelace', Grace: 'Hopper', Joan: 'Clarke' }[own]}`.includes(name),
    )
    expect(others.filter((name) => body_text.includes(name))).toEqual([])
    expect(body_text).toMatch(new RegExp(`(reminds|thanks) ${own}`))
    const addresses = Object.keys(PEOPLE).filter((address) => address !== recipient)
    expect(addresses.filter((address) => body_text.includes(address))).toEqual([])
  }
})

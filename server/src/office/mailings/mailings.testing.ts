import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { expect } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import type { Mailer, OutgoingMail } from '../../mailer.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'
import { sendMailings } from './send.ts'

type Shown = OfficeReply<'office_mailing'>
export const WORDS = { subject: 'About {event}', body: 'Dear {first_name},\n\nyour order is {order_number}.' }

/** An organiser whose people write mailings. */
export async function createMailingOrganiser(shop: TestShop) {
  const { db, clock } = shop
  const { organiserId } = await createEvent(db)
  const as = async (role: Role = 'manager', eventIds: number[] | null = null, provedAt?: Date) => {
    const { id, email } = await createStaff(shop, organiserId, role, eventIds)
    const browser = await inSession(shop, { staffId: id, email, ...(provedAt && { provedAt }) })
    const call = (name: OfficeCallName, body: object = {}) => browser.call(name, { organiser_id: organiserId, ...body })
    const write = async (more: object = {}) => {
      const { body } = await call('save_mailing', { kind: 'service', ...WORDS, ...more })
      expect(body).toMatchObject({ success: true })
      return Number(/mailing_id=(\d+)/.exec(String(body.next))![1])
    }
    const see = async (mailing_id: number) => (await call('office_mailing', { mailing_id })).body as unknown as Shown
    const send = async (mailing_id: number, more: object = {}) =>
      call('send_mailing', { mailing_id, version: (await see(mailing_id)).version, ...more })
    return { id, email, call, write, see, send }
  }
  const addOrder = (more: Partial<Parameters<typeof createOrder>[1]> = {}) =>
    createOrder(db, { organiserId, now: clock.now(), ...more })
  const consent = (email: string, granted = true) =>
    db
      .insertInto('consents')
      .values({
        email,
        kind: 'organiser',
        organiser_id: organiserId,
        granted,
        wording: 'w',
        source: 's',
        given_at: clock.now(),
      })
      .execute()
  return { organiserId, as, addOrder, consent }
}

/** A mail server that can be taken offline. */
export function makeMailServer(shop: TestShop) {
  const received: OutgoingMail[] = []
  const state = { away: false }
  const mailer: Mailer = {
    async send(mail) {
      if (state.away) throw new Error('away')
      received.push(mail)
      return { ok: true }
    },
  }
  const deps = () => ({ ...shop.deps, mailer })
  /** Runs the background work several times. */
  const runJobs = async (times = 30) => {
    for (let n = 0; n < times; n++) {
      await sendMailings(deps())
      await runDueJobs(deps(), WORKERS, 500)
    }
  }
  const to = () => received.map((mail) => mail.to).toSorted()
  return { received, state, deps, runJobs, to }
}

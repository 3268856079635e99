import { randomUUID } from 'node:crypto'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { addOrganiser } from '../session/first.ts'
import { counterBodies } from './counter.ts'
import { fixturesOf } from './fixtures.ts'
import { createClaim, createDonation } from './gift-aid.ts'
import { createStaff, inSession, newStaffEmail } from './office.ts'
import { createDispute, createOrder, createPendingChange } from './order.ts'
import {
  createApiKey,
  createInvitation,
  createPaymentAccount,
  createView,
  createWebhookWithMessage,
  WEBHOOK,
} from './organiser.ts'

/** The organiser that a call names, and the organiser (`ids`) whose data it names. */
export type About = { organiser_id: number; ids: number }
/** Who calls. */
export type Who = { staffId: number | null; email: string }

/** What a person types for a new event. */
let typed = 0
export const eventForm = () => ({
  title: `Quiz ${++typed}`,
  day: '2026-12-04',
  starts: '19:30',
  where: 'Mill Hall',
  how_many: '80',
  price: '6',
  publish: '1',
})

/** A body for each call of the office. A call that is missing does not compile. */
export function bodiesOf(
  shop: () => TestShop,
): Record<OfficeCallName, (about: About, who: Who) => Promise<object> | object> {
  const invitationOf = (organiserId: number) => createInvitation(shop(), organiserId)
  const keyOf = (organiserId: number) => createApiKey(shop(), organiserId)
  const accountOf = (organiserId: number) => createPaymentAccount(shop(), organiserId)

  const webhookOf = async (organiserId: number) => (await createWebhookWithMessage(shop(), organiserId)).webhook_id

  const { anAllocation, aCodeOf, aComplaint, aLateEntry, aMailing, aNote, aPasskey, aPayoutOf, aRequest } =
    fixturesOf(shop)
  const orderOf = (organiserId: number) => createOrder(shop().db, { organiserId, now: shop().clock.now() })
  /** An order on seat A1, as the body of a call that moves it to A2. */
  async function seatedOrderOf(organiserId: number) {
    const { orderId, ticketId, ticketIds } = await orderOf(organiserId)
    const seat = { ticket_type_id: ticketIds[0]!, row_name: 'A' }
    const [own, beside] = await shop()
      .db.insertInto('seats')
      .values([
        { ...seat, label: 'A1', seat_number: 1, status: 'sold', sale_id: orderId },
        { ...seat, label: 'A2', seat_number: 2 },
      ])
      .returning('id')
      .execute()
    await shop().db.updateTable('tickets').set({ seat_id: own!.id }).where('id', '=', ticketId).execute()
    return { order_id: orderId, ticket_id: ticketId, step: 1, plan: `${ticketId}:0:${beside!.id}:0` }
  }
  const pendingChangeOf = async (ids: number) => createPendingChange(shop().db, await orderOf(ids), shop().clock.now())

  const donationOf = (organiserId: number) => createDonation(shop().db, { organiserId, now: shop().clock.now() })
  const claimOf = async (organiserId: number) =>
    createClaim(shop().db, await donationOf(organiserId), shop().clock.now())

  const eventOf = async (organiserId: number) => (await createEvent(shop().db, { organiser_id: organiserId })).eventId

  async function dateOf(organiserId: number) {
    const { eventId, dateId } = await createEvent(shop().db, { organiser_id: organiserId })
    return { event_id: eventId, date_id: dateId }
  }

  const forEvent =
    (fields: object = {}) =>
    async ({ organiser_id, ids }: About) => ({ organiser_id, event_id: await eventOf(ids), ...fields })

  async function queueOf({ organiser_id, ids }: About) {
    const event_id = await eventOf(ids)
    const [secret, secret_hash] = ['a'.repeat(64), 'b'.repeat(64)]
    const created_at = shop().clock.now()
    await shop().db.insertInto('waiting_rooms').values({ event_id, created_at, secret, secret_hash }).execute()
    return { organiser_id, event_id }
  }

  const forOrder =
    (fields: object = {}) =>
    async ({ organiser_id, ids }: About) => ({ organiser_id, order_id: (await orderOf(ids)).orderId, ...fields })

  const forMailing =
    (fields: object = {}) =>
    async ({ organiser_id, ids }: About) => ({ organiser_id, mailing_id: await aMailing(ids), ...fields })

  async function aFailedJob() {
    const at = shop().clock.now()
    const { id } = await shop()
      .db.insertInto('jobs')
      .values({ kind: 'send_mail', key: `failed ${++typed}`, run_at: at, created_at: at, gave_up_at: at, tries: 11 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  async function anOrganiser(closed_at: Date | null) {
    const { id } = await inTx(shop().db, (tx) => addOrganiser(tx, `House ${++typed}`))
    await shop().db.updateTable('organisers').set({ closed_at }).where('id', '=', id).execute()
    return id
  }

  const lateEntryOf = async ({ organiser_id, ids }: About) => ({ organiser_id, ...(await aLateEntry(ids)) })

  return {
    office_entrance: () => ({ token: 'x' }),
    office_send_code: () => ({ email: newStaffEmail() }),
    office_check_code: () => ({ email: newStaffEmail(), code: '123456' }),
    office_sign_out: () => ({}),
    join_first: () => ({ token: 'x', name: 'A' }),
    accept_invitation: () => ({ token: 'x', name: 'A' }),
    get_passkey_options: () => ({}),
    sign_in_with_passkey: () => ({ response: '{}' }),
    office_account: () => ({}),
    office_help: () => ({ page: 'orders', q: '' }),
    office_send_proof: () => ({}),
    office_prove: () => ({ code: '1' }),
    prove_with_passkey: () => ({ response: '{}' }),
    set_office_dark_mode: () => ({ is_dark_mode: '1' }),
    set_notifications: () => ({ notifications: 'weekly', language: 'en' }),
    end_office_session: async (_, who) => ({
      number: who.staffId === null ? 1 : (await inSession(shop(), who)).number,
    }),
    end_other_office_sessions: () => ({}),
    begin_passkey: () => ({}),
    save_passkey: () => ({ name: 'x', response: '{}' }),
    end_passkey: async (_, who) => ({ passkey_id: await aPasskey(who.staffId) }),
    make_organiser: () => ({ name: `House ${++typed}` }),
    send_test_mail: () => ({}),
    office_health: () => ({}),
    retry_job: async () => ({ job_id: await aFailedJob() }),
    office_organisers: () => ({}),
    office_organiser: ({ ids }) => ({ organiser: ids }),
    add_organiser: () => ({ name: `House ${++typed}`, email: newStaffEmail(), form_key: randomUUID() }),
    // Another one each, so that those of other calls stay open.
    close_organiser: async () => ({ organiser: await anOrganiser(null) }),
    reopen_organiser: async () => ({ organiser: await anOrganiser(shop().clock.now()) }),
    office_home: ({ organiser_id }) => ({ organiser_id }),
    office_events: ({ organiser_id }) => ({ organiser_id }),
    office_new_event: ({ organiser_id }) => ({ organiser_id }),
    create_event: ({ organiser_id }) => ({ organiser_id, ...eventForm() }),
    office_event: forEvent(),
    office_event_form: forEvent({ section: 'details' }),
    save_event: forEvent({ section: 'details', version: 1, base: '{}', f: { title: 'Another title' }, end: '1' }),
    set_event_status: forEvent({ status: 'draft' }),
    archive_event: forEvent({ archived: '1' }),
    duplicate_event: async ({ organiser_id, ids }) => ({
      organiser_id,
      event_id: await eventOf(ids),
      title: `Copy ${++typed}`,
      first_day: '2027-01-01',
    }),
    add_dates: forEvent({ weekdays: [2], from: '2027-01-01', until: '2027-01-20', starts: '19:00' }),
    office_cancel: forEvent(),
    cancel_event: forEvent(),
    pause_cancellation: forEvent({ paused: '1' }),
    office_preview: forEvent(),
    office_dates: forEvent(),
    change_dates: forEvent({ scope: 'all', starts: '19:00' }),
    cancel_date: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
    office_find: ({ organiser_id }) => ({ organiser_id, q: 'ada' }),
    office_order: forOrder(),
    resend_order: forOrder(),
    mend_contact: forOrder({ email: newStaffEmail() }),
    rename_holder: async ({ organiser_id, ids }) => {
      const { orderId, ticketId } = await orderOf(ids)
      return { organiser_id, order_id: orderId, ticket_id: ticketId, name: 'Grace Hopper' }
    },
    set_plan_holder: async ({ organiser_id, ids }) => {
      const { orderId, ticketIds } = await orderOf(ids)
      return { organiser_id, order_id: orderId, ticket_type_id: ticketIds[0], place: 0, name: 'Grace Hopper' }
    },
    office_change: async ({ organiser_id, ids }) => {
      const { orderId, ticketId } = await orderOf(ids)
      return { organiser_id, order_id: orderId, ticket_id: ticketId }
    },
    change_ticket: async ({ organiser_id, ids }) => {
      const { orderId, ticketId } = await orderOf(ids)
      return { organiser_id, order_id: orderId, ticket_id: ticketId, ticket_type_id: (await orderOf(ids)).ticketIds[0] }
    },
    office_party: async ({ organiser_id, ids }) => {
      const { order_id, ticket_id } = await seatedOrderOf(ids)
      return { organiser_id, order_id, ticket_id }
    },
    move_party: async ({ organiser_id, ids }) => ({ organiser_id, ...(await seatedOrderOf(ids)) }),
    end_ticket_change: async ({ organiser_id, ids }) => ({ organiser_id, ...(await pendingChangeOf(ids)) }),
    refund_order: forOrder({ what: 'amount', amount: '1' }),
    add_note: forOrder({ words: 'x' }),
    end_note: async ({ organiser_id, ids }) => ({ organiser_id, ...(await aNote(ids)) }),
    office_feedback: ({ organiser_id }) => ({ organiser_id }),
    office_complaints: ({ organiser_id }) => ({ organiser_id }),
    answer_complaint: async ({ organiser_id, ids }) => ({
      organiser_id,
      complaint_id: await aComplaint(ids),
      outcome: 'upheld',
      answer: 'x',
    }),
    office_requests: ({ organiser_id }) => ({ organiser_id, email: newStaffEmail() }),
    export_person: ({ organiser_id }) => ({ organiser_id, email: newStaffEmail() }),
    erase_person: ({ organiser_id }) => {
      const email = newStaffEmail()
      return { organiser_id, email, typed: email }
    },
    pass_request: ({ organiser_id }) => ({ organiser_id, email: newStaffEmail() }),
    end_request: async ({ organiser_id, ids }) => ({ organiser_id, request_id: await aRequest(ids) }),
    office_referrals: forEvent(),
    office_receipt: forOrder(),
    dispute_evidence: async ({ organiser_id, ids }) => {
      const order = await orderOf(ids)
      await createDispute(shop().db, order, shop().clock.now())
      return { organiser_id, order_id: order.orderId }
    },
    office_orders: forEvent(),
    office_people: forEvent(),
    choose_columns: ({ organiser_id }) => ({ organiser_id, list: 'orders', columns: ['number'] }),
    save_view: forEvent({ list: 'orders', name: 'To post', post: '1' }),
    change_view: async ({ organiser_id, ids }, { staffId }) => ({
      organiser_id,
      view_id: await createView(shop(), ids, staffId),
      name: 'At the counter',
      shared: '1',
    }),
    end_view: async ({ organiser_id, ids }, { staffId }) => ({
      organiser_id,
      view_id: await createView(shop(), ids, staffId),
    }),
    resend_orders: async ({ organiser_id, ids }) => ({ organiser_id, order_ids: [(await orderOf(ids)).orderId] }),
    export_orders: forEvent(),
    export_waiting: forEvent(),
    export_people: forEvent(),
    office_money: ({ organiser_id }) => ({ organiser_id }),
    export_money: ({ organiser_id }) => ({ organiser_id }),
    office_payouts: async ({ organiser_id, ids }) => ({ organiser_id, payout_id: await aPayoutOf(ids) }),
    export_payout: async ({ organiser_id, ids }) => ({ organiser_id, payout_id: await aPayoutOf(ids) }),
    money_statement: ({ organiser_id }) => ({ organiser_id, month: '2026-10' }),
    ...counterBodies(shop),
    office_gift_aid: ({ organiser_id }) => ({ organiser_id }),
    complete_gift_aid: async ({ organiser_id, ids }) => ({
      organiser_id,
      order_id: (await donationOf(ids)).orderId,
      donor_name: 'Ada Lovelace',
      address1: '1 Mill Lane',
      postcode: 'M1 1AE',
      uk_based: '1',
    }),
    cancel_gift_aid: async ({ organiser_id, ids }) => ({
      organiser_id,
      order_id: (await donationOf(ids)).orderId,
      as: 'never_true',
    }),
    ask_gift_aid: ({ organiser_id }) => ({ organiser_id }),
    claim_gift_aid: async ({ organiser_id, ids }) => ({ organiser_id, charity_id: (await donationOf(ids)).charityId }),
    gift_aid_schedule: async ({ organiser_id, ids }) => ({ organiser_id, claim_id: await claimOf(ids) }),
    gift_aid_evidence: async ({ organiser_id, ids }) => ({ organiser_id, claim_id: await claimOf(ids) }),
    office_mailings: ({ organiser_id }) => ({ organiser_id }),
    office_mailing: forMailing(),
    mailing_preview: forMailing(),
    save_mailing: forMailing({ kind: 'service', subject: 'x', body: 'x' }),
    test_mailing: forMailing(),
    send_mailing: forMailing({ version: 1 }),
    stop_mailing: forMailing(),
    resume_mailing: forMailing(),
    office_settings: ({ organiser_id }) => ({ organiser_id, section: 'organiser' }),
    save_settings: ({ organiser_id }) => ({
      organiser_id,
      section: 'legal',
      base: '{}',
      end: '1',
      f: { contact_email: 'box@example.com' },
    }),
    office_codes: forEvent(),
    office_code: async ({ organiser_id, ids }) => ({ organiser_id, ...(await aCodeOf(ids)) }),
    make_codes: forEvent({ kind: 'discount', count: '2', prefix: 'FLY', percent: '10' }),
    stop_code: async ({ organiser_id, ids }) => ({ organiser_id, ...(await aCodeOf(ids)) }),
    export_codes: forEvent({ kind: 'discount' }),
    office_payments: ({ organiser_id }) => ({ organiser_id }),
    test_payment_account: async ({ organiser_id, ids }) => ({ organiser_id, account_id: await accountOf(ids) }),
    office_payment_account: ({ organiser_id }) => ({ organiser_id, provider: 'square' }),
    make_payment_key: ({ organiser_id }) => ({ organiser_id, provider: 'truelayer' }),
    begin_payment_account: ({ organiser_id }) => ({ organiser_id, provider: 'stripe' }),
    connect_payment_account: ({ organiser_id }) => ({
      organiser_id,
      provider: 'square',
      f: { location_id: 'LOWN', app_id: 'sq0idp-own', access_token: 'a token', webhook_key: 'a key' },
    }),
    disconnect_payment_account: async ({ organiser_id, ids }) => ({ organiser_id, account_id: await accountOf(ids) }),
    office_event_picture: forEvent(),
    save_event_picture: forEvent({ remove: '1' }),
    office_brand: ({ organiser_id }) => ({ organiser_id }),
    save_brand: ({ organiser_id }) => ({ organiser_id, what: 'accent', accent: '#6d1b52' }),
    office_shop: () => ({}),
    save_shop: () => ({ what: 'accent', accent: '' }),
    office_texts: ({ organiser_id }) => ({ organiser_id }),
    save_text: ({ organiser_id }) => ({ organiser_id, html: '' }),
    office_shop_texts: () => ({}),
    save_shop_text: () => ({ kind: 'privacy', html: '' }),
    retry_cancellation: forEvent(),
    office_move: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
    move_date: async ({ organiser_id, ids }) => ({
      organiser_id,
      ...(await dateOf(ids)),
      day: '2027-03-03',
      starts: '19:00',
    }),
    office_door: forEvent(),
    office_door_list: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
    export_door_list: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
    pair_door: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)), name: 'North' }),
    unpair_door: async ({ organiser_id, ids }) => {
      const { event_id, date_id } = await dateOf(ids)
      const { id: staff_id } = await createStaff(shop(), ids, 'door')
      const { id } = await shop()
        .db.insertInto('door_devices')
        .values({ event_id, date_id, staff_id, name: 'x', code_until: shop().clock.now(), made_at: shop().clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { organiser_id, event_id, device_id: id }
    },
    accept_entries: lateEntryOf,
    reject_entries: lateEntryOf,
    office_house_seats: forEvent(),
    release_seats: async ({ organiser_id, ids }) => ({ organiser_id, ...(await anAllocation(ids)), all: '1' }),
    set_release_time: async ({ organiser_id, ids }) => ({
      organiser_id,
      ...(await anAllocation(ids)),
      day: '2027-03-03',
      time: '19:00',
    }),
    office_queue: forEvent(),
    open_queue: forEvent(),
    run_queue: async (of) => ({ ...(await queueOf(of)), act: 'pause' }),
    set_queue: async (of) => ({ ...(await queueOf(of)), rate: 120, message: 'Ten minutes more' }),
    office_waiting: forEvent(),
    offer_next: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
    remove_waiting: async ({ organiser_id, ids }) => {
      const { event_id, date_id } = await dateOf(ids)
      const { id } = await shop()
        .db.insertInto('waiting')
        .values({
          kind: 'place',
          event_id,
          date_id,
          email: `${randomUUID()}@example.org`,
          qty: 1,
          joined_at: shop().clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { organiser_id, event_id, waiting_id: id }
    },
    export_catalogue: ({ organiser_id }) => ({ organiser_id }),
    office_team: ({ organiser_id }) => ({ organiser_id }),
    invite_staff: ({ organiser_id }) => ({ organiser_id, email: newStaffEmail(), role: 'door' }),
    end_invitation: async ({ organiser_id, ids }) => ({ organiser_id, invitation_id: await invitationOf(ids) }),
    change_staff: async ({ organiser_id, ids }) => ({
      organiser_id,
      staff_id: (await createStaff(shop(), ids, 'door')).id,
      role: 'reader',
    }),
    end_staff: async ({ organiser_id, ids }) => ({
      organiser_id,
      staff_id: (await createStaff(shop(), ids, 'door')).id,
    }),
    set_refund_limit: ({ organiser_id }) => ({ organiser_id, limit: '20' }),
    office_keys: ({ organiser_id }) => ({ organiser_id }),
    make_key: ({ organiser_id }) => ({ organiser_id, name: 'Website', role: 'reader' }),
    end_key: async ({ organiser_id, ids }) => ({ organiser_id, key_id: await keyOf(ids) }),
    office_webhooks: ({ organiser_id }) => ({ organiser_id }),
    office_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
    make_webhook: ({ organiser_id }) => ({ organiser_id, ...WEBHOOK }),
    change_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids), ...WEBHOOK }),
    renew_webhook_secret: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
    switch_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids), on: '0' }),
    end_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
    test_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
    retry_webhook: async ({ organiser_id, ids }) => ({
      organiser_id,
      ...(await createWebhookWithMessage(shop(), ids)),
    }),
    office_log: ({ organiser_id }) => ({ organiser_id }),
    export_log: ({ organiser_id }) => ({ organiser_id }),
  }
}

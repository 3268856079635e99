import { type ExpressionBuilder, type ExpressionWrapper, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import type { Tx } from '../db/transaction/tx.ts'

/** Erases the customer's personal data from orders, which keep their lines, tickets, payments, ledger and history. */
export async function erasePersonalDataOfSales(tx: Tx, saleIds: readonly number[]): Promise<void> {
  if (saleIds.length === 0) return
  // Organisers were emailed what a buyer wrote, without a link to the order.
  await forgetMails(tx, (eb) =>
    eb(
      'key',
      'in',
      eb
        .selectFrom('feedback')
        .innerJoin('organisers as organiser', (join) => join.onTrue())
        .select(sql<string>`'feedback:' || feedback.id || ':' || organiser.id`.as('key'))
        .where('feedback.sale_id', 'in', saleIds),
    ),
  )
  for (const table of ['sale_addresses', 'question_answers', 'feedback', 'order_notes', 'plan_names'] as const)
    await tx.deleteFrom(table).where('sale_id', 'in', saleIds).execute()
  await tx
    .updateTable('sales')
    .set({
      guest_email: null,
      guest_name: null,
      init_guest_email: null,
      contact_number: null,
      gift_voucher_from: '',
      gift_voucher_to: '',
    })
    .where('id', 'in', saleIds)
    .execute()
  await tx.updateTable('orders').set({ name: '', email: '', phone: '' }).where('sale_id', 'in', saleIds).execute()
  await tx
    .updateTable('payments')
    .set({ payer_email: null, payer_network: null, card_brand: null, card_last4: null, failure_text: null })
    .where('sale_id', 'in', saleIds)
    .execute()
  await tx
    .updateTable('issued_vouchers')
    .set({ from_name: '', to_name: '' })
    .where((eb) =>
      eb.or([
        eb('sale_id', 'in', saleIds),
        // A voucher for a refund isn't part of the order; only its email names the order.
        eb(
          sql<string>`'refund_voucher:' || issued_vouchers.id::text`,
          'in',
          eb.selectFrom('mails').select('key').where('sale_id', 'in', saleIds).where('kind', '=', 'refund'),
        ),
      ]),
    )
    .execute()
  await tx
    .updateTable('tickets')
    .set({ holder_name: '', holder_email: '' })
    .where('sale_id', 'in', saleIds)
    // A claimed ticket belongs to another person.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('transfer_tickets as moved')
            .innerJoin('transfers as transfer', 'transfer.id', 'moved.transfer_id')
            .select('moved.ticket_id')
            .whereRef('moved.ticket_id', '=', 'tickets.id')
            .where('transfer.status', '=', 'claimed'),
        ),
      ),
    )
    .execute()
  await tx.updateTable('transfers').set({ name: '', email: '', message: '' }).where('sale_id', 'in', saleIds).execute()
  await forgetMailingPeople(tx, (eb) => eb('sale_id', 'in', saleIds))
  await forgetMails(tx, (eb) => eb('sale_id', 'in', saleIds))
  // Emails of the sale to staff name the buyer, and belong to no order.
  await forgetMails(tx, (eb) =>
    eb(
      'key',
      'in',
      eb
        .selectFrom('order_lines as line')
        .innerJoin('staff_roles as role', 'role.organiser_id', 'line.organiser_id')
        .select(sql<string>`'staff_sale:' || line.sale_id || ':' || role.staff_id`.as('key'))
        .where('line.sale_id', 'in', saleIds),
    ),
  )
  await tx
    .updateTable('text_messages')
    .set({ recipient: '', body: '', last_error: null })
    .where('sale_id', 'in', saleIds)
    .execute()
  const tickets = tx.selectFrom('tickets').select('id').where('sale_id', 'in', saleIds)
  // Staff type these while they look at the person.
  await tx.updateTable('admissions').set({ reason: '' }).where('ticket_id', 'in', tickets).execute()
  await tx.updateTable('counter_sales').set({ note: '' }).where('sale_id', 'in', saleIds).execute()
  await forgetPhones(tx, tickets)
}

/** Forgets the phones that get changes of these tickets' wallet passes. */
export async function forgetPhones(
  tx: Tx,
  ticketIds: SelectQueryBuilder<Database, 'tickets', { id: number }>,
): Promise<void> {
  const passes = tx.selectFrom('ticket_passes').select('serial').where('ticket_id', 'in', ticketIds)
  await tx.deleteFrom('pass_devices').where('serial', 'in', passes).execute()
}

/** Erases emails. Those that have not been sent are not sent any more; of the others, the fact remains. */
export async function forgetMails(
  tx: Tx,
  which: (eb: ExpressionBuilder<Database, 'mails'>) => ExpressionWrapper<Database, 'mails', SqlBool>,
): Promise<void> {
  // Without an address, its job would try for hours, and the office be told of an email that failed.
  await tx.deleteFrom('mails').where('status', '=', 'queued').where(which).execute()
  await tx
    .updateTable('mails')
    .set({
      recipient: '',
      subject: '',
      body_text: '',
      body_html: '',
      attachments: '[]',
      last_error: null,
      unsubscribe_url: null,
    })
    .where(which)
    .execute()
}

/** Removes people from mailings: they don’t get those not sent yet, and their addresses are erased. */
export const forgetMailingPeople = (
  tx: Tx,
  which: (eb: ExpressionBuilder<Database, 'mailing_people'>) => ExpressionWrapper<Database, 'mailing_people', SqlBool>,
) =>
  tx
    .updateTable('mailing_people')
    .set({ email: null, name: '', state: sql`case when state in ('waiting', 'queued') then 'left_out' else state end` })
    .where(which)
    .execute()

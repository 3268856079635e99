import type { Tx } from '../../db/transaction/tx.ts'

export async function textsOf(tx: Pick<Tx, 'selectFrom'>, eventId: number) {
  const messages = await tx
    .selectFrom('after_sale_messages')
    .select('message_html')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  return {
    after_sale_messages: messages.map(({ message_html }) => message_html),
    waivers: await tx
      .selectFrom('waivers')
      .select(['title', 'terms_html'])
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute(),
    plan_options: await tx
      .selectFrom('plan_options')
      .select(['key', 'label', 'payments', 'every_months'])
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute(),
  }
}

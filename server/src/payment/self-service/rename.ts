import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { isPossible } from '@foyer/domain/sale/self-service.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { mailWalletAgain } from '../../tickets/delivery/deliver.ts'
import { renewOwnTicket } from '../../tickets/retire.ts'
import { ownOrderOf, ownTickets } from './own-tickets.ts'

/** Puts another name on a ticket of the buyer's, which gets a new code. The same name again changes nothing. */
export async function renameTicket(
  { reference, ticket_id, name }: BodyOf<'rename_ticket'>,
  { deps, session, now }: RequestContext,
): Promise<
  | ReplyOf<'rename_ticket'>
  | Fail<'unknown_sale' | 'proof_too_old' | 'holder_missing' | 'not_renamable' | 'changed_often'>
> {
  const own = await ownOrderOf(deps.db, session, reference)
  if (own === null) return fail('unknown_sale')
  // guard: rename-needs-proof
  if (!own.isProved) return fail('proof_too_old')
  if (name === '') return fail('holder_missing')
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, own.sale.id)
    const ticket = (await ownTickets(tx, sale.id, now)).find(({ id }) => id === ticket_id)
    // guard: rename-within-policy
    if (!ticket || !isPossible(ticket.rules.renameHours, ticket.starts_at, now)) return fail('not_renamable')
    if (ticket.holder_name === name) return { success: true as const }
    // guard: renamed-so-often
    if (ticket.changed >= ticket.rules.changes) return fail('changed_often')
    if (!(await renewOwnTicket(tx, ticket.id, { random: deps.random, now }))) return fail('not_renamable')
    await tx.updateTable('tickets').set({ holder_name: name }).where('id', '=', ticket.id).execute()
    await record(tx, sale.id, 'holder_renamed', now)
    await record(tx, sale.id, 'changed_by_buyer', now, { ticket: ticket.id })
    await mailWalletAgain(tx, deps, sale.id, { isSure: true })
    return { success: true as const }
  })
}

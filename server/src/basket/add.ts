import type { BodyOf } from '@foyer/contract/calls.ts'
import { fail } from '@foyer/domain/result.ts'
import { openWith } from '../catalogue/access-codes.ts'
import type { RequestContext } from '../http/handle.ts'
import { changeBasket } from './change.ts'
import { addFirstTickets } from './first-tickets.ts'
import { addTickets } from './tickets.ts'

/** Adds tickets. Seats are chosen here and held when the buyer reserves. */
export async function addToBasket(body: BodyOf<'add_to_basket'>, ctx: RequestContext) {
  // Wrong codes are counted by session, so a browser that sends a code needs one.
  if (body.code) await ctx.session.ensure()
  const opened = body.code
    ? await openWith(ctx, ctx.deps.db, { ticketTypeId: body.ticket_id }, body.code, ctx.now)
    : 'wrong'
  if (opened === 'too_many') return fail('too_many_requests')
  const codeId = opened === 'wrong' ? null : opened.id
  const isPlain = codeId === null && body.seats.length === 0 && body.section === ''
  const first = isPlain && ctx.session.saleId === null ? await addFirstTickets(body, ctx) : null
  return first ?? changeBasket(ctx, (tx, sale) => addTickets(tx, sale, body, codeId, ctx.now), { startsBasket: true })
}

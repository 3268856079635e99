import type { BodyOf } from '@foyer/contract/calls.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { isFullName } from '@foyer/domain/people/full-name.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import type { RequestContext } from '../http/handle.ts'
import { type Changed, changeStep, successReply } from '../sale/change/step-change.ts'
import { attachCustomer } from '../sale/customer/attach.ts'
import { customerOf } from '../sale/customer/customer.ts'

type GuestFail = Fail<'bad_email' | 'bad_full_name' | 'email_not_proved' | 'required_missing'>

/**
 * Assigns the sale to a guest whose address was verified in this session. This does not sign anyone in. A user who is
 * signed in with that address is the account, not a guest.
 */
export const saveGuestToSale = async (body: BodyOf<'save_guest_to_sale'>, ctx: RequestContext) =>
  successReply(
    await changeStep(ctx, async (tx, snapshot): Promise<Changed | GuestFail> => {
      if (!isEmail(body.email)) return fail('bad_email')
      if (!isFullName(body.fullname)) return fail('bad_full_name')
      const { provedEmail, userId } = ctx.session
      const email = normalEmail(body.email)
      if (email !== provedEmail) return fail('email_not_proved')
      const customer = { email, full_name: body.fullname.replace(/\s+/g, ' '), userId }
      const named = await attachCustomer(tx, snapshot, customer, ctx.now)
      if (named.ok) await completeDeclaration(tx, snapshot.sale.id, await customerOf(tx, named.sale))
      return named
    }),
  )

import type { BodyOf } from '@foyer/contract/calls.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { isFullName } from '@foyer/domain/people/full-name.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { type Changed, changeStep, done } from '../checkout/step-change.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import type { Asking } from '../http/handle.ts'
import { holderOf } from './holder.ts'
import { takeSale } from './take-over.ts'

type GuestFail = Fail<'bad_email' | 'bad_full_name' | 'email_not_proved'>

/**
 * API-17, ACC-13, OPEN-58: names the guest this sale is for, whose address was proved in this session. No sign-in follows;
 * who is signed in with that address is the account and no guest.
 */
export const saveGuestToSale = async (body: BodyOf<'save_guest_to_sale'>, asking: Asking) =>
  done(
    await changeStep(asking, async (tx, { sale }): Promise<Changed | GuestFail> => {
      if (!isEmail(body.email)) return fail('bad_email')
      if (!isFullName(body.fullname)) return fail('bad_full_name')
      const { provedEmail, userId } = asking.session
      const email = normalEmail(body.email)
      if (email !== provedEmail) return fail('email_not_proved')
      const holder = { email, full_name: body.fullname.replace(/\s+/g, ' '), userId }
      const named = await takeSale(tx, sale, holder)
      await completeDeclaration(tx, sale.id, await holderOf(tx, named))
      return { ok: true, sale: named }
    }),
  )

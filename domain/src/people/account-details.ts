import { isEmail } from './email.ts'
import { isFullName } from './full-name.ts'
import { isContactNumber } from './phone.ts'

export type AccountDetails = { fullname: string; email: string; contact_number: string }

/** What is wrong with the details of the express form, by field, as codes of errors.ts (EXP-05, EXP-08, EXP-09). */
export function accountProblems(details: AccountDetails, { phoneRequired }: { phoneRequired: boolean }) {
  return {
    ...(!isFullName(details.fullname) && { fullname: 'bad_full_name' as const }),
    ...(!isEmail(details.email) && { email: 'bad_email' as const }),
    ...(!isContactNumber(details.contact_number, { required: phoneRequired }) && {
      contact_number: 'bad_phone' as const,
    }),
  }
}

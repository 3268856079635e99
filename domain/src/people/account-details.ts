import { isEmail } from './email.ts'
import { isFullName } from './full-name.ts'
import { isContactNumber } from './phone.ts'

export type AccountDetails = { fullname: string; email: string; contact_number: string }

export type AccountProblems = { fullname?: 'bad_full_name'; email?: 'bad_email'; contact_number?: 'bad_phone' }

/** The problems of the express form by field, as codes of errors.ts. */
export function accountProblems(
  { fullname, email, contact_number }: AccountDetails,
  { phoneRequired }: { phoneRequired: boolean },
): AccountProblems {
  const problems: AccountProblems = {}
  if (!isFullName(fullname)) problems.fullname = 'bad_full_name'
  if (!isEmail(email)) problems.email = 'bad_email'
  if (!isContactNumber(contact_number, { required: phoneRequired })) problems.contact_number = 'bad_phone'
  return problems
}

import { isEmail } from './email.ts'
import { isFullName } from './full-name.ts'
import { isContactNumber } from './phone.ts'

export type AccountDetails = { fullName: string; email: string; contactNumber: string }

export type AccountProblems = { fullName?: 'bad_full_name'; email?: 'bad_email'; contactNumber?: 'bad_phone' }

/** The problems of the express form by field, as codes of errors.ts. */
export function accountProblems(
  { fullName, email, contactNumber }: AccountDetails,
  { phoneRequired }: { phoneRequired: boolean },
): AccountProblems {
  const problems: AccountProblems = {}
  if (!isFullName(fullName)) problems.fullName = 'bad_full_name'
  if (!isEmail(email)) problems.email = 'bad_email'
  if (!isContactNumber(contactNumber, { required: phoneRequired })) problems.contactNumber = 'bad_phone'
  return problems
}

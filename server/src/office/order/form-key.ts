import type { OfficeContext } from '../handle.ts'

/** A key for the forms of one page view. Each form with this key acts once. */
export const formKey = ({ deps }: OfficeContext): string => Buffer.from(deps.random.bytes(16)).toString('base64url')

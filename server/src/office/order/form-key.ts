import type { OfficeContext } from '../handle.ts'

/** Names one showing of a page's forms, each of which acts once. */
export const formKey = ({ deps }: OfficeContext): string => Buffer.from(deps.random.bytes(16)).toString('base64url')

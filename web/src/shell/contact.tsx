import { common } from '@foyer/contract/messages.ts'

/** The shop's address for questions, if it has one. */
export const Contact = ({ email }: { email: string | null }) =>
  email && (
    <p>
      {common['footer.contact']} <a href={`mailto:${email}`}>{email}</a>
    </p>
  )

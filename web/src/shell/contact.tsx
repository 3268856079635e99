import { common } from '@foyer/contract/messages.ts'

/** Where to ask; nothing for a shop without an address for questions. */
export const Contact = ({ email }: { email: string | null }) =>
  email && (
    <p>
      {common['footer.contact']} <a href={`mailto:${email}`}>{email}</a>
    </p>
  )

/**
 * Whether the empty basket links to the mailing list: for visitors, and for users who are subscribed. One would expect "not
 * subscribed", but BSK-07 requires it this way round.
 */
export const showsMailingListLink = (user: { id?: number | null; subscribed: boolean } | null): boolean =>
  !user?.id || user.subscribed

/**
 * Whether the empty basket offers the mailing list: to visitors and to users flagged as subscribed. The documents say so
 * (BSK-06, BSK-07), though one would expect "not subscribed"; to turn it round, change this line (OPEN-35).
 */
export const showsMailingListLink = (user: { id?: number | null; subscribed: boolean } | null): boolean =>
  !user?.id || user.subscribed

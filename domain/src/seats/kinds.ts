/** What a seat is: an ordinary one, a space for a wheelchair, or the seat beside one for who comes along. */
export const SEAT_KINDS = ['standard', 'wheelchair', 'companion'] as const
export type SeatKind = (typeof SEAT_KINDS)[number]

/** Signs that need no translation. The first is not drawn as a picture of its own colours. */
export const SEAT_SIGNS = { wheelchair: '♿\uFE0E', companion: '+1' } as const

/** Whether seats of this kind are sold only to those who say that they need them. */
export const isAccessible = (kind: SeatKind | undefined): boolean => kind !== undefined && kind !== 'standard'

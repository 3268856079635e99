/** What a seat is: an ordinary one, a space for a wheelchair, or the seat beside one for who comes along. */
export const SEAT_KINDS = ['standard', 'wheelchair', 'companion'] as const
export type SeatKind = (typeof SEAT_KINDS)[number]

/** Signs that need no translation. The first is not drawn as a picture of its own colours. */
export const SEAT_SIGNS = { wheelchair: '♿\uFE0E', companion: '+1' } as const

/**
 * Whether tickets of a type that takes these kinds are for companions alone. They are sold, and stay valid, only with a wheelchair
 * space of the same date in their order. Null takes any kind.
 */
export const isForCompanions = (takes: readonly string[] | null | undefined): boolean =>
  takes?.every((kind) => kind === 'companion') ?? false

/**
 * The kinds of seats for so many places of a ticket that has these now: who has a wheelchair space or a companion seat keeps one,
 * and other places are ordinary.
 */
export function kindsFor(kinds: readonly SeatKind[], places: number): SeatKind[] {
  const accessible = kinds.filter(isAccessible)
  return Array.from({ length: places }, (_, n) => accessible[n] ?? 'standard')
}

/** Whether tickets of a type that takes these kinds, null for any, may have seats of all of those. */
export const takesKinds = (takes: readonly string[] | null, kinds: readonly SeatKind[]): boolean =>
  takes === null || kinds.every((kind) => takes.includes(kind))

/**
 * How many tickets fit on these free seats: `all`, and `ordinary` of them for buyers who don't ask for a wheelchair space. A type
 * that takes no ordinary seats has only the others.
 */
export function leftOnSeats(
  free: readonly SeatKind[],
  { takes, places }: { takes: readonly string[] | null; places: number },
): { all: number; ordinary: number } {
  const tickets = (kinds: readonly SeatKind[]) => Math.floor(kinds.length / places)
  const all = tickets(free.filter((kind) => takesKinds(takes, [kind])))
  return { all, ordinary: takesKinds(takes, ['standard']) ? tickets(free.filter((kind) => !isAccessible(kind))) : all }
}

type SoldOn = { readonly seat_kinds?: readonly string[] | null | undefined }

/**
 * The ticket types that a seat of this kind is sold at. Those that take no ordinary seats, such as the free one for companions,
 * come first at the seats that they are meant for.
 */
export function typesForKind<Type extends SoldOn>(types: readonly Type[], kind: SeatKind): Type[] {
  const takes = ({ seat_kinds = null }: Type, one: SeatKind) => takesKinds(seat_kinds, [one])
  return types
    .filter((type) => takes(type, kind))
    .sort((a, b) => Number(takes(a, 'standard')) - Number(takes(b, 'standard')))
}

/** Whether seats of this kind are sold only to those who say that they need them. */
export const isAccessible = (kind: SeatKind | undefined): boolean => kind !== undefined && kind !== 'standard'

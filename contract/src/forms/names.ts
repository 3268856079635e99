/** The fields of a form: the wire name for each domain name. */
type Names = Readonly<Record<string, string>>

type ToWire<N extends Names, V> = { [K in keyof V & keyof N as N[K]]: V[K] }
type FromWire<N extends Names, W> = { [K in keyof N as N[K] extends keyof W ? K : never]: W[N[K] & keyof W] }

const renamed = (names: string[][], values: object) =>
  Object.fromEntries(names.flatMap(([from, to]) => (from! in values ? [[to, values[from as keyof object]]] : [])))

/** Converts form values to their wire names. Drops values that are not fields of the form. */
export const toWire = <N extends Names, V extends object>(names: N, values: V): ToWire<N, V> =>
  renamed(Object.entries(names), values) as ToWire<N, V>

/** Converts the body of a call to domain names. */
export const fromWire = <N extends Names, W extends object>(names: N, body: W): FromWire<N, W> =>
  renamed(
    Object.entries(names).map(([own, wire]) => [wire, own]),
    body,
  ) as FromWire<N, W>

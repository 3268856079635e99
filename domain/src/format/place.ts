/** An address without the place name in front, for where the name is shown already; null when nothing is left of it. */
export function addressAfter(name: string | null, address: string | null): string | null {
  if (!name || !address?.startsWith(name)) return address
  const rest = address.slice(name.length)
  if (rest !== '' && !/^\s*,/.test(rest)) return address
  return rest.replace(/^[\s,]+/, '') || null
}

/** Name and address on one line, without repeating the name; null without an address. */
export function addressInFull(name: string | null, address: string | null): string | null {
  const rest = addressAfter(name, address)
  return rest && [name, rest].filter(Boolean).join(', ')
}

const HERE = 'http://here.invalid'

/**
 * A way within the shop as somebody asks for it, or nothing: what browsers read as another site is none. They drop tabs and line
 * ends, take a backslash for a slash and put dots in order, so what is checked is what they would go to.
 */
export function ownPath(wanted: string): string {
  if (!/^\/[!-[\]-~]*$/.test(wanted)) return ''
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : ''
}

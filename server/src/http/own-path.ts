const HERE = 'http://here.invalid'

/**
 * Returns a path within the shop, or nothing if a browser would read it as another site. Browsers drop tabs and line
 * breaks, read a backslash as a slash and resolve dots, so the path is checked after the same steps.
 */
export function ownPath(path: string): string {
  if (!/^\/[!-[\]-~]*$/.test(path)) return ''
  const { origin, pathname, search, hash } = new URL(path, HERE)
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : ''
}

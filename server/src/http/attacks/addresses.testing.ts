/** Pages about no person. */
export const ABOUT_NOBODY =
  /^\/(?:assets\/|posters\/|pictures\/|widget\.js|queue\.(?:js|css)|queue\/|handbook\/|widget\/|favicon\.svg|robots\.txt|sitemap\.xml|brand\/|(?:door\/)?app\.webmanifest|(?:account\/wallet|door)\/worker\.js|healthz|readyz|metrics|openapi\.json|basket|(?:account|events|orders|organisers)\/?$|policy-reports|\.well-known\/|ajax\/checkout\/checkout\/javascript-square|\*)/

/** A path without the slash at its end. */
export const bare = (path: string) => path.replace(/(.)\/$/, '$1')

/** The paths that accept GET, from the printed tree of routes, whose leaves are the ends of paths. */
export function addressesIn(drawing: string): string[] {
  const above: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!found) return []
    const depth = found[1]!.length / 4
    above[depth] = found[2]!
    const address = above.slice(0, depth + 1).join('')
    return found[3]?.split(', ').includes('GET') ? [bare(address)] : []
  })
}

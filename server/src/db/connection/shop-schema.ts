/**
 * Many shops may share one database, each in a schema of its own, which the database's address names as PostgreSQL's own programs
 * do: `postgres://…/foyer?options=-c%20search_path%3Dshop1`.
 */

/** A database's address without its options, which would replace ours in the driver, and the options. */
export function addressOf(databaseUrl: string): { address: string; options: string } {
  if (!databaseUrl.includes('options=')) return { address: databaseUrl, options: '' }
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  return { address: url.href, options }
}

/** The schema that the address names; undefined for the database's default. */
export const schemaOf = (databaseUrl: string): string | undefined =>
  /search_path=([a-z_][a-z0-9_]*)/.exec(addressOf(databaseUrl).options)?.[1]

/**
 * The address of the shop in a schema of this database, with its other settings. They come after ours, so they take precedence.
 */
export function withSchema(databaseUrl: string, schema: string, settings: Record<string, string> = {}): string {
  const url = new URL(addressOf(databaseUrl).address)
  const options = Object.entries({ search_path: schema, ...settings }).map(([name, value]) => `-c ${name}=${value}`)
  const others = url.search === '' ? '?' : `${url.search}&`
  url.search = `${others}options=${encodeURIComponent(options.join(' '))}`
  return url.href
}

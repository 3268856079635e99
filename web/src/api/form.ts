type Sendable =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Sendable[]
  | { readonly [key: string]: Sendable }

/**
 * Encodes a body for the shop's calls: `address[town]=York`, `transfers[0][ticket_id]=4`, booleans as 1 or 0; undefined and
 * null are left out.
 */
export function formOf(body: object): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: Sendable) => {
    if (value === undefined || value === null) return
    if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
    else if (typeof value === 'object') for (const [key, part] of Object.entries(value)) add(`${name}[${key}]`, part)
    else form.append(name, String(value))
  }
  for (const [name, value] of Object.entries(body)) add(name, value)
  return form
}

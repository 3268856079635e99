import qs from 'qs'
import { invalidInteger, invalidParameter, missingParameter, unknownParameters } from './errors.ts'

/** Decoded bracket parameters: text, lists and nested objects. */
export type Value = string | Value[] | { [name: string]: Value }
export type Params = { [name: string]: Value }

export const decode = (text: string): Params =>
  qs.parse(text, { depth: 10, arrayLimit: 1000, parameterLimit: 5000, plainObjects: true }) as Params

/**
 * The parameters of a call. Nested objects are checked too; `true` accepts anything below it. The vendor responds
 * `parameter_unknown` to all others, so a call with a renamed parameter fails here as it would there.
 */
export type Accepts = { [name: string]: true | Accepts }

export const names = (list: string): Accepts => Object.fromEntries(list.split(' ').map((name) => [name, true]))

export function checkKnown(params: Params, accepts: Accepts): void {
  const unknown = unknownIn(params, { ...accepts, expand: true }, '')
  if (unknown.length > 0) throw unknownParameters(unknown)
}

function unknownIn(params: Params, accepts: Accepts, prefix: string): string[] {
  return Object.entries(params).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}[${name}]` : name
    const accepted = accepts[name]
    if (accepted === undefined) return [path]
    if (accepted === true || !isObject(value)) return []
    return unknownIn(value, accepted, path)
  })
}

export const isObject = (value: Value | undefined): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function text(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalidParameter(name, `Invalid string: ${JSON.stringify(value)}`)
  return value
}

export function requiredText(params: Params, name: string): string {
  const value = text(params, name)
  if (value === undefined || value === '') throw missingParameter(name)
  return value
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw invalidParameter(name, `Invalid boolean: ${value}`)
  return value === 'true'
}

export function integer(params: Params, name: string, path = name): number | undefined {
  const value = text(params, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) throw invalidInteger(path, value)
  return Number(value)
}

export function oneOf<T extends string>(params: Params, name: string, allowed: readonly T[]): T | undefined {
  const value = text(params, name)
  if (value === undefined || value === '') return undefined
  if (!allowed.includes(value as T))
    throw invalidParameter(name, `Invalid ${name}: must be one of ${allowed.join(', ')}`)
  return value as T
}

export function object(params: Params, name: string): Params | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (!isObject(value)) throw invalidParameter(name, 'Invalid object')
  return value
}

export function list(params: Params, name: string): string[] | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined
  if (!items?.every((item) => typeof item === 'string')) throw invalidParameter(name, 'Invalid array')
  return items as string[]
}

const METADATA = { keys: 50, name: 40, value: 500 }

/** Merges metadata. An empty value removes its key; an empty `metadata` removes all keys. */
export function metadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const metadata = params.metadata
  if (metadata === undefined) return before
  if (metadata === '') return {}
  const entries = Object.entries(Array.isArray(metadata) ? { ...metadata } : isObject(metadata) ? metadata : {})
  const merged = { ...before }
  for (const [key, value] of entries) {
    if (typeof value !== 'string') throw invalidParameter('metadata', `Metadata values must be strings: ${key}`)
    if (key.length > METADATA.name)
      throw invalidParameter('metadata', `Metadata keys can be no longer than ${METADATA.name} characters: ${key}`)
    if (value.length > METADATA.value)
      throw invalidParameter(
        'metadata',
        `Metadata values can have up to ${METADATA.value} characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
      )
    if (value === '') delete merged[key]
    else merged[key] = value
  }
  if (Object.keys(merged).length > METADATA.keys)
    throw invalidParameter('metadata', `Metadata can have at most ${METADATA.keys} keys.`)
  return merged
}

import type { Collection } from '../kernel/journal.ts'
import { invalidParameter } from './errors.ts'
import { integer, isObject, list, names, object, type Params, text } from './params.ts'
import type { StripeStore } from './store.ts'

/** Parameters of every list call. */
export const PAGING = {
  ...names('limit starting_after ending_before'),
  created: names('gt gte lt lte'),
}

interface Listed {
  id: string
  created: number
}

/** One page of `newestFirst`, with the vendor's pagination. */
export function pageOf<T extends Listed>(newestFirst: T[], params: Params, url: string) {
  const limit = integer(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidParameter('limit', 'Invalid limit: must be between 1 and 100')
  const matching = newestFirst.filter(createdWithin(params))
  const after = text(params, 'starting_after')
  const before = text(params, 'ending_before')
  const indexOf = (id: string) => matching.findIndex((item) => item.id === id)
  const rest = after
    ? matching.slice(indexOf(after) + 1)
    : before
      ? matching.slice(0, Math.max(indexOf(before), 0))
      : matching
  const data = before ? rest.slice(-limit) : rest.slice(0, limit)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

const COMPARE: Record<string, (created: number, bound: number) => boolean> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
}

function createdWithin(params: Params): (item: Listed) => boolean {
  if (typeof params.created === 'string') {
    const exact = integer(params, 'created')
    return (item) => item.created === exact
  }
  const range = object(params, 'created')
  if (!range) return () => true
  const bounds = Object.keys(range).map((name) => [COMPARE[name]!, integer(range, name, `created[${name}]`)!] as const)
  return (item) => bounds.every(([compare, bound]) => compare(item.created, bound))
}

/** Replaces ids by their objects where `expand` requests it. */
export function expand(store: StripeStore, answer: unknown, params: Params): unknown {
  const paths = list(params, 'expand') ?? []
  return paths.reduce((value, path) => expandPath(store, value, path.split('.'), path), answer)
}

function expandPath(store: StripeStore, value: unknown, [field, ...rest]: string[], path: string): unknown {
  if (field === undefined) return value
  if (Array.isArray(value)) return value.map((item) => expandPath(store, item, [field, ...rest], path))
  if (!isRecord(value)) return value
  if (field === 'data' && value.object === 'list') return { ...value, data: expandPath(store, value.data, rest, path) }
  if (!(field in value)) throw invalidParameter('expand', `This property cannot be expanded (${path}).`)
  const current = value[field]
  const expanded = typeof current === 'string' ? (lookup(store, field, current) ?? notExpandable(path)) : current
  return { ...value, [field]: expandPath(store, expanded, rest, path) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value as never)

const notExpandable = (path: string): never => {
  throw invalidParameter('expand', `This property cannot be expanded (${path}).`)
}

function lookup(store: StripeStore, field: string, id: string): unknown {
  if (field === 'source')
    return store.charges.get(id) ?? store.refunds.get(id) ?? store.disputes.get(id) ?? store.payouts.get(id)
  const sets: Record<string, Collection<unknown>> = {
    charge: store.charges,
    customer: store.customers,
    default_payment_method: store.methods,
    latest_charge: store.charges,
    payment_intent: store.intents,
    payment_method: store.methods,
    balance_transaction: store.transactions,
  }
  return sets[field]?.get(id)
}

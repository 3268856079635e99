import { LIMITS } from '@foyer/domain/limits.ts'
import { isPersonName } from '@foyer/domain/people/person-name.ts'
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * What a call takes, what it returns (HTTP 200) and how it can fail; errors.ts has the status and sentence of each failure.
 * Failures that every call can have (bad_request, too_many_requests ...) are not repeated.
 */
export type CallSpec<
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  F extends ErrorCode = ErrorCode,
> = {
  /** One sentence for readers of /openapi.json. */
  summary: string
  body: B
  reply: R
  fails: readonly F[]
  /**
   * With the header `Prefer: return=representation` (RFC 7240), the reply also has `checkout`: what `get` would return after the
   * call. Only for steps of the checkout; after a change of the basket, the specification requires a `get` (API-30).
   */
  returnsCheckout?: boolean
}

export const call = <B extends z.ZodType, R extends z.ZodType, const F extends ErrorCode>(
  spec: CallSpec<B, R, F>,
): CallSpec<B, R, F> => spec

/** Reply of a call that returns nothing else. */
export const Done = z.object({ success: z.literal(true) })

/** A code was emailed. `long_code`: it is the long one that has been emailed to the address, now or a few minutes ago. */
export const CodeSent = Done.extend({ long_code: z.literal(true).optional() })
export const Nothing = z.object({})

// Values as they arrive in a form-encoded body, where everything is text.

/** An id: a positive whole number. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** A count; the domain checks its bounds. "" and "abc" are not numbers. */
export const count = z
  .union([z.string().regex(/^-?\d{1,9}$/), z.number().int()])
  .transform(Number)
  .pipe(z.number().int())
/** 1, 0, true or false; absent or empty means false. */
export const flag = z
  .union([z.boolean(), z.number(), z.string().max(5)])
  .optional()
  .refine((v) => v === undefined || ['', '1', '0', 'true', 'false', 'on'].includes(String(v)))
  .transform((v) => ['1', 'true', 'on'].includes(String(v)))
/** An amount in major units with at most two decimals. The handler has the currency and converts it (toMinor). */
export const amount = z
  .union([z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), z.number().nonnegative().max(999_999_999)])
  .transform(Number)
  .refine((v) => Number(v.toFixed(2)) === v)
/** Text of a limited length, trimmed, without control characters except line breaks and tabs; absent means empty. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .refine((v) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(v))
    .transform((v) => v.trim())
    .default('')
/** The name of a person. A call with one that isn't a name fails with `bad_name` (`bodyFailure`). */
export const personName = text(LIMITS.text.name).refine(isPersonName, { error: 'bad_name' })

/** Failures that a value of a body names itself, because their sentence says what to correct. */
const NAMED = ['bad_name', 'bad_day'] as const

/** Why a body is refused before its call runs. */
export const bodyFailure = (error: z.ZodError): (typeof NAMED)[number] | 'bad_request' =>
  NAMED.find((code) => error.issues.every(({ message }) => message === code)) ?? 'bad_request'

/** More than a basket can have organisers. */
const MOST_FLAGS = 200

/** A map with at most `max` entries, which are counted before any of them is checked. */
export const mapOf = <K extends z.ZodType<string, string>, V extends z.ZodType>(key: K, value: V, max: number) =>
  z
    .preprocess(
      (sent, ctx) => {
        if (typeof sent !== 'object' || sent === null || Object.keys(sent).length <= max) return sent
        ctx.addIssue('has too many entries')
        return z.NEVER
      },
      z.record(key, value),
    )
    .meta({ maxProperties: max })

/**
 * A map of id to flag: organiser_subscribed_marketing[12]=1. The form parser reads that as index 12 of an array, so a sparse
 * array is turned back into a map.
 */
export const flagMap = z
  .preprocess(
    (sent) => (Array.isArray(sent) ? Object.fromEntries(Object.entries(sent).slice(0, MOST_FLAGS + 1)) : sent),
    mapOf(z.string().regex(/^\d{1,15}$/), flag, MOST_FLAGS),
  )
  .default({})

export const T = LIMITS.text

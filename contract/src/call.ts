import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * What a call takes, what it answers (HTTP 200) and which failures it may answer instead; a failure's status and sentence
 * stand in errors.ts. Failures that any call may meet (bad_request, too_many_requests ...) are not repeated.
 */
export type CallSpec<
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  F extends ErrorCode = ErrorCode,
> = {
  /** One sentence for people who read /openapi.json. */
  says: string
  body: B
  reply: R
  fails: readonly F[]
}

export const call = <B extends z.ZodType, R extends z.ZodType, const F extends ErrorCode>(
  spec: CallSpec<B, R, F>,
): CallSpec<B, R, F> => spec

/** Answer of a call with nothing to tell (OPEN-01). */
export const Done = z.object({ success: z.literal(true) })
export const Nothing = z.object({})

// Values as they travel in a form-encoded body: everything is text (OPEN-06).

/** An id: a positive whole number. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** A count; its bounds are the domain's to judge. "" and "abc" are not numbers. */
export const count = z
  .union([z.string().regex(/^-?\d{1,9}$/), z.number().int()])
  .transform(Number)
  .pipe(z.number().int())
/** 1, 0, true or false; left out or empty means false. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .optional()
  .refine((v) => v === undefined || ['', '1', '0', 'true', 'false', 'on'].includes(String(v)))
  .transform((v) => ['1', 'true', 'on'].includes(String(v)))
/** An amount in major units with at most two decimals. The handler has the currency and converts it (toMinor). */
export const amount = z
  .union([z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), z.number().nonnegative().max(999_999_999)])
  .transform(Number)
  .refine((v) => Number(v.toFixed(2)) === v)
/** Text of a bounded length, trimmed, without control characters but line breaks and tabs; left out means empty. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .refine((v) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(v))
    .transform((v) => v.trim())
    .default('')
/**
 * A map of id to flag: organiser_subscribed_marketing[12]=1. To whoever reads the form that is the 13th place of a list, so
 * a list with holes is taken as the map it was meant to be.
 */
export const flagMap = z
  .preprocess(
    (sent) => (Array.isArray(sent) ? Object.fromEntries(Object.entries(sent)) : sent),
    z.record(z.string().regex(/^\d{1,15}$/), flag),
  )
  .default({})

export const T = LIMITS.text

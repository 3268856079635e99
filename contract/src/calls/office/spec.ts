import type { Action, RIGHTS } from '@foyer/domain/office/rights.ts'
import type { z } from 'zod'
import type { CallSpec } from '../../call.ts'
import type { ErrorCode } from '../../errors.ts'

/** Actions that need no role. Every other action concerns an organiser, which the call's body names. */
type OpenAction = {
  [A in Action]: (typeof RIGHTS)[A]['who'] extends string ? A : never
}[Action]
type BodyFor<A extends Action> = A extends OpenAction ? z.ZodType : z.ZodType<{ organiser_id: number }>

/** A call of the office. It names the right that it needs. */
export type OfficeSpec<
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  F extends ErrorCode = ErrorCode,
  A extends Action = Action,
> = CallSpec<B, R, F> & { action: A }

/** A call without an action, or one about an organiser whose body does not name it, does not compile. */
export const officeCall = <
  const A extends Action,
  B extends BodyFor<A>,
  R extends z.ZodType,
  const F extends ErrorCode,
>(
  spec: OfficeSpec<B, R, F, A>,
): OfficeSpec<B, R, F, A> => spec

/** The terms of an access code: whether it unlocks ticket types now, and for how many tickets. */
export type AccessCode = {
  validFrom: Date | null
  validUntil: Date | null
  /** The organiser has removed the code. */
  ended: boolean
  /** The most tickets one order may contain with this code; null if there is no limit. */
  maxPerOrder: number | null
}

/** Whether the code is valid now. `validFrom` is inclusive, `validUntil` exclusive. */
export const opensTypes = ({ validFrom, validUntil, ended }: AccessCode, now: Date): boolean =>
  // guard: access-code-valid
  !ended && (validFrom === null || validFrom <= now) && (validUntil === null || validUntil > now)

/** Codes are compared without regard to case and surrounding spaces. */
export const normalAccessCode = (typed: string): string => typed.trim().toUpperCase()

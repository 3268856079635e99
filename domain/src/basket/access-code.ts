/** What of an access code decides whether it opens ticket types, and for how many tickets. */
export type AccessCode = {
  validFrom: Date | null
  validUntil: Date | null
  /** The organiser has taken it off. */
  ended: boolean
  /** How many tickets one order may have by it; null for any number. */
  maxPerOrder: number | null
}

/** Whether the code opens anything now. It begins and ends at the instant given. */
export const opensTypes = ({ validFrom, validUntil, ended }: AccessCode, now: Date): boolean =>
  // guard: access-code-valid
  !ended && (validFrom === null || validFrom <= now) && (validUntil === null || validUntil > now)

/** Codes are compared without case and outer spaces. */
export const normalAccessCode = (typed: string): string => typed.trim().toUpperCase()

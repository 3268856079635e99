import { LIMITS } from '../limits.ts'

/**
 * How many places of a date one network or one person may reserve in a window before a captcha is required: `percent` hundredths
 * of its `capacity`, and at least a few.
 */
export const freeShare = (capacity: number, percent: number): number =>
  Math.max(LIMITS.placesBeforeCaptcha, Math.ceil((capacity * percent) / 100))

/** The places of a date that one network or person has reserved in the window, and its free share of them. */
export type Reserved = { reserved: number; share: number }

/**
 * The work of the captcha that `places` more require, in captchas of the usual work; 0 for none. Ten places beyond the free share
 * cost one captcha, and a place costs twice as much after each further share, up to a limit that a phone can still do.
 */
export function captchaWork({ reserved, share }: Reserved, places: number): number {
  let work = 0
  for (let place = Math.max(reserved, share); place < reserved + places; place++)
    work += Math.min(2 ** (Math.floor(place / share) - 1), LIMITS.mostCaptchasPerTenPlaces)
  return Math.ceil(work / LIMITS.placesPerCaptcha)
}

/**
 * Whether a solved captcha of the work `done` admits a basket that needs `needed` by now. A crowd solves captchas at the same
 * moment, and each hold makes those of the others harder, so two doublings are not asked for again.
 */
export const isEnoughWork = (done: number, needed: number): boolean => needed === 0 || done * 4 >= needed

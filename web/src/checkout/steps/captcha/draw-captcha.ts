/** Why a challenge is not passed any more. */
export type NotPassed = 'expired' | 'challenge_expired' | 'error'

export type CaptchaListener = {
  passed: (token: string) => void
  notPassed: (why: NotPassed) => void
}

/** Draws a challenge into `place`; answers how to take it away again, or null when it could not be loaded. */
export type DrawCaptcha = (
  place: HTMLElement,
  sitekey: string,
  listener: CaptchaListener,
) => Promise<(() => void) | null>

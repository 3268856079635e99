/** Why a challenge isn't passed, or no longer is. */
export type NotPassed = 'expired' | 'challenge_expired' | 'error'

export type CaptchaListener = {
  passed: (token: string) => void
  notPassed: (why: NotPassed) => void
}

/** Renders a challenge into `place`. Returns a function that removes it, or null if it could not be loaded. */
export type RenderCaptcha = (
  place: HTMLElement,
  sitekey: string,
  listener: CaptchaListener,
) => Promise<(() => void) | null>

import type { DrawCaptcha } from './draw-captcha.ts'

/** Site keys with this prefix are the shop's own proof of work, all others hCaptcha. Each loads when it is needed. */
export const widgetFor = async (sitekey: string): Promise<DrawCaptcha> =>
  sitekey.startsWith('altcha:')
    ? (await import('./altcha.ts')).drawAltcha
    : (await import('./hcaptcha.ts')).drawHcaptcha

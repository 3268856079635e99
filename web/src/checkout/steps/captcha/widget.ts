import type { RenderCaptcha } from './render-captcha.ts'

/** Site keys with this prefix are the shop's own proof of work, all others hCaptcha. Each loads when it is needed. */
export const widgetFor = async (sitekey: string): Promise<RenderCaptcha> =>
  sitekey.startsWith('altcha:')
    ? (await import('./altcha.ts')).renderAltcha
    : (await import('./hcaptcha.ts')).renderHcaptcha

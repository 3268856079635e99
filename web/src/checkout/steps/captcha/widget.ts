import type { DrawCaptcha } from './draw-captcha.ts'

/** The shop's own proof of work under keys that begin so; hCaptcha under all others. Each comes when it is needed. */
export const widgetFor = async (sitekey: string): Promise<DrawCaptcha> =>
  sitekey.startsWith('altcha:')
    ? (await import('./altcha.ts')).drawAltcha
    : (await import('./hcaptcha.ts')).drawHcaptcha

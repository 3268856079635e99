/** An account of Twilio, or of a service with the same Messages API. */
export type SmsConfig = {
  /** Without a trailing slash. */
  apiUrl: string
  accountSid: string
  authToken: string
  /** The number or name that messages come from. */
  from: string
}

/** What Apple issues for signing Wallet passes. The certificates and the key are PEM. */
export type ApplePassConfig = {
  typeId: string
  teamId: string
  certificate: string
  key: string
  keyPassphrase: string | undefined
  wwdr: string
  /** Apple's push service, which tells phones that a pass has changed. */
  pushUrl: string
}

/** A service account of Google Wallet. */
export type GoogleWalletConfig = {
  issuerId: string
  /** The account's email address, and its private key in PEM. */
  account: string
  key: string
  /** A stand-in for Google's servers; undefined for Google itself. */
  url: string | undefined
}

/** What vendors' keys and addresses are for, by variable: real money or tests. Null where the value doesn't show it. */
export type Modes = Readonly<Record<string, 'live' | 'test' | null>>

/** One for tests and one for real money, which must not be together; null if all agree. */
export function mixedModes(modes: Modes): { test: string; live: string } | null {
  const [test, live] = (['test', 'live'] as const).map((mode) =>
    Object.keys(modes).find((name) => modes[name] === mode),
  )
  return test !== undefined && live !== undefined ? { test, live } : null
}

/** hCaptcha publishes its keys for tests (https://docs.hcaptcha.com/#integration-testing-test-keys). */
export const hcaptchaModes = (keys: { HCAPTCHA_SITEKEY: string; HCAPTCHA_SECRET: string }): Modes => ({
  HCAPTCHA_SITEKEY: /^[123]0000000-ffff-ffff-ffff-00000000000[123]$/.test(keys.HCAPTCHA_SITEKEY) ? 'test' : 'live',
  HCAPTCHA_SECRET: /^0x0{40}$/.test(keys.HCAPTCHA_SECRET) ? 'test' : 'live',
})

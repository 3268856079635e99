import 'altcha/external'
import { checkout as t } from '@foyer/contract/messages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import sheet from 'altcha/altcha.css?url'
import solver from 'altcha/workers/pbkdf2?worker&url'
import type { RenderCaptcha } from './render-captcha.ts'

// The page's policy allows neither scripts nor workers made from text, so the worker comes as our own file.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Worker(solver, { type: 'module' }))
$altcha.i18n.set('en', {
  ariaLinkLabel: 'Altcha',
  error: t['captcha.error'],
  expired: t['error.captchaExpired'],
  footer: '',
  label: t['captcha.start'],
  verified: t['captcha.verified'],
  verifying: t['captcha.solving'],
  waitAlert: t['captcha.solving'],
})

/** The widget's own styles load with it, not with the shop's. */
function addStyles() {
  if (document.querySelector(`link[href="${sheet}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  document.head.append(link)
}

/** As long as the largest challenges may take on a slow phone. */
const GIVE_UP_MS = 30 * 60_000

/** The self-hosted challenge: the browser calculates for a moment, and the buyer does nothing. */
export const renderAltcha: RenderCaptcha = async (place, _sitekey, listener) => {
  addStyles()
  const widget = document.createElement('altcha-widget')
  widget.challenge = PATHS.get_captcha_challenge[1]
  widget.language = 'en'
  widget.type = 'native'
  widget.configuration = JSON.stringify({ hideFooter: true, hideLogo: true, timeout: GIVE_UP_MS })
  let wasPassed = false
  widget.addEventListener('statechange', (event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload: string | null }>).detail
    if (state === 'verified' && payload) listener.passed(payload)
    else if (state === 'expired') listener.notPassed(wasPassed ? 'expired' : 'challenge_expired')
    else if (state === 'error') listener.notPassed('error')
    wasPassed = state === 'verified'
  })
  place.replaceChildren(widget)
  return () => widget.remove()
}

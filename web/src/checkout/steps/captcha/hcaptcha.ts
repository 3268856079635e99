import { LIMITS } from '@foyer/domain/limits.ts'
import { loadScript } from '../../../card/load-script.ts'
import type { RenderCaptcha } from './render-captcha.ts'

const SCRIPT = 'https://js.hcaptcha.com/1/api.js?render=explicit'
const POLL_MS = 100

type Hcaptcha = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}

const loadedHcaptcha = () => (window as { hcaptcha?: Hcaptcha }).hcaptcha

/** The vendor's challenge, from its public address. */
export const renderHcaptcha: RenderCaptcha = async (place, sitekey, listener) => {
  const loaded = await loadScript(SCRIPT, {
    isThere: () => loadedHcaptcha() !== undefined,
    pollMs: POLL_MS,
    giveUpMs: LIMITS.scriptGiveUpMs,
  })
  const hcaptcha = loadedHcaptcha()
  if (!loaded || !hcaptcha) return null
  const id = hcaptcha.render(place, {
    sitekey,
    theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
    callback: (token: string) => listener.passed(token),
    'expired-callback': () => listener.notPassed('expired'),
    'chalexpired-callback': () => listener.notPassed('challenge_expired'),
    'error-callback': () => listener.notPassed('error'),
  })
  return () => hcaptcha.remove(id)
}

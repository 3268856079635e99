import { PAGES } from '@foyer/contract/pages.ts'
import type { AnalyticsIds } from '@foyer/domain/privacy/analytics-ids.ts'

/** Google's tag and Meta's pixel: the queues that a page fills until the script has loaded, as their documentation describes. */
type Queue = ((...args: unknown[]) => void) & { queue?: unknown[][]; callMethod?: (...args: unknown[]) => void }
type Page = { dataLayer?: unknown[]; gtag?: Queue; fbq?: Queue; _fbq?: Queue }

const configured = new Set<string>()

/** Whether third-party scripts run in this document, in which no card may then be typed. Never true on the server. */
export const vendorsRun = (): boolean => 'gtag' in globalThis || 'fbq' in globalThis

/** Loads the scripts of the vendors whose ids the sale has, each once. Only after the buyer agreed. */
export function loadVendors({ properties, conversions, pixels }: AnalyticsIds): void {
  if (properties.length + conversions.length > 0) startGoogle([...properties, ...conversions.map(accountOf)])
  if (pixels.length > 0) startMeta(pixels)
}

/** `AW-123/label` is a conversion of the account `AW-123`. */
const accountOf = (conversion: string) => conversion.split('/')[0]!

/** Marks an id as configured; false if it already was. */
const markConfigured = (id: string) => !configured.has(id) && configured.add(id) !== undefined

function startGoogle(ids: readonly string[]) {
  const page = window as unknown as Page
  const newIds = [...new Set(ids)].filter(markConfigured)
  if (!page.gtag) {
    const queue: unknown[] = []
    page.dataLayer = queue
    // Google's script recognises a command by its type: an arguments object.
    page.gtag = function gtag() {
      // biome-ignore lint/complexity/noArguments: see above
      queue.push(arguments)
    }
    const granted = { ad_storage: 'granted', ad_user_data: 'granted', analytics_storage: 'granted' }
    // Buyers consent to measurement, not to personalised advertising.
    page.gtag('consent', 'default', { ...granted, ad_personalization: 'denied' })
    page.gtag('set', { allow_google_signals: false, page_location: checkoutAddress(), page_referrer: '' })
    page.gtag('js', new Date())
    addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(ids[0]!)}`)
  }
  // Views are reported for each step, not once per document.
  for (const id of newIds) page.gtag('config', id, { send_page_view: false })
}

function startMeta(pixels: readonly string[]) {
  const page = window as unknown as Page
  const newIds = pixels.filter(markConfigured)
  if (!page.fbq) {
    const fbq: Queue = (...args) => (fbq.callMethod ? fbq.callMethod(...args) : fbq.queue!.push(args))
    Object.assign(fbq, { queue: [], push: fbq, loaded: true, version: '2.0' })
    page.fbq = fbq
    page._fbq = fbq
    // The pixel reads the address bar itself.
    if (location.search || location.hash) history.replaceState(null, '', location.pathname)
    addScript('https://connect.facebook.net/en_US/fbevents.js')
  }
  for (const id of newIds) {
    // By default it would also send the texts of buttons and the page's metadata.
    page.fbq('set', 'autoConfig', false, id)
    page.fbq('init', id)
  }
}

const checkoutAddress = () => `${location.origin}${PAGES.checkout}`

function addScript(src: string) {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
}

import type { Privacy } from '@foyer/contract/pages.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout, User } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setUser } from '../../api/user.ts'
import { App } from '../../app.tsx'
import { click, findIn, render, textOf, type } from '../../testing/render.tsx'
import { announcements } from '../../ui/feedback/announce.ts'
import { notifications } from '../../ui/feedback/notify.ts'
import { page } from '../page.tsx'
import { loadScreens } from '../screens.tsx'
import { sampleCheckout } from './checkout.ts'
import { failed, fakeShop } from './shop.ts'

/** Renders the whole checkout page in a test, with the real client, a fake server and fake timers. */

export const NOON = Date.UTC(2027, 8, 1, 12)
const NAMES = Object.fromEntries(Object.entries(PATHS).map(([name, [, path]]) => [path, name as CallName]))

export { click, failed, textOf, type }

const PAYMENT_FORMS = [
  () => import('../steps/payment/methods/bank.tsx'),
  () => import('../steps/payment/methods/card.tsx'),
  () => import('../steps/payment/methods/plan.tsx'),
  () => import('../steps/payment/methods/square-form.tsx'),
]

/** Called once per test file: loads all screens, fakes the time and clears what the last test left. */
export function onCheckoutPage() {
  beforeAll(async () => {
    // Third-party scripts load here without running. A test decides whether they define anything.
    const { happyDOM } = window as unknown as {
      happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } }
    }
    happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
    await loadScreens()
    await Promise.all(PAYMENT_FORMS.map((form) => form()))
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON })
    sessionStorage.clear()
    for (const { id } of notifications.now()) notifications.remove(id)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
}

type Script = NonNullable<Parameters<typeof fakeShop>[1]>

/** The fields of a form-encoded body; names like `address[town]` are not nested. */
const formOf = (body: unknown) => Object.fromEntries(body instanceof URLSearchParams ? body : [])

export async function openCheckout(
  overrides: Partial<Checkout> | null,
  { script = {}, user = null, privacy }: { script?: Script; user?: User | null; privacy?: Privacy } = {},
) {
  const sale = sampleCheckout(overrides ?? {})
  const shop = fakeShop(sale, { get_user: { user }, ...script })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const name = NAMES[url.split('?')[0]!]!
    const answer = await (
      shop.call as (name: CallName, body: unknown) => Promise<ReturnType<typeof failed> | { ok: true; reply: unknown }>
    )(name, formOf(init?.body))
    if (!answer.ok) {
      if (answer.status === 0) throw new TypeError('no network')
      const { error, code, body } = answer
      return new Response(JSON.stringify({ error, code, ...body }), { status: answer.status })
    }
    return new Response(JSON.stringify(answer.reply), { status: 200 })
  })
  act(() => setUser(user))
  const shell = {
    user,
    basket_quantity: 0,
    context: 'organiser' as const,
    shop: { name: 'Foyer', email: null },
    sandbox: false,
    now: new Date().toISOString(),
    ...(privacy && { privacy }),
  }
  const { box } = render(<App page={page} data={{ checkout: overrides === null ? null : sale }} shell={shell} />)
  await go(0)
  return { shop, ...pageQueries(box) }
}

/** Advances the time, and waits for what it triggers. */
export const go = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

const nameOf = (element: Element): string => {
  const by = element.getAttribute('aria-labelledby')
  const label = by ? textOf(document.getElementById(by)) : element.getAttribute('aria-label')
  return label ?? textOf(element)
}

function pageQueries(box: HTMLElement) {
  const all = <T extends HTMLElement>(selector: string) => [...box.querySelectorAll<T>(selector)]
  const named = <T extends HTMLElement>(selector: string, name: string | RegExp) =>
    all<T>(selector).filter((each) => (typeof name === 'string' ? nameOf(each) === name : name.test(nameOf(each))))
  const one = <T extends HTMLElement>(what: string, found: T[], name: string | RegExp): T => {
    if (found.length !== 1) throw new Error(`${found.length} ${what} named ${name} in: ${textOf(box)}`)
    return found[0]!
  }
  const labelled = (label: string) =>
    all<HTMLLabelElement>('label')
      .filter((each) => textOf(each).replace('*', '') === label)
      .map((each) => document.getElementById(each.htmlFor) ?? each.querySelector('input'))
      .filter((each) => each !== null) as HTMLInputElement[]
  return {
    box,
    all,
    find: <T extends HTMLElement>(selector: string) => findIn<T>(box, selector),
    text: () => textOf(box),
    has: (text: string) => textOf(box).includes(text),
    heading: () => textOf(box.querySelector('h1')),
    buttons: (name: string | RegExp) => named<HTMLButtonElement>('button', name),
    button: (name: string | RegExp) => one('buttons', named<HTMLButtonElement>('button', name), name),
    links: (name: string | RegExp) => named<HTMLAnchorElement>('a', name),
    link: (name: string | RegExp) => one('links', named<HTMLAnchorElement>('a', name), name),
    fields: labelled,
    field: (label: string) => one('fields', labelled(label), label),
    /** alert boxes of one type, as text */
    alerts: (kind: 'info' | 'success' | 'warning' | 'error') => all(`[data-type="${kind}"]`).map(textOf),
    /** the texts of the notifications */
    notes: () => all('[data-notification]').map(textOf),
    spoken: () => announcements.now().map(({ text, urgency }) => [urgency, text]),
    /** the error text of a field */
    errorOf: (field: HTMLElement) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter((id) => id.endsWith('-error'))
        .map((id) => textOf(document.getElementById(id)))
        .join(),
    press: async (element: Element) => {
      click(element)
      await go(0)
    },
  }
}

import type { SentBody } from '@foyer/contract/calls.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { reserveOutcome } from '@foyer/contract/reserve-outcome.ts'
import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { deadlineOf, expiresNow } from '@foyer/domain/checkout/countdown.ts'
import { nextStep, type Step, type StoredStep } from '@foyer/domain/checkout/steps.ts'
import { impossible } from '@foyer/domain/result.ts'
import type { Answer, Call, Failed } from '../../api/client.ts'
import { createNewest } from './newest.ts'
import { deadlineFor, stepOf } from './sale.ts'
import { movedText, STALE } from './stale.ts'

export type CheckoutState = {
  /** null until the first response: the step is then `determining` */
  checkout: Checkout | null
  step: Step
  /** when the hold ends, in milliseconds of the page's clock; null while nothing counts down */
  deadline: number | null
  expired: boolean
  /** cleared by the next reserve */
  reservingError: string | null
  captcha: {
    sitekey: string | null
    error: string | null
    /** how many challenges were shown: each one needs a fresh widget */
    round: number
  }
  /** the number of basket changes in progress */
  updating: number
  /** a move to another step is in progress */
  moving: boolean
  /** how often the step has changed since the page was loaded; after the first change, a new step receives the focus */
  visit: number
  /** a payment is in progress: nothing may be reloaded */
  paying: boolean
  /** the first load failed: there is nothing to show yet */
  loadFailed: boolean
}

export type CheckoutDeps = {
  call: Call
  /** milliseconds since 1970 by the server's clock */
  clock: () => number
  navigate: (url: string) => void
  notify: { error: (text: string) => void; info: (text: string) => void; withdraw?: (text: string) => void }
  /** reports the items of a new hold to analytics */
  registerItems: (checkout: Checkout) => void
  setUpCardProvider: (checkout: Checkout) => void
}

type ReloadOptions = {
  /** keeps the message about the last reserve */
  keepReservingError?: boolean
  /** the buyer did not request this: a notification explains it when it leads to another step */
  explain?: boolean
  /** a failure is not shown, because the page is still correct */
  quiet?: boolean
  /** the change to be shown: if its answer has the checkout and nothing has changed since, nothing is requested */
  after?: Answer<CallName>
}

export type CheckoutStore = ReturnType<typeof createCheckoutStore>

/**
 * The state of the sale in the browser, and every way to change it. The server's state wins: a response of `get` decides the
 * step, the total and the time left. `initial` is what the page was rendered with, at `renderedAt` milliseconds since 1970.
 */
export function createCheckoutStore(deps: CheckoutDeps, initial: Checkout | null, renderedAt: number) {
  const { clock, navigate, notify } = deps
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let connected = false
  const newest = createNewest(deps.call)
  const { call } = newest
  let reloading: { version: number; answer: Promise<boolean> } | undefined
  let reserving: Promise<void> | undefined

  let state: CheckoutState = {
    checkout: initial,
    step: initial ? stepOf(initial) : 'determining',
    deadline: null,
    expired: initial?.expired ?? false,
    reservingError: initial?.reserving_error ?? null,
    captcha: { sitekey: initial?.captcha_sitekey ?? null, error: null, round: 0 },
    updating: 0,
    moving: false,
    visit: 0,
    paying: false,
    loadFailed: false,
  }
  if (initial) state.deadline = deadlineFor(state.step, initial, renderedAt)
  const rendered = state

  function set(change: Partial<CheckoutState>) {
    const moved = change.step !== undefined && change.step !== state.step && state.step !== 'determining'
    state = { ...state, ...change, visit: state.visit + Number(moved) }
    for (const listener of listeners) listener()
    watchDeadline()
  }

  /** Sets one timer for the deadline. Only the visible countdown ticks every second. */
  function watchDeadline() {
    clearTimeout(timer)
    if (!connected || state.deadline === null || state.paying) return
    const wait = state.deadline - clock()
    timer = setTimeout(
      () => (clock() >= (state.deadline ?? Infinity) ? void expire() : watchDeadline()),
      Math.max(0, wait),
    )
  }

  function show(step: StoredStep, secondsRemaining: number) {
    const checkout = state.checkout && { ...state.checkout, state: step, seconds_remaining: secondsRemaining }
    set({ checkout, step, deadline: checkout && deadlineFor(step, checkout, clock()) })
  }

  function showReply(checkout: Checkout, { keepReservingError, explain }: ReloadOptions) {
    const step = stepOf(checkout)
    const before = state.step
    // A reason from the server goes when the server no longer gives it.
    const isFromServer = state.reservingError === state.checkout?.reserving_error
    set({
      checkout,
      step,
      deadline: deadlineFor(step, checkout, clock()),
      expired: checkout.expired || (state.expired && step === 'basket'),
      reservingError: keepReservingError
        ? (state.reservingError ?? checkout.reserving_error)
        : (checkout.reserving_error ?? (isFromServer ? null : state.reservingError)),
      captcha: { ...state.captcha, sitekey: checkout.captcha_sitekey ?? state.captcha.sitekey },
      loadFailed: false,
    })
    if (explain && before !== 'determining' && before !== step && !state.expired) notify.info(movedText(step))
    // An empty basket past the basket step is moved back on the server too.
    if (step !== checkout.state) void call('update_basket_state', { state: step })
  }

  /**
   * A payment runs. Once it is complete, a reload brings what only a paid order has, such as messages of organisers. After a
   * bank transfer it would skip the outcome, which stays until the buyer continues.
   */
  const isPaying = () => state.paying && !(state.checkout?.payment_complete && state.step !== 'awaiting_truelayer')

  function showLoaded(checkout: Checkout, options: ReloadOptions): boolean {
    notify.withdraw?.(t['error.getCheckout'])
    if (isPaying()) return false
    showReply(checkout, options)
    return true
  }

  /** Reloads the sale; returns whether that worked. */
  function reload(options: ReloadOptions = {}): Promise<boolean> {
    if (isPaying()) return Promise.resolve(false)
    const current = newest.checkoutIn(options.after)
    if (current) return Promise.resolve(showLoaded(current, options))
    const version = newest.version()
    if (reloading?.version === version) return reloading.answer
    const answer = (async () => {
      const got = await call('get')
      if (newest.version() !== version) return reload(options)
      reloading = undefined
      if (!got.ok) {
        if (!options.quiet) notify.error(t['error.getCheckout'])
        if (!state.checkout) set({ loadFailed: true })
        return false
      }
      // A payment may have started meanwhile, and nothing is reloaded until it ends.
      return showLoaded(got.reply, options)
    })()
    reloading = { version, answer }
    return answer
  }

  /** Handles a call that failed because this page is out of date: shows why, opens the current step, and returns true. */
  async function handleStaleState({ code, error }: Failed): Promise<boolean> {
    if (!code || !STALE.has(code)) return false
    if (code !== 'hold_expired' || !(await expire())) {
      const before = state.step
      await reload({ quiet: true })
      const text = code === 'wrong_step' && state.step !== before ? movedText(state.step) : error
      if (text) notify.info(text)
    }
    return true
  }

  /** Shows a failure: the text of the catalogue, or the server's reason when this page is out of date. */
  async function showFailure(failed: Failed, text: string) {
    if (!(await handleStaleState(failed))) notify.error(text)
  }

  /**
   * Stores a move on the server and shows the step; returns whether that worked. `handled` returns true for a refusal that the
   * caller shows itself.
   */
  async function move(
    to: StoredStep,
    text: string = t['error.updateBasketState'],
    handled: (answer: Failed) => boolean = () => false,
  ): Promise<boolean> {
    set({ moving: true })
    const answer = await call('update_basket_state', { state: to }, { withCheckout: to !== 'reserve' })
    set({ moving: false })
    if (answer.ok) notify.withdraw?.(text)
    else {
      if (answer.code === 'price_changed') {
        set({ reservingError: answer.error })
        await reload({ keepReservingError: true, quiet: true })
      } else if (!handled(answer)) await showFailure(answer, text)
      return false
    }
    show(to, answer.reply.seconds_remaining)
    // Some moves change the sale: the account step adds the customer.
    if (to !== 'reserve') void reload({ quiet: true, after: answer })
    return true
  }

  /** Continues to the next step. `saved` is what a call has just stored, in case the reload failed. */
  async function next({ text, saved }: { text?: string; saved?: Partial<Checkout> } = {}): Promise<boolean> {
    const to = state.checkout && nextStep(state.step, saleOf({ ...state.checkout, ...saved }))
    return to ? move(to, text) : false
  }

  /**
   * Reloads what the call `after` has changed and continues; returns whether that worked. If the sale is at another step
   * meanwhile, by another tab or device or because its hold has expired, that step is shown: the buyer has not completed it here.
   */
  async function reloadAndNext(saved?: Partial<Checkout>, after?: Answer<CallName>): Promise<boolean> {
    const { step } = state
    // A reload that is still in progress began before the call, which the account's forms make without the store.
    if (!after) newest.changed()
    await reload({ quiet: true, explain: true, after })
    return state.step === step && next({ saved })
  }

  /** Changes the sale and reloads it. A failure is shown with `text`. */
  async function change<N extends CallName>(name: N, body: SentBody<N>, text: string): Promise<Answer<N>> {
    set({ updating: state.updating + 1 })
    try {
      const answer = await call(name, body)
      if (answer.ok) {
        notify.withdraw?.(text)
        set({ reservingError: null })
        await reload()
      } else await showFailure(answer, text)
      return answer
    } finally {
      set({ updating: state.updating - 1 })
    }
  }

  /** Returns to the basket, on the page even when the server could not store it. */
  async function backToBasket(options?: ReloadOptions) {
    if (state.step !== 'basket') {
      newest.changed()
      show('basket', 0)
    }
    const answer = await call('update_basket_state', { state: 'basket' })
    // A refused call means that this page is out of date, which the reload resolves; a call without a response is an outage.
    if (answer.ok) notify.withdraw?.(t['error.updateBasketState'])
    else if (!answer.code || !STALE.has(answer.code)) notify.error(t['error.updateBasketState'])
    await reload({ keepReservingError: true, ...options })
  }

  /** Releases the hold and opens the basket. */
  async function editBasket(): Promise<boolean> {
    const answer = await call('destroy_sale')
    if (!answer.ok) {
      // Trying again later, as the catalogue's text says, does not help.
      if (answer.code === 'offer_not_editable') notify.info(answer.error)
      else await showFailure(answer, t['error.editBasket'])
      return false
    }
    notify.withdraw?.(t['error.editBasket'])
    set({ reservingError: null, expired: false })
    return move('basket')
  }

  /** Reserves the basket. A second call while one is in progress shares its result. */
  function reserve(token?: string): Promise<void> {
    reserving ??= reserveOnce(token).finally(() => {
      reserving = undefined
    })
    return reserving
  }

  async function reserveOnce(token?: string) {
    set({ reservingError: null, expired: false, captcha: { ...state.captcha, error: null } })
    const answer = await call('reserve_tickets', token ? { 'h-captcha-response': token } : {})
    if (!answer.ok) {
      if (await handleStaleState(answer)) return
      notify.error(t['error.reserveTickets'])
      return backToBasket()
    }
    notify.withdraw?.(t['error.reserveTickets'])
    const outcome = reserveOutcome(answer.reply)
    switch (outcome.kind) {
      case 'reserved':
        return showReserved(outcome)
      case 'captcha':
        set({ captcha: { sitekey: outcome.sitekey, error: outcome.error, round: state.captcha.round + 1 } })
        if (state.step !== 'captcha') await move('captcha')
        return
      case 'redirect':
        return navigate(outcome.url)
      case 'error':
        set({ reservingError: outcome.text })
        return backToBasket()
      case 'unknown':
        set({ reservingError: t['error.unknownReserve'] })
        return backToBasket()
      default:
        return impossible(outcome)
    }
  }

  async function showReserved(hold: { saleReference: string; fresh: boolean; seconds: number }) {
    if (!state.checkout) return
    const checkout = { ...state.checkout, sale_reference: hold.saleReference, seconds_remaining: hold.seconds }
    set({ checkout, deadline: deadlineOf(hold.seconds, clock()) })
    if (hold.fresh) deps.registerItems(checkout)
    deps.setUpCardProvider(checkout)
    await next()
  }

  /** The countdown has reached zero, or the server has reported the expiry first. */
  async function expire(): Promise<boolean> {
    if (!expiresNow(state.step, 0, state.checkout?.payment_complete ?? false)) return false
    set({ expired: true, deadline: null })
    await backToBasket()
    return true
  }

  /** Requests a longer hold (WCAG 2.2.1). Only the server knows whether it is possible. */
  async function extendHold() {
    const answer = await call('extend_hold')
    if (!answer.ok) {
      notify.info(answer.error || t['error.updateBasketState'])
      if (answer.code === 'hold_expired') return expire()
    } else {
      show(state.step as StoredStep, answer.reply.seconds_remaining)
      notify.info(t['countdown.extended'])
    }
    await reload({ quiet: true })
  }

  /** During a payment nothing is reloaded, and an expired hold is handled afterwards: the provider decides first. */
  const setPaying = (paying: boolean) => {
    if (paying !== state.paying) set({ paying })
  }

  /** The payment is complete, and the countdown ends. `details`: what else the response says about the sale. */
  function setPaymentComplete(details: Partial<Checkout> = {}) {
    newest.changed()
    if (state.checkout) set({ checkout: { ...state.checkout, ...details, payment_complete: true }, deadline: null })
  }

  return {
    now: () => state,
    /** what the document shows: a part of the page that hydrates late must start with it */
    onServer: () => rendered,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Starts to watch the deadline and returns a function that stops it. Not on the server. */
    connect() {
      connected = true
      watchDeadline()
      return () => {
        connected = false
        clearTimeout(timer)
      }
    },
    reload,
    move,
    next,
    reloadAndNext,
    change,
    handleStaleState,
    showFailure,
    editBasket,
    reserve,
    expire,
    extendHold,
    setPaying,
    setPaymentComplete,
    backToBasket,
    setReservingError: (text: string) => set({ reservingError: text }),
    call,
    clock,
    navigate,
    notify,
  }
}

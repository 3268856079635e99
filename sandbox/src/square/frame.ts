import { CARD_FORM_JS, cardFrame, FRAME_LINK_JS, FRAME_SERVE_JS } from '../kernel/card-form.ts'

const FRAME_JS = `
(function () {
  var start = {}
  try { start = JSON.parse(decodeURIComponent(location.hash.slice(1) || '%7B%7D')) } catch (error) { start = {} }
  applyAppearance(start.appearance)
  var emitEvent = function () {}, knownPostal = false
  var MESSAGES = {
    incomplete_number: 'Enter a valid card number.',
    invalid_number: 'Enter a valid card number.',
    incomplete_expiry: 'Enter a valid expiry date.',
    invalid_expiry_year: 'Enter a valid expiry date.',
    invalid_expiry_year_past: 'Enter a valid expiry date.',
    invalid_expiry_month_past: 'Enter a valid expiry date.',
    incomplete_cvc: 'Enter a valid security code.',
    incomplete_zip: 'Enter a valid postal code.',
  }
  var FIELDS = { number: 'cardNumber', expiry: 'expirationDate', cvc: 'cvv', postal: 'postalCode' }
  var form = document.querySelector('form')
  var card = cardForm(form, [
    { name: 'number', label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number', whole: true },
    { name: 'expiry', label: 'Expiry date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
    { name: 'cvc', label: 'Security code', placeholder: 'CVV', autocomplete: 'cc-csc' },
    { name: 'postal', label: 'Postal code', placeholder: '', autocomplete: 'billing postal-code', text: true, optional: true, whole: true },
  ], MESSAGES, function (state) { emitEvent('change', state) }, { postalOptional: function () { return knownPostal } })
  if (start.postalCode) card.set('postal', start.postalCode)
  form.elements.postal.addEventListener('input', function (event) { emitEvent('postalCodeChanged', { postalCodeValue: event.target.value }) })
  form.addEventListener('submit', function (event) { event.preventDefault(); emitEvent('submit') })
  form.addEventListener('keydown', function (event) { if (event.key === 'Escape') emitEvent('escape') })
  serveFrame({
    focus: card.focus,
    clear: card.clear,
    configure: function (options) { if (options.postalCode) card.set('postal', options.postalCode) },
    tokenize: function (request) {
      var contact = (request.verification || {}).billingContact || {}
      knownPostal = Boolean(contact.postalCode)
      var problem = card.validate()
      if (problem) return { status: 'Invalid', errors: [{ type: 'VALIDATION_ERROR', field: FIELDS[problem.field], message: problem.message }] }
      return fetch('/square/v1/tokenize', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ app_id: request.appId, location_id: request.locationId, card: card.read(), verification: request.verification }),
      }).then(function (answer) { return answer.json() }).catch(function () {
        return { status: 'Error', errors: [{ type: 'NETWORK_ERROR', message: 'The card could not be sent. Check your connection and try again.' }] }
      })
    },
  }, function (emit) {
    emitEvent = emit
    emit('ready')
  })
})()
`

export const SQUARE_FRAME = cardFrame(`${CARD_FORM_JS}${FRAME_SERVE_JS}${FRAME_JS}`)

const MAIN_JS = `
  var HERE = new URL(document.currentScript.src).origin

  /* The styles of a card that this frame shows: selector, property, what it is here. */
  var STYLES = [
    ['input', 'color', 'colorText'], ['input', 'backgroundColor', 'colorBackground'], ['input', 'fontFamily', 'fontFamily'],
    ['input', 'fontSize', 'fontSizeBase'], ['input::placeholder', 'color', 'colorTextSecondary'], ['input.is-error', 'color', 'colorDanger'],
    ['.input-container', 'borderColor', 'colorBorder'], ['.input-container', 'borderRadius', 'borderRadius'],
    ['.input-container.is-focus', 'borderColor', 'colorPrimary'],
  ]

  function named(name, message) {
    var error = new Error(message)
    error.name = name
    return error
  }

  /* The bank's challenge over the shop's page; resolves with its result. */
  function challenge(url) {
    return new Promise(function (resolve) {
      var veil = document.createElement('div')
      veil.setAttribute('role', 'dialog')
      veil.setAttribute('aria-modal', 'true')
      veil.setAttribute('aria-label', 'Card verification')
      veil.style.cssText = 'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;padding:16px;background:rgba(0,0,0,.5)'
      var frame = document.createElement('iframe')
      frame.title = 'Card verification'
      frame.src = url
      frame.style.cssText = 'border:0;width:100%;max-width:420px;height:min(600px,100%);border-radius:12px;background:Canvas'
      veil.append(frame)
      document.body.append(veil)
      frame.focus()
      window.addEventListener('message', function done(message) {
        if (message.source !== frame.contentWindow || message.origin !== HERE || !message.data || !message.data.sandboxChallenge) return
        window.removeEventListener('message', done)
        veil.remove()
        resolve(message.data.sandboxChallenge)
      })
    })
  }

  function payments(appId, locationId) {
    if (typeof appId !== 'string' || !/^(sandbox-)?sq0id[bp]-/.test(appId)) throw named('InvalidApplicationIdError', 'The Payment applicationId option is not in the correct format.')
    if (locationId !== undefined && typeof locationId !== 'string') throw named('InvalidLocationIdError', 'The location ID is not valid.')

    function card(options) {
      var settings = options || {}, frame = null, container = null, destroyed = false, heard = {}
      function hear(data) { (heard[data.event] || []).forEach(function (each) { each({ detail: data }) }) }
      function usable() { if (destroyed) throw named('PaymentMethodAlreadyDestroyedError', 'This card has been destroyed.') }
      return {
        attach: function (target) {
          usable()
          if (frame) return Promise.reject(named('PaymentMethodAlreadyAttachedError', 'Card has already been attached.'))
          container = typeof target === 'string' ? document.querySelector(target) : target
          if (!container) return Promise.reject(named('ElementNotFoundError', 'The element ' + target + ' was not found.'))
          return new Promise(function (resolve) {
            var background = getComputedStyle(container).colorScheme
            var night = background === 'dark' || /dark/.test(background) && matchMedia('(prefers-color-scheme: dark)').matches
            var variables = {}
            STYLES.forEach(function (each) {
              var value = ((settings.style || {})[each[0]] || {})[each[1]]
              if (value) variables[each[2]] = value
            })
            var start = { postalCode: settings.postalCode, appearance: { theme: night ? 'night' : 'stripe', variables: variables } }
            frame = openFrame(HERE, HERE + '/square/v1/card#' + encodeURIComponent(JSON.stringify(start)), 'Secure Credit Card Form', function (data) {
              if (data.event === 'ready') resolve()
              hear(data)
            })
            frame.element.style.colorScheme = night ? 'dark' : 'light'
            container.append(frame.element)
          })
        },
        detach: function () {
          if (frame) frame.close()
          frame = null
          return Promise.resolve(true)
        },
        destroy: function () {
          if (frame) frame.close()
          frame = null
          destroyed = true
          return Promise.resolve(true)
        },
        clear: function () { return frame.call('clear') },
        focus: function () { return frame.call('focus') },
        configure: function (options) { Object.assign(settings, options); return frame ? frame.call('configure', options) : Promise.resolve() },
        recalculateSize: function () {},
        addEventListener: function (name, each) { (heard[name] = heard[name] || []).push(each) },
        removeEventListener: function (name, each) { heard[name] = (heard[name] || []).filter(function (other) { return other !== each }) },
        tokenize: function (verification) {
          usable()
          if (!frame) return Promise.reject(named('PaymentMethodNotAttachedError', 'Card must be attached before it can be tokenized.'))
          return frame.call('tokenize', { appId: appId, locationId: locationId, verification: verification }).then(function (result) {
            if (!result.challenge) return result
            return challenge(HERE + result.challenge).then(function (outcome) {
              if (outcome === 'passed') return { status: 'OK', token: result.token, details: result.details }
              if (outcome === 'cancelled') return { status: 'Cancel' }
              return { status: 'Error', errors: [{ type: 'CARD_DECLINED_VERIFICATION_REQUIRED', message: 'The card could not be verified.' }] }
            })
          })
        },
      }
    }

    return {
      card: function (options) { return Promise.resolve(card(options)) },
      setLocale: function () { return Promise.resolve() },
      verifyBuyer: function () { return Promise.reject(named('UnsupportedError', 'verifyBuyer is deprecated: pass the verification details to tokenize.')) },
      paymentRequest: function (options) { return { update: function () { return true }, options: options } },
      applePay: function () { return Promise.reject(named('PaymentMethodUnsupportedError', 'Apple Pay is not available.')) },
      googlePay: function () { return Promise.reject(named('PaymentMethodUnsupportedError', 'Google Pay is not available.')) },
    }
  }

  window.Square = { payments: payments }
`

/** The stand-in for the vendor's browser script. */
export const SQUARE_JS = `(function () {
  'use strict'
  if (window.Square) return
${FRAME_LINK_JS}${MAIN_JS}
})()
`

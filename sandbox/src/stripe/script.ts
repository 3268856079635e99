import { FRAME_LINK_JS } from '../kernel/card-form.ts'
import { ENCODE_JS } from './frame.ts'

const MAIN_JS = `
  var HERE = new URL(document.currentScript.src).origin
  var LOST = 'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again. If this problem persists, please contact us.'
  var never = function () { return new Promise(function () {}) }

  function IntegrationError(message) {
    var error = new Error(message)
    error.name = 'IntegrationError'
    return error
  }

  function idOf(secret) {
    var at = String(secret).indexOf('_secret_')
    if (at < 1) throw IntegrationError('Invalid value for clientSecret: it should be of the form {id}_secret_{secret}. You specified: ' + secret + '.')
    return String(secret).slice(0, at)
  }

  function isSetup(secret) { return String(secret).indexOf('seti_') === 0 }
  function pathOf(secret) { return (isSetup(secret) ? '/v1/setup_intents/' : '/v1/payment_intents/') + idOf(secret) }

  /* Emits to listeners as the vendor's elements do. */
  function listeners() {
    var all = {}
    return {
      on: function (name, hear) { (all[name] = all[name] || []).push(hear) },
      off: function (name, hear) { all[name] = hear ? (all[name] || []).filter(function (each) { return each !== hear }) : [] },
      emit: function (name, event) { (all[name] || []).slice().forEach(function (hear) { hear(event) }) },
    }
  }

  function StripeClient(key, account) {
    function api(method, path, params) {
      var query = encodeForm(Object.assign({ key: key, _stripe_account: account }, params))
      var options = method === 'GET' ? {} : { method: method, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: query }
      return fetch(HERE + path + (method === 'GET' ? '?' + query : ''), options)
        .then(function (answer) { return answer.json() })
        .catch(function () { return { error: { type: 'api_connection_error', message: LOST } } })
    }

    function retrieve(secret) { return api('GET', pathOf(secret), { client_secret: secret }) }
    function named(secret, intent) { return isSetup(secret) ? { setupIntent: intent } : { paymentIntent: intent } }

    function returnAddress(returnUrl, secret, intent) {
      var url = new URL(returnUrl, location.href)
      var name = isSetup(secret) ? 'setup_intent' : 'payment_intent'
      var status = { succeeded: 'succeeded', requires_capture: 'succeeded', processing: 'pending' }[intent.status] || 'failed'
      url.searchParams.set(name, intent.id)
      url.searchParams.set(name + '_client_secret', secret)
      url.searchParams.set('redirect_status', status)
      return url.href
    }

    /* The bank's question over the shop's page; resolves when it was answered. */
    function challenge(url) {
      return new Promise(function (resolve) {
        var veil = document.createElement('div')
        veil.setAttribute('role', 'dialog')
        veil.setAttribute('aria-modal', 'true')
        veil.setAttribute('aria-label', '3-D Secure')
        veil.style.cssText = 'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;padding:16px;background:rgba(0,0,0,.5)'
        var frame = document.createElement('iframe')
        frame.title = '3-D Secure'
        frame.src = url + '?frame=1'
        frame.style.cssText = 'border:0;width:100%;max-width:420px;height:min(560px,100%);border-radius:12px;background:Canvas'
        veil.append(frame)
        document.body.append(veil)
        frame.focus()
        window.addEventListener('message', function done(message) {
          if (message.source !== frame.contentWindow || message.origin !== HERE || message.data !== 'sandbox:3ds-answered') return
          window.removeEventListener('message', done)
          veil.remove()
          resolve()
        })
      })
    }

    function questionOf(intent) {
      var next = intent.next_action || {}
      return next.redirect_to_url ? next.redirect_to_url.url : next.use_stripe_sdk ? next.use_stripe_sdk.stripe_js : null
    }

    function answered(secret, intent) {
      var error = intent.last_payment_error || intent.last_setup_error
      if (intent.status === 'requires_payment_method' && error) {
        var more = isSetup(secret) ? { setup_intent: intent } : { payment_intent: intent }
        return { error: Object.assign({}, error, more) }
      }
      return named(secret, intent)
    }

    /* What follows a confirm: the error, the bank's question, the way back to the shop, or the intent. */
    function follow(secret, result, returnUrl, redirect) {
      if (result.error) return Promise.resolve({ error: result.error })
      var question = result.status === 'requires_action' ? questionOf(result) : null
      if (question && redirect) {
        location.assign(question)
        return never()
      }
      if (question) {
        return challenge(question).then(function () { return retrieve(secret) }).then(function (intent) {
          return intent.error ? { error: intent.error } : answered(secret, intent)
        })
      }
      if (redirect) {
        location.assign(returnAddress(returnUrl, secret, result))
        return never()
      }
      return Promise.resolve(named(secret, result))
    }

    function confirmWith(options, secret) {
      var params = options.confirmParams || {}
      var redirect = options.redirect !== 'if_required'
      if (redirect && !params.return_url) throw IntegrationError('stripe.confirm' + (isSetup(secret) ? 'Setup' : 'Payment') + '(): the confirmParams.return_url argument is required unless redirect is if_required.')
      var sent = { client_secret: secret, return_url: params.return_url, receipt_email: params.receipt_email, shipping: params.shipping }
      if (!redirect) sent.use_stripe_sdk = true
      var path = pathOf(secret) + '/confirm'
      var element = options.elements && options.elements._payment()
      var data = params.payment_method_data || {}
      var asked
      if (params.payment_method || params.confirmation_token || !element) {
        asked = api('POST', path, Object.assign(sent, { payment_method: params.payment_method }))
      } else {
        asked = element._call('confirm', { key: key, account: account, path: path, params: sent, billing: element._billing(data.billing_details) })
      }
      return asked.then(function (result) { return follow(secret, result, params.return_url, redirect) })
    }

    function confirmElements(options, kind) {
      var elements = options.elements
      var secret = options.clientSecret || (elements && elements._secret())
      if (!secret) throw IntegrationError('stripe.' + kind + '(): you must pass a clientSecret, or Elements made with one.')
      if (elements && elements._deferred() && !elements._submitted()) {
        return Promise.resolve({ error: { type: 'invalid_request_error', code: 'elements_not_submitted', message: 'elements.submit() must be called before stripe.' + kind + '(). Call elements.submit() as soon as your customer presses pay, prior to any asynchronous work.' } })
      }
      var checked = elements && !elements._deferred() ? elements.submit() : Promise.resolve({})
      return checked.then(function (result) { return result.error ? { error: result.error } : confirmWith(options, secret) })
    }

    function cardConfirm(secret, data, options) {
      var given = data || {}
      var method = given.payment_method
      var path = pathOf(secret) + '/confirm'
      var sent = { client_secret: secret, return_url: given.return_url, use_stripe_sdk: true }
      var element = method && typeof method === 'object' && method.card && method.card._call ? method.card : null
      var asked
      if (element) asked = element._call('confirm', { key: key, account: account, path: path, params: sent, billing: element._billing(method.billing_details) })
      else if (method && typeof method === 'object') asked = api('POST', path, Object.assign(sent, { payment_method_data: Object.assign({ type: 'card' }, method) }))
      else asked = api('POST', path, Object.assign(sent, { payment_method: method }))
      return asked.then(function (result) {
        if (options && options.handleActions === false && !result.error) return named(secret, result)
        return follow(secret, result, null, false)
      })
    }

    function makeElements(options) {
      var settings = Object.assign({}, options)
      if (settings.clientSecret) idOf(settings.clientSecret)
      else if (settings.mode && ['payment', 'setup', 'subscription'].indexOf(settings.mode) < 0) throw IntegrationError('Invalid value for elements(): mode should be payment, setup or subscription.')
      var made = {}, submitted = false
      var group = listeners()
      var saving = settings.mode === 'setup' || Boolean(settings.setupFutureUsage)

      function termsText(elementOptions) {
        var asked = (elementOptions.terms || {}).card || 'auto'
        if (asked === 'never' || (asked === 'auto' && !saving)) return ''
        var name = (elementOptions.business || {}).name || 'this shop'
        return 'By providing your card information, you allow ' + name + ' to charge your card for future payments in accordance with their terms.'
      }

      function cardElement(type, elementOptions) {
        var heard = listeners(), frame = null, container = null, wanted = Object.assign({}, elementOptions)
        var event = function (more) { return Object.assign({ elementType: type }, more) }

        function hear(data) {
          if (data.event === 'ready') {
            heard.emit('ready', event())
            if (wanted.autofocus) frame.call('focus')
          } else if (data.event === 'change') {
            heard.emit('change', event({ collapsed: false, complete: data.complete, empty: data.empty, value: { type: 'card' }, brand: data.brand }))
          } else heard.emit(data.event, event())
        }

        function check() {
          if (!settings.clientSecret) return
          retrieve(settings.clientSecret).then(function (intent) {
            if (!frame) return
            var over = intent.status === 'succeeded' || intent.status === 'canceled'
            var error = intent.error || (over && { type: 'invalid_request_error', code: (isSetup(settings.clientSecret) ? 'setup' : 'payment') + '_intent_unexpected_state', message: 'This Intent is in a terminal state and cannot be used to initialize Elements.' })
            if (error) return heard.emit('loaderror', event({ error: error }))
            saving = saving || isSetup(settings.clientSecret) || Boolean(intent.setup_future_usage)
            frame.call('update', { terms: termsText(wanted) })
          })
        }

        var element = {
          mount: function (target) {
            if (frame) return
            container = typeof target === 'string' ? document.querySelector(target) : target
            if (!container) throw IntegrationError('The selector you specified (' + target + ') applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().')
            var night = (settings.appearance || {}).theme === 'night'
            var start = { appearance: settings.appearance, terms: termsText(wanted) }
            frame = openFrame(HERE, HERE + '/stripe/elements/card#' + encodeURIComponent(JSON.stringify(start)), 'Secure payment input frame', hear)
            frame.element.name = '__privateStripeFrame' + Math.floor(Math.random() * 10000)
            // A frame with another colour scheme than its page is opaque.
            frame.element.style.colorScheme = night ? 'dark' : 'light'
            container.classList.add('StripeElement')
            container.replaceChildren(frame.element)
            heard.emit('loaderstart', event())
            check()
          },
          unmount: function () {
            if (frame) frame.close()
            frame = null
            if (container) container.classList.remove('StripeElement')
          },
          destroy: function () {
            element.unmount()
            delete made[type]
          },
          update: function (more) {
            wanted = Object.assign(wanted, more)
            if (frame) frame.call('update', { terms: termsText(wanted) })
          },
          focus: function () { if (frame) frame.call('focus') },
          blur: function () { if (frame) frame.call('blur') },
          clear: function () { if (frame) frame.call('clear') },
          collapse: function () {},
          on: function (name, hearer) { heard.on(name, hearer); return element },
          once: function (name, hearer) {
            var first = function (payload) { heard.off(name, first); hearer(payload) }
            heard.on(name, first)
            return element
          },
          off: function (name, hearer) { heard.off(name, hearer); return element },
          _appearance: function () {
            if (!frame) return
            frame.element.style.colorScheme = (settings.appearance || {}).theme === 'night' ? 'dark' : 'light'
            frame.call('update', { appearance: settings.appearance })
          },
          _call: function (name, payload) {
            if (!frame) throw IntegrationError('We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.')
            return frame.call(name, payload)
          },
          _billing: function (details) {
            var before = (wanted.defaultValues || {}).billingDetails || {}
            var merged = Object.assign({}, before, details)
            if (before.address || (details && details.address)) merged.address = Object.assign({}, before.address, details && details.address)
            return merged
          },
        }
        return element
      }

      /* No wallet is set up in the sandbox, so there is nothing to press. */
      function expressElement() {
        var heard = listeners()
        var element = {
          mount: function () { setTimeout(function () { heard.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods: undefined }) }) },
          unmount: function () {},
          destroy: function () { delete made.expressCheckout },
          update: function () {},
          focus: function () {}, blur: function () {}, clear: function () {},
          on: function (name, hearer) { heard.on(name, hearer); return element },
          once: function (name, hearer) { heard.on(name, hearer); return element },
          off: function (name, hearer) { heard.off(name, hearer); return element },
        }
        return element
      }

      var KINDS = { payment: cardElement, card: cardElement, expressCheckout: expressElement }
      var elements = {
        create: function (type, elementOptions) {
          if (!KINDS[type]) throw IntegrationError('A valid Element name must be provided. You specified: ' + type + '.')
          if (made[type]) throw IntegrationError('Can only create one Element of type ' + type + ' through elements().')
          if (type === 'payment' && !settings.clientSecret && !settings.mode) throw IntegrationError('In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.')
          made[type] = KINDS[type](type, elementOptions || {})
          return made[type]
        },
        getElement: function (type) { return made[typeof type === 'string' ? type : 'payment'] || null },
        update: function (more) {
          if (more.clientSecret) throw IntegrationError('elements.update(): clientSecret cannot be changed.')
          Object.assign(settings, more)
          saving = saving || settings.mode === 'setup' || Boolean(settings.setupFutureUsage)
          Object.keys(made).forEach(function (type) { if (made[type]._appearance) made[type]._appearance() })
        },
        submit: function () {
          var element = elements._payment()
          if (!element) return Promise.resolve({ error: { type: 'validation_error', message: 'No Element to submit.' } })
          return element._call('validate').then(function (result) {
            submitted = !result.error
            return result.error ? { error: result.error } : { selectedPaymentMethod: 'card' }
          })
        },
        fetchUpdates: function () {
          if (!settings.clientSecret) return Promise.resolve({})
          return retrieve(settings.clientSecret).then(function (intent) { return intent.error ? { error: intent.error } : {} })
        },
        on: function (name, hearer) { group.on(name, hearer); return elements },
        off: function (name, hearer) { group.off(name, hearer); return elements },
        _payment: function () { return made.payment || made.card || null },
        _secret: function () { return settings.clientSecret },
        _deferred: function () { return !settings.clientSecret },
        _submitted: function () { return submitted },
      }
      return elements
    }

    function createFrom(call, elementOrOptions, data) {
      var element = elementOrOptions
      if (element && element._payment) element = element._payment()
      if (!element || !element._call) throw IntegrationError('You must provide an Element or Elements to ' + call + '.')
      return element._call(call, { key: key, account: account, billing: element._billing(data) })
    }

    return {
      elements: function (options) { return makeElements(options || {}) },
      confirmPayment: function (options) { return confirmElements(options, 'confirmPayment') },
      confirmSetup: function (options) { return confirmElements(options, 'confirmSetup') },
      confirmCardPayment: cardConfirm,
      confirmCardSetup: cardConfirm,
      handleNextAction: function (options) {
        return retrieve(options.clientSecret).then(function (intent) { return follow(options.clientSecret, intent, null, false) })
      },
      handleCardAction: function (secret) {
        return retrieve(secret).then(function (intent) { return follow(secret, intent, null, false) })
      },
      retrievePaymentIntent: function (secret) {
        return retrieve(secret).then(function (intent) { return intent.error ? { error: intent.error } : { paymentIntent: intent } })
      },
      retrieveSetupIntent: function (secret) {
        return retrieve(secret).then(function (intent) { return intent.error ? { error: intent.error } : { setupIntent: intent } })
      },
      createPaymentMethod: function (options) {
        var made
        if (options.elements) {
          if (!options.elements._submitted()) return Promise.resolve({ error: { type: 'invalid_request_error', code: 'elements_not_submitted', message: 'elements.submit() must be called before stripe.createPaymentMethod().' } })
          made = createFrom('createPaymentMethod', options.elements, (options.params || {}).billing_details)
        } else if (options.card && options.card._call) made = createFrom('createPaymentMethod', options.card, options.billing_details)
        else made = api('POST', '/v1/payment_methods', options)
        return made.then(function (result) { return result.error ? { error: result.error } : { paymentMethod: result } })
      },
      createToken: function (element) {
        return createFrom('createToken', element).then(function (result) { return result.error ? { error: result.error } : { token: result } })
      },
      paymentRequest: function () {
        var request = { canMakePayment: function () { return Promise.resolve(null) }, on: function () { return request }, off: function () { return request }, show: function () {}, update: function () {}, abort: function () {} }
        return request
      },
      registerAppInfo: function () {},
      _registerWrapper: function () {},
    }
  }

  window.Stripe = function (key, options) {
    if (typeof key !== 'string' || key.indexOf('pk_') !== 0) throw IntegrationError('Invalid value for Stripe(): apiKey should be a publishable key (pk_...).')
    return StripeClient(key, (options || {}).stripeAccount)
  }
  window.Stripe.version = 'sandbox'
`

/** The stand-in for the vendor's browser script: same names, same results, card fields in the sandbox's frame. */
export const STRIPE_JS = `(function () {
  'use strict'
  if (window.Stripe) return
${ENCODE_JS}${FRAME_LINK_JS}${MAIN_JS}
})()
`

import { CARD_FORM_JS, cardFrame, FRAME_SERVE_JS } from '../kernel/card-form.ts'

const FRAME_JS = `
(function () {
  var start = {}
  try { start = JSON.parse(decodeURIComponent(location.hash.slice(1) || '%7B%7D')) } catch (error) { start = {} }
  applyAppearance(start.appearance)
  var emitEvent = function () {}
  var MESSAGES = {
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: "Your card's expiration date is incomplete.",
    invalid_expiry_year: "Your card's expiration year is invalid.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
    invalid_expiry_month_past: "Your card's expiration date is in the past.",
    incomplete_cvc: "Your card's security code is incomplete.",
  }
  var form = document.querySelector('form')
  var card = cardForm(form, [
    { name: 'number', label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number', whole: true },
    { name: 'expiry', label: 'Expiry date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
    { name: 'cvc', label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc' },
  ], MESSAGES, function (state) { emitEvent('change', state) })
  var terms = document.createElement('p')
  terms.className = 'terms'
  form.append(terms)
  form.addEventListener('submit', function (event) { event.preventDefault() })
  form.addEventListener('focusin', function () { emitEvent('focus') })
  form.addEventListener('focusout', function () { emitEvent('blur') })
  form.addEventListener('keydown', function (event) { if (event.key === 'Escape') emitEvent('escape') })

  function methodData(billing) {
    var given = card.read()
    return {
      type: 'card',
      billing_details: billing || {},
      card: { number: given.number, exp_month: given.month, exp_year: given.year, cvc: given.cvc },
    }
  }

  function post(path, params) {
    return fetch(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: encodeForm(params) })
      .then(function (answer) { return answer.json() })
      .catch(function () { return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again. If this problem persists, please contact us.' } } })
  }

  serveFrame({
    update: function (options) {
      if (options.appearance) applyAppearance(options.appearance)
      if ('terms' in options) terms.textContent = options.terms
      terms.hidden = terms.textContent === ''
      return {}
    },
    focus: card.focus,
    blur: function () { if (document.activeElement) document.activeElement.blur() },
    clear: card.clear,
    validate: function () {
      var problem = card.validate()
      return problem ? { error: { type: 'validation_error', code: problem.code, message: problem.message } } : {}
    },
    createPaymentMethod: function (request) {
      return post('/v1/payment_methods', Object.assign({ key: request.key, _stripe_account: request.account }, methodData(request.billing)))
    },
    createToken: function (request) {
      var data = methodData({})
      return post('/v1/tokens', { key: request.key, _stripe_account: request.account, card: data.card })
    },
    confirm: function (request) {
      return post(request.path, Object.assign({}, request.params, { key: request.key, _stripe_account: request.account, payment_method_data: methodData(request.billing) }))
    },
  }, function (emit) {
    emitEvent = emit
    terms.textContent = start.terms || ''
    terms.hidden = terms.textContent === ''
    emit('ready')
  })
})()
`

/** Encodes nested parameters in the vendor's bracket notation. */
export const ENCODE_JS = `
function encodeForm(params) {
  var pairs = []
  function add(name, value) {
    if (value === undefined || value === null) return
    if (typeof value === 'object') Object.keys(value).forEach(function (key) { add(name + '[' + key + ']', value[key]) })
    else pairs.push(encodeURIComponent(name) + '=' + encodeURIComponent(value))
  }
  Object.keys(params).forEach(function (name) { add(name, params[name]) })
  return pairs.join('&')
}
`

/** The page inside the Payment Element. */
export const CARD_FRAME = cardFrame(`${ENCODE_JS}${CARD_FORM_JS}${FRAME_SERVE_JS}${FRAME_JS}`)

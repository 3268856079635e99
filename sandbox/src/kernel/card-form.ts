// The card fields that both card vendors show in their frame. This is plain browser script, served as text and never imported,
// so it uses only what all recent browsers support. It contains no backticks and no dollar-braces.

const CARD_FORM_CSS = `
:root{--ink:#1c1e26;--quiet:#5a5f6e;--field:#fff;--line:#8a8f9e;--strong:#3341c4;--bad:#b3261e;--radius:8px;--gap:12px;--size:16px;--font:system-ui,sans-serif;color-scheme:light}
:root.night{--ink:#f1f2f6;--quiet:#b3b8c6;--field:#20222b;--line:#7d8292;--strong:#a9b3ff;--bad:#ffb4ab;color-scheme:dark}
*{box-sizing:border-box}
html,body{margin:0;background:transparent}
body{padding:4px;color:var(--ink);font:var(--size)/1.4 var(--font);-webkit-text-size-adjust:100%}
form{display:grid;gap:var(--gap);grid-template-columns:1fr 1fr}
.field.whole{grid-column:1/-1}
@media (max-width:16rem){form{grid-template-columns:1fr}}
label{display:block;margin:0 0 4px;font-size:.9375em;font-weight:500}
input{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:var(--radius);background:var(--field);color:var(--ink);font:inherit;font-size:max(16px,1em);font-variant-numeric:tabular-nums}
input::placeholder{color:var(--quiet);opacity:1}
input:focus{outline:2px solid var(--strong);outline-offset:1px;border-color:var(--strong)}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.problem{margin:4px 0 0;color:var(--bad);font-size:.875em}
.problem:empty{display:none}
.terms{grid-column:1/-1;margin:0;color:var(--quiet);font-size:.8125em}
`

export const CARD_FORM_JS = String.raw`
function cardBrand(digits) {
  if (/^3[47]/.test(digits)) return 'amex'
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  if (/^(6011|65|64[4-9])/.test(digits)) return 'discover'
  return 'unknown'
}

function luhn(digits) {
  var sum = 0
  for (var i = 0; i < digits.length; i++) {
    var digit = Number(digits[digits.length - 1 - i])
    if (i % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return sum % 10 === 0
}

function onlyDigits(text) { return text.replace(/\D/g, '') }

function grouped(digits) {
  var groups = cardBrand(digits) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4, 3]
  var parts = [], at = 0
  groups.forEach(function (size) {
    if (at < digits.length) parts.push(digits.slice(at, at + size))
    at += size
  })
  return parts.join(' ')
}

function expiryParts(text) {
  var slashed = /^\s*(\d{1,2})\s*[\/-]\s*(\d{2,4})\s*$/.exec(text)
  var digits = onlyDigits(text)
  var month = slashed ? slashed[1] : digits.slice(0, 2)
  var year = slashed ? slashed[2] : digits.slice(2)
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year), whole: month.length > 0 && (year.length === 2 || year.length === 4) }
}

function shownExpiry(text, deleting) {
  if (/^\s*\d{1,2}\s*[\/-]\s*\d{4}\s*$/.test(text)) {
    var given = expiryParts(text)
    return String(given.month).padStart(2, '0') + ' / ' + String(given.year).slice(-2)
  }
  var digits = onlyDigits(text)
  if (/^[2-9]/.test(digits)) digits = '0' + digits
  if (/^\d\s*\//.test(text)) digits = '0' + digits
  digits = digits.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits
  return digits.slice(0, 2) + ' / ' + digits.slice(2)
}

/* fields: [{name, label, placeholder, autocomplete, whole?, optional?}]; messages: code -> text */
function cardForm(form, fields, messages, onChange, options) {
  var inputs = {}, problems = {}, visited = {}
  fields.forEach(function (field) {
    var box = document.createElement('div')
    box.className = field.whole ? 'field whole' : 'field'
    var label = document.createElement('label')
    label.htmlFor = field.name
    label.textContent = field.label
    var input = document.createElement('input')
    input.id = input.name = field.name
    input.type = 'text'
    input.inputMode = field.text ? 'text' : 'numeric'
    input.autocomplete = field.autocomplete
    input.placeholder = field.placeholder
    input.spellcheck = false
    if (!field.optional) input.setAttribute('aria-required', 'true')
    var problem = document.createElement('p')
    problem.className = 'problem'
    problem.id = field.name + '-problem'
    problem.setAttribute('role', 'alert')
    input.setAttribute('aria-describedby', problem.id)
    box.append(label, input, problem)
    form.append(box)
    inputs[field.name] = input
    problems[field.name] = problem
    input.addEventListener('input', function (event) { format(field.name, event); changed(false, field.name) })
    input.addEventListener('blur', function () {
      if (input.value !== '') visited[field.name] = true
      changed(true, field.name)
    })
  })

  function format(name, event) {
    var input = inputs[name], deleting = /^delete/.test(event.inputType || '')
    var before = onlyDigits(input.value.slice(0, input.selectionStart)).length
    var atEnd = input.selectionStart === input.value.length
    var next = input.value
    if (name === 'number') next = grouped(onlyDigits(input.value).slice(0, 19))
    if (name === 'expiry') next = shownExpiry(input.value, deleting)
    if (name === 'cvc') next = onlyDigits(input.value).slice(0, 4)
    if (next === input.value) return
    input.value = next
    var at = next.length
    if (!atEnd) for (at = 0; at < next.length && before > 0; at++) if (/\d/.test(next[at])) before--
    input.setSelectionRange(at, at)
  }

  function problemOf(name) {
    var value = inputs[name].value.trim()
    if (name === 'number') {
      var digits = onlyDigits(value), amex = cardBrand(digits) === 'amex'
      if (digits.length < (amex ? 15 : 16)) return digits.length >= 13 && luhn(digits) && cardBrand(digits) === 'unknown' ? null : 'incomplete_number'
      return luhn(digits) ? null : 'invalid_number'
    }
    if (name === 'expiry') {
      var given = expiryParts(value), today = new Date()
      if (!given.whole || given.month < 1 || given.month > 12) return 'incomplete_expiry'
      if (given.year < today.getFullYear()) return 'invalid_expiry_year_past'
      if (given.year === today.getFullYear() && given.month < today.getMonth() + 1) return 'invalid_expiry_month_past'
      if (given.year > today.getFullYear() + 50) return 'invalid_expiry_year'
      return null
    }
    if (name === 'cvc') return value.length < (cardBrand(onlyDigits(inputs.number.value)) === 'amex' ? 4 : 3) ? 'incomplete_cvc' : null
    if (name === 'postal') return value === '' && !(options && options.postalOptional && options.postalOptional()) ? 'incomplete_zip' : null
    return null
  }

  function show(name) {
    var code = problemOf(name)
    problems[name].textContent = code ? messages[code] : ''
    if (code) inputs[name].setAttribute('aria-invalid', 'true')
    else inputs[name].removeAttribute('aria-invalid')
  }

  function names() { return fields.map(function (field) { return field.name }) }

  function changed(leaving, name) {
    names().forEach(function (each) {
      var wrongAlready = inputs[each].getAttribute('aria-invalid') === 'true'
      var numberDone = each === 'number' && problemOf(each) === 'invalid_number'
      if (wrongAlready || numberDone || (leaving && each === name && visited[each])) show(each)
    })
    onChange(state())
  }

  function state() {
    return {
      complete: names().every(function (name) { return problemOf(name) === null }),
      empty: names().every(function (name) { return inputs[name].value === '' }),
      brand: cardBrand(onlyDigits(inputs.number.value)),
    }
  }

  return {
    state: state,
    focus: function () { inputs.number.focus() },
    clear: function () {
      names().forEach(function (name) {
        inputs[name].value = ''
        inputs[name].removeAttribute('aria-invalid')
        problems[name].textContent = ''
      })
      onChange(state())
    },
    /** Shows every problem, focuses the first and returns it. */
    validate: function () {
      var first = null
      names().forEach(function (name) {
        visited[name] = true
        show(name)
        var code = problemOf(name)
        if (code && !first) first = { code: code, field: name, message: messages[code] }
      })
      if (first) inputs[first.field].focus()
      return first
    },
    read: function () {
      var expiry = expiryParts(inputs.expiry.value)
      return {
        number: onlyDigits(inputs.number.value),
        month: expiry.month,
        year: expiry.year,
        cvc: inputs.cvc.value,
        postal: inputs.postal ? inputs.postal.value.trim() : '',
      }
    },
    set: function (name, value) { if (inputs[name]) { inputs[name].value = value; onChange(state()) } },
  }
}
`

/** Both ends of the channel between a vendor's script on the shop's page and its frame. */
export const FRAME_LINK_JS = `
/* On the shop's page: a frame that takes calls and sends events. */
function openFrame(origin, url, title, onEvent) {
  var frame = document.createElement('iframe')
  var port = null, waiting = [], calls = {}, count = 0
  frame.title = title
  frame.src = url
  frame.setAttribute('allow', 'payment *')
  frame.style.cssText = 'border:0;display:block;width:calc(100% + 8px);max-width:none;margin:-4px;height:0;transition:none'
  frame.addEventListener('load', function () {
    var channel = new MessageChannel()
    port = channel.port1
    port.onmessage = function (message) {
      var data = message.data
      if (data.reply) {
        calls[data.reply](data.result)
        delete calls[data.reply]
      } else if (data.event === 'resize') frame.style.height = data.height + 'px'
      else onEvent(data)
    }
    frame.contentWindow.postMessage({ sandbox: 'connect' }, origin, [channel.port2])
    waiting.splice(0).forEach(function (each) { port.postMessage(each) })
  })
  return {
    element: frame,
    call: function (name, payload) {
      return new Promise(function (resolve) {
        var id = String(++count)
        calls[id] = resolve
        var message = { id: id, call: name, payload: payload }
        if (port) port.postMessage(message)
        else waiting.push(message)
      })
    },
    close: function () {
      if (port) port.close()
      port = null
      frame.remove()
    },
  }
}
`

export const FRAME_SERVE_JS = `
/* In the frame: answers calls by name, reports its height. Any page that embeds it may call it, as with the vendor's. */
function serveFrame(handlers, connected) {
  window.addEventListener('message', function (message) {
    if (message.source !== window.parent || !message.data || message.data.sandbox !== 'connect') return
    var port = message.ports[0]
    var emit = function (event, more) { port.postMessage(Object.assign({ event: event }, more)) }
    port.onmessage = function (call) {
      Promise.resolve(handlers[call.data.call](call.data.payload)).then(function (result) {
        port.postMessage({ reply: call.data.id, result: result })
      })
    }
    var height = function () { emit('resize', { height: Math.ceil(document.body.getBoundingClientRect().height) }) }
    new ResizeObserver(height).observe(document.body)
    height()
    connected(emit)
  })
}

var VARIABLES = {
  colorPrimary: '--strong', colorText: '--ink', colorTextSecondary: '--quiet', colorDanger: '--bad', colorBackground: '--field',
  colorBorder: '--line', borderRadius: '--radius', fontFamily: '--font', fontSizeBase: '--size', gridRowSpacing: '--gap',
}

function applyAppearance(appearance) {
  var given = appearance || {}
  document.documentElement.className = given.theme === 'night' ? 'night' : ''
  document.documentElement.removeAttribute('style')
  Object.keys(given.variables || {}).forEach(function (name) {
    if (VARIABLES[name]) document.documentElement.style.setProperty(VARIABLES[name], given.variables[name])
  })
}
`

/** The page inside a provider's frame: the only place where card data is typed. */
export const cardFrame = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card details</title>
<style>${CARD_FORM_CSS}</style>
</head>
<body>
<form novalidate aria-label="Card details"></form>
<script>${script}</script>
</body>
</html>
`

/** A stand-in for the vendor's widget: a checkbox that returns the test token. The test site key never asks for more. */
export const HCAPTCHA_JS = `(function () {
  'use strict'
  if (window.hcaptcha) return
  var TOKEN = '10000000-aaaa-bbbb-cccc-000000000001', TOKEN_LIFETIME_MS = 120000
  var widgets = {}, count = 0
  var here = new URL(document.currentScript.src)

  function call(callback, value) {
    var target = typeof callback === 'string' ? window[callback] : callback
    if (typeof target === 'function') target(value)
  }

  function settle(widget, token) {
    widget.token = token
    widget.field.value = token
    if (widget.box) widget.box.checked = token !== ''
    clearTimeout(widget.timer)
    if (token === '') return
    widget.timer = setTimeout(function () {
      settle(widget, '')
      call(widget.options['expired-callback'])
    }, TOKEN_LIFETIME_MS)
    call(widget.options.callback, token)
  }

  function find(id) { return widgets[id === undefined ? Object.keys(widgets)[0] : id] }

  window.hcaptcha = {
    render: function (container, options) {
      var root = typeof container === 'string' ? document.getElementById(container) || document.querySelector(container) : container
      var id = 'sandbox-captcha-' + count++
      var field = document.createElement('input')
      field.type = 'hidden'
      field.name = 'h-captcha-response'
      var widget = { options: options || {}, field: field, token: '', timer: 0, box: null, root: root, parts: [field] }
      root.append(field)
      if (widget.options.size !== 'invisible') {
        var label = document.createElement('label')
        label.style.cssText = 'display:inline-flex;align-items:center;gap:12px;min-height:44px;padding:8px 16px;border:1px solid currentColor;border-radius:8px;cursor:pointer'
        widget.box = document.createElement('input')
        widget.box.type = 'checkbox'
        widget.box.style.cssText = 'width:24px;height:24px;margin:0'
        widget.box.addEventListener('change', function () { settle(widget, widget.box.checked ? TOKEN : '') })
        label.append(widget.box, 'I am human')
        root.append(label)
        widget.parts.push(label)
      }
      widgets[id] = widget
      return id
    },
    reset: function (id) { var widget = find(id); if (widget) settle(widget, '') },
    remove: function (id) {
      var widget = find(id)
      if (!widget) return
      clearTimeout(widget.timer)
      widget.parts.forEach(function (part) { part.remove() })
      Object.keys(widgets).forEach(function (key) { if (widgets[key] === widget) delete widgets[key] })
    },
    getResponse: function (id) { var widget = find(id); return widget ? widget.token : '' },
    getRespKey: function () { return '' },
    execute: function (id, options) {
      var widget = find(id)
      settle(widget, TOKEN)
      return options && options.async ? Promise.resolve({ response: TOKEN, key: '' }) : undefined
    },
    setData: function () {},
    close: function () {},
  }

  var onload = here.searchParams.get('onload')
  if (onload) setTimeout(function () { call(onload) })
  if (here.searchParams.get('render') !== 'explicit') {
    document.querySelectorAll('.h-captcha').forEach(function (element) {
      window.hcaptcha.render(element, {
        sitekey: element.dataset.sitekey,
        callback: element.dataset.callback,
        'expired-callback': element.dataset.expiredCallback,
      })
    })
  }
})()
`

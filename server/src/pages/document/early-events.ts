import { createHash } from 'node:crypto'

/**
 * Holds what a visitor does before the page's scripts have loaded, which the page then repeats (decision 093): the buttons pressed,
 * and the fields entered, so that they differ from fields that the browser has restored. Links and forms with an address of their
 * own work without a script and are left to the browser. A page that is still not ready some seconds after a press says so.
 */
const EARLY_EVENTS = `(() => {
  const pressed = [], entered = new Set()
  let ended = false
  const onClick = event => {
    const button = event.target.closest('button')
    if (!button || (button.type === 'submit' && button.form && button.form.hasAttribute('action'))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    button.setAttribute('aria-busy', 'true')
    pressed.push(button)
    setTimeout(say, 8000)
  }
  const onInput = event => entered.add(event.target)
  const say = () => {
    const notice = document.getElementById('not-loaded')
    if (notice) notice.hidden = ended
  }
  addEventListener('click', onClick, true)
  addEventListener('input', onInput, true)
  window.early = {
    entered,
    end() {
      ended = true
      removeEventListener('click', onClick, true)
      removeEventListener('input', onInput, true)
      say()
      return pressed
    },
    fail() {
      for (const button of pressed.splice(0)) button.removeAttribute('aria-busy')
      say()
    },
  }
})()`.replace(/\n\s*/g, '\n')

/** The script's source in a page's content security policy. */
export const EARLY_EVENTS_SOURCE = `'sha256-${createHash('sha256').update(EARLY_EVENTS).digest('base64')}'`

/** The script's element, which belongs before everything that can be pressed. */
export const earlyEvents = `<script>${EARLY_EVENTS}</script>`

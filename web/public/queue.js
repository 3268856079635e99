/*
 * Keeps the page of a waiting room up to date. Everybody asks for one small document; the page itself is fetched again only when
 * something about this visitor may have changed: the draw, their turn, a message. It never leaves the page.
 */
;(() => {
  const address = `${location.pathname.replace(/\/?$/, '/')}state.json`
  const status = document.getElementById('status')
  const ANNOUNCED_EVERY_MS = 60_000
  let announcedAt = 0
  let announced = main().dataset.status

  function main() {
    return document.querySelector('main')
  }

  /** Screen readers hear what the heading says at most once a minute, and at once that it is their turn. */
  function announce() {
    const { status: text, called } = main().dataset
    const isDue = Date.now() - announcedAt >= ANNOUNCED_EVERY_MS
    if (text === announced || !(isDue || called)) return
    announcedAt = Date.now()
    announced = text
    status.textContent = text
  }

  const changed = (state) => {
    const { phase, notice, message, number, called } = main().dataset
    const isCalled = number !== '' && Number(number) <= state.serving && called === ''
    return state.phase !== phase || state.notice !== notice || state.message !== message || isCalled
  }

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])

  function show({ serving, wait }) {
    const { number, locale } = main().dataset
    const called = document.getElementById('called')
    if (called === null) return
    const ahead = Math.max(0, Number(number) - serving)
    called.textContent = filled(called.dataset.text, { n: new Intl.NumberFormat(locale).format(serving) })
    document.querySelector('progress').value = Math.min(serving, Number(number))
    const range = document.getElementById('wait')
    range.textContent =
      wait === null
        ? range.dataset.unknown
        : filled(range.dataset.text, {
            from: Math.floor(ahead * wait.from),
            to: Math.max(1, Math.ceil(ahead * wait.to)),
          })
  }

  /** Puts the page as it is now in place of the old one. */
  async function refresh() {
    const reply = await fetch(location.pathname, { headers: { accept: 'text/html' } })
    if (!reply.ok) return
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('main')
    if (next !== null) main().replaceWith(next)
  }

  async function ask() {
    try {
      const reply = await fetch(address)
      if (reply.ok) {
        const state = await reply.json()
        if (changed(state)) await refresh()
        else show(state)
        main().dataset.poll = JSON.stringify(state.poll)
        announce()
      }
    } catch {
      // Offline, or the shop is busy: the next time.
    }
    later()
  }

  /** Sooner for those whose turn is near, and 20 % sooner or later, so that not all ask at once. */
  function later() {
    const { poll, number, phase } = main().dataset
    const { per_place: perPlace, least, most } = JSON.parse(poll)
    const called = document.querySelector('progress')?.value ?? 0
    const seconds = Math.min(most, Math.max(least, Math.max(0, Number(number) - called) * perPlace))
    if (phase !== 'over') setTimeout(ask, seconds * 1000 * (0.8 + 0.4 * Math.random()))
  }

  later()
})()

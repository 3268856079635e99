/*
 * Tickets of an event on the page of its organiser:
 *   <script src="https://tickets.example/widget.js" async></script>
 *   <div data-foyer-event="slug"><a href="https://tickets.example/events/slug/">Tickets</a></div>
 * It speaks the language of the page (`lang`, also on the element itself) if the shop does.
 * There is no frame and no cookie here: the choice is made in the page, and the shop opens with it. What stands in the element is
 * shown until the event has been read, and stays if it can't be. Nothing is parsed as HTML, and no style is inline, so that a strict
 * policy of the page is enough.
 */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const shop = new URL(script.src).origin

  const STYLE = `
    :host { all: initial; display: block; color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; --ink: #1b1b1f;
      --quiet: #5c5c66; --line: #c9c9d1; --back: #fff; --act: #3730a3; --on-act: #fff; color: var(--ink) }
    @media (prefers-color-scheme: dark) { :host { --ink: #f2f2f5; --quiet: #b4b4bf; --line: #55555f; --back: #18181c;
      --act: #c7d2fe; --on-act: #18181c } }
    form { display: grid; gap: 12px; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--back) }
    h2 { margin: 0; font-size: 1.2em } p { margin: 0 } a { color: var(--act) }
    fieldset { display: grid; gap: 10px; min-width: 0; margin: 0; padding: 0; border: 0 } legend { padding: 0; margin-bottom: 8px;
      font-weight: 600 }
    .type { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between }
    .name { flex: 1 1 12em } .quiet { color: var(--quiet); font-size: .875em; display: block }
    select, button { font: inherit; min-height: 44px; padding: 0 12px; border-radius: 8px; border: 1px solid var(--line);
      background: var(--back); color: var(--ink); max-width: 100% }
    button { border-color: var(--act); background: var(--act); color: var(--on-act); font-weight: 600; cursor: pointer }
    :focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
    @media (forced-colors: active) { button { border: 2px solid } }`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)

  /** An element with attributes and children; text is text. */
  const make = (tag, attributes, ...children) => {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children.filter((child) => child !== null))
    return made
  }
  let ids = 0

  /** Options of a select: none, then the numbers that can be bought. */
  const numbers = ({ min, max }) =>
    [0, ...Array.from({ length: Math.max(0, max - min + 1) }, (_, n) => min + n)].map((n) =>
      make('option', { value: String(n) }, String(n)),
    )

  const drawType = (type, words, url) => {
    const id = `foyer-${++ids}`
    const about = [type.name, make('span', { class: 'quiet' }, [type.price, type.fee].filter(Boolean).join(' '))]
    if (type.max > 0)
      return make(
        'div',
        { class: 'type' },
        make('label', { class: 'name', for: id }, ...about),
        make(
          'select',
          { id, 'data-ticket': String(type.id), 'aria-label': `${words.quantity}: ${type.name}` },
          ...numbers(type),
        ),
      )
    const state = type.in_shop ? make('a', { href: url }, words.in_shop) : make('span', { class: 'quiet' }, type.note)
    return make('div', { class: 'type' }, make('span', { class: 'name' }, ...about), state)
  }

  const draw = (place, { title, url, slug, lang, words, dates, sold_by }) => {
    const types = make('fieldset', {})
    const told = make('p', { role: 'status' })
    const show = (date) =>
      types.replaceChildren(make('legend', {}, date.nice_date), ...date.types.map((type) => drawType(type, words, url)))
    const choice = make(
      'select',
      {},
      ...dates.map(({ nice_date }, n) => make('option', { value: String(n) }, nice_date)),
    )
    choice.addEventListener('change', () => show(dates[Number(choice.value)]))
    const canBuy = dates.some((date) => date.types.some(({ max }) => max > 0))
    const form = make(
      'form',
      { 'aria-label': title, lang },
      make('h2', {}, title),
      dates.length > 1 ? make('label', {}, `${words.date} `, choice) : null,
      dates.length > 0 ? types : make('p', {}, words.none),
      told,
      canBuy ? make('button', { type: 'submit' }, words.get) : null,
      make('p', {}, make('a', { href: url }, words.more)),
      sold_by ? make('p', { class: 'quiet' }, sold_by) : null,
    )
    if (dates.length > 0) show(dates[0])
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const chosen = [...types.querySelectorAll('select')].filter(({ value }) => value !== '0')
      if (chosen.length === 0) {
        told.textContent = words.choose
        types.querySelector('select')?.focus()
        return
      }
      const tickets = chosen.map((select) => `${select.dataset.ticket}x${select.value}`).join(',')
      location.assign(`${shop}/add-to-basket/?${new URLSearchParams({ event: slug, tickets, lang })}`)
    })
    const root = place.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.append(form)
  }

  const start = async (place) => {
    const slug = place.dataset.foyerEvent
    if (!slug || place.shadowRoot) return
    const path = `${shop}/events/${encodeURIComponent(slug)}/`
    const [lang] = (place.closest('[lang]')?.lang ?? '').toLowerCase().split('-')
    if (place.childElementCount === 0) place.append(make('a', { href: path }, path))
    try {
      const response = await fetch(`${shop}/widget/${encodeURIComponent(slug)}.json?${new URLSearchParams({ lang })}`, {
        credentials: 'omit',
      })
      if (response.ok) draw(place, await response.json())
    } catch {
      // The link in the element stays.
    }
  }
  const startAll = () => {
    for (const place of document.querySelectorAll('[data-foyer-event]')) void start(place)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', startAll)
  else startAll()
})()

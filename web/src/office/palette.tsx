import { fill } from '@foyer/contract/fill.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import { palette as t } from '@foyer/contract/office/palette.en.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { foundFor, type Group, placesFor } from './palette-results.ts'

const WAIT_MS = 150

/** Opens the palette over the page; pressing Escape or outside of it closes it, and the focus returns. */
export function openPalette(shell: OfficeShell): void {
  if (document.getElementById('palette') !== null) return
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<Palette shell={shell} onClose={close} />)
}

export function Palette({ shell, onClose }: { shell: OfficeShell; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [q, setQ] = useState('')
  const [found, setFound] = useState<{ q: string; groups: Group[] }>({ q: '', groups: [] })
  const [at, setAt] = useState(0)

  useEffect(() => {
    dialog.current!.showModal()
  }, [])

  useEffect(() => {
    const words = q.trim()
    let isLatest = true
    const timer = setTimeout(async () => {
      const groups = words === '' ? [] : await foundFor(words, shell)
      if (isLatest) setFound({ q: words, groups })
    }, WAIT_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [q, shell])

  const isSearching = found.q !== q.trim()
  const groups = [...(isSearching ? [] : found.groups), ...placesFor(q.trim(), shell)].filter(
    ({ results }) => results.length > 0,
  )
  const results = groups.flatMap((group) => group.results)
  const active = Math.min(at, results.length - 1)

  const type = (text: string) => {
    setQ(text)
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setAt((active + step + results.length) % results.length)
    }
    if (event.key === 'Enter' && results[active] !== undefined) {
      event.preventDefault()
      location.assign(results[active].href)
    }
  }

  let n = 0
  return (
    // A press on the backdrop is one on the dialog itself.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      id="palette"
      className="office-panel office-palette"
      aria-label={t.title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-label={t.label}
        aria-expanded={results.length > 0}
        aria-controls={id}
        aria-activedescendant={results.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        placeholder={t.label}
        value={q}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t.title}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options in a group of a listbox
          <div key={group.name} role="group" aria-label={group.name}>
            <div aria-hidden="true">{group.name}</div>
            {group.results.map(({ label, detail, href }) => {
              const i = n++
              return (
                <a
                  key={`${href} ${label}`}
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={i === active}
                  tabIndex={-1}
                  href={href}
                  onMouseMove={() => setAt(i)}
                >
                  {label}
                  {detail && <span> {detail}</span>}
                </a>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={results.length > 0 ? 'visually-hidden' : undefined}>
        {statusOf(results.length, isSearching)}
      </p>
      <p id={`${id}-hint`} className="office-quiet">
        {t.hint}
      </p>
    </dialog>
  )
}

function statusOf(n: number, isSearching: boolean): string {
  if (isSearching) return t.searching
  return n === 0 ? t.none : fill(t.found, { n })
}

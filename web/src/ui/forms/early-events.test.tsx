// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../testing/render.tsx'
import { Button } from '../actions/button.tsx'
import { EarlyEvents } from './early-events.tsx'

const seen: Record<string, unknown> = {}
const add = vi.fn()

function Page({ keepsInput = false }) {
  const [text, setText] = useState('2')
  const [ticked, setTicked] = useState(false)
  const [amount, setAmount] = useState('5')
  const [place, setPlace] = useState('')
  // One value with several fields, as answers and consents are.
  const [names, setNames] = useState({ first: '', last: '' })
  const [saving, setSaving] = useState(false)
  const [count, setCount] = useState(0)
  // What this tab kept, as drafts are.
  const [kept, setKept] = useState('')
  useEffect(() => setKept('kept'), [])
  Object.assign(seen, { text, ticked, amount, place, names, count })
  return (
    <>
      <EarlyEvents keepsInput={keepsInput} />
      <input name="text" value={text} onChange={(event) => setText(event.target.value)} />
      <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
      {['5', '10'].map((each) => (
        <input
          key={each}
          type="radio"
          name="amount"
          value={each}
          checked={amount === each}
          onChange={() => setAmount(each)}
        />
      ))}
      <select value={place} onChange={(event) => setPlace(event.target.value)}>
        <option value="">Any</option>
        <option value="leeds">Leeds</option>
      </select>
      {(['first', 'last'] as const).map((name) => (
        <input
          key={name}
          name={name}
          value={names[name]}
          onChange={(event) => setNames({ ...names, [name]: event.target.value })}
        />
      ))}
      <Button className="more" onClick={() => setCount(count + 1)}>
        More
      </Button>
      <Button
        className="add"
        loading={saving}
        onClick={() => {
          add(text, kept)
          setSaving(true)
        }}
      >
        Add
      </Button>
    </>
  )
}

const field = (page: HTMLElement, name: string) => page.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const button = (page: HTMLElement, name: string) => page.querySelector<HTMLButtonElement>(`button.${name}`)!

/** The page's document, in which `before` does what a visitor does before its scripts run. `pressed`: the buttons held. */
async function hydrated(
  before: (root: HTMLElement) => void,
  { keepsInput = false, pressed = [] as string[], entered = [] as string[] } = {},
) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(<Page keepsInput={keepsInput} />)
  document.body.append(root)
  before(root)
  const held = pressed.map((name) => button(root, name))
  for (const each of held) each.setAttribute('aria-busy', 'true')
  window.early = { entered: new Set(entered.map((name) => field(root, name))), end: () => held, fail: () => {} }
  await act(async () => {
    hydrateRoot(root, <Page keepsInput={keepsInput} />)
    await vi.runAllTimersAsync()
  })
  return root
}

beforeEach(() => {
  vi.useFakeTimers()
  add.mockClear()
})
afterEach(() => {
  document.body.replaceChildren()
  delete window.early
  vi.useRealTimers()
})

it('keeps what was typed, ticked and chosen before the script ran', async () => {
  const root = await hydrated((page) => {
    field(page, 'text').value = '5'
    page.querySelector<HTMLInputElement>('input[type=checkbox]')!.checked = true
    page.querySelector<HTMLInputElement>('input[value="10"]')!.checked = true
    page.querySelector('select')!.selectedIndex = 1
    field(page, 'first').value = 'Ada'
    field(page, 'last').value = 'King'
  })
  const names = { first: 'Ada', last: 'King' }
  expect(seen).toEqual({ text: '5', ticked: true, amount: '10', place: 'leeds', names, count: 0 })
  expect(field(root, 'text').value).toBe('5')
})

it('changes nothing without early input', async () => {
  await hydrated(() => {})
  const names = { first: '', last: '' }
  expect(seen).toEqual({ text: '2', ticked: false, amount: '5', place: '', names, count: 0 })
})

it('where the page keeps input itself, what the browser has restored is not taken for input', async () => {
  await hydrated(
    (page) => {
      field(page, 'text').value = '9'
      field(page, 'first').value = 'Ada'
    },
    { keepsInput: true, entered: ['first'] },
  )
  expect(seen).toMatchObject({ text: '2', names: { first: 'Ada', last: '' } })
})

it('repeats presses in their order, after the input and once the page shows what this tab kept', async () => {
  const root = await hydrated(
    (page) => {
      field(page, 'text').value = '5'
    },
    { pressed: ['more', 'more', 'add'] },
  )
  expect(seen.count).toBe(2)
  expect(add.mock.calls).toEqual([['5', 'kept']])
  expect(button(root, 'more').hasAttribute('aria-busy')).toBe(false)
})

it('repeats once what was pressed impatiently', async () => {
  await hydrated(() => {}, { pressed: ['add', 'add', 'add'] })
  expect(add).toHaveBeenCalledTimes(1)
})

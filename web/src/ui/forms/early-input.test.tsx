// @vitest-environment happy-dom
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import '../../testing/render.tsx'
import { EarlyInput } from './early-input.tsx'

const seen: Record<string, unknown> = {}

function Page() {
  const [text, setText] = useState('2')
  const [ticked, setTicked] = useState(false)
  const [amount, setAmount] = useState('5')
  const [place, setPlace] = useState('')
  Object.assign(seen, { text, ticked, amount, place })
  return (
    <>
      <EarlyInput />
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
    </>
  )
}

async function hydrated(before: (root: HTMLElement) => void) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(<Page />)
  document.body.append(root)
  before(root)
  await act(async () => {
    hydrateRoot(root, <Page />)
  })
  return root
}

it('keeps what was typed, ticked and chosen before the script ran', async () => {
  const root = await hydrated((page) => {
    page.querySelector<HTMLInputElement>('input[name=text]')!.value = '5'
    page.querySelector<HTMLInputElement>('input[type=checkbox]')!.checked = true
    page.querySelector<HTMLInputElement>('input[value="10"]')!.checked = true
    page.querySelector('select')!.selectedIndex = 1
  })
  expect(seen).toEqual({ text: '5', ticked: true, amount: '10', place: 'leeds' })
  expect(root.querySelector<HTMLInputElement>('input[name=text]')!.value).toBe('5')
  root.remove()
})

it('changes nothing without early input', async () => {
  const root = await hydrated(() => {})
  expect(seen).toEqual({ text: '2', ticked: false, amount: '5', place: '' })
  root.remove()
})

// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Gallery } from '../pages/gallery/gallery.tsx'
import { click, findIn, render, textOf } from '../testing/render.tsx'
import { EventCard, POSTER_TRANSITION } from './display/event-card.tsx'
import * as icons from './display/icons.ts'
import { PriceTag } from './display/price-tag.tsx'
import { announcements } from './feedback/announce.ts'
import { Notifications } from './feedback/notifications.tsx'
import { CopyField } from './forms/copy-field.tsx'
import { useDebounced } from './hooks/use-debounced.ts'
import { Accordion } from './layout/accordion.tsx'
import { Stepper, type StepperStep } from './layout/stepper.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('every piece', () => {
  const NOON = Date.UTC(2027, 9, 1, 12)
  const format = { clock: String, words: String, spoken: String }
  const page = (clock: () => number) => (
    <>
      <Gallery clock={clock} drawnAt={NOON} format={format} posters={['/poster.svg']} />
      <Notifications labels={{ region: 'Notifications', close: 'Close' }} />
    </>
  )

  it('is drawn by a server, where there is no window', () => {
    vi.stubGlobal('window', undefined)
    vi.stubGlobal('document', undefined)
    vi.stubGlobal('navigator', undefined)
    const html = renderToString(page(() => NOON))
    vi.unstubAllGlobals()
    expect(html).toContain('Order complete! Your tickets are on their way.')
  })

  it('is the same again when the browser takes over a little later', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    const recovered = vi.fn()
    const box = document.body.appendChild(document.createElement('div'))
    box.innerHTML = renderToString(page(() => NOON))
    const root = await act(async () =>
      hydrateRoot(
        box,
        page(() => NOON + 4000),
        { onRecoverableError: recovered },
      ),
    )
    expect(recovered.mock.calls).toEqual([])
    expect(complaints.mock.calls).toEqual([])
    act(() => root.unmount())
    box.remove()
  })

  it('draws no style attribute on the server: the page’s policy forbids it', () => {
    expect(renderToString(page(() => NOON))).not.toMatch(/ style=/)
  })

  it('has a drawing for each name', () => {
    for (const shape of Object.values(icons)) expect(shape).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
  })
})

describe('prices', () => {
  const price = (priceMinor: number) =>
    textOf(render(<PriceTag priceMinor={priceMinor} text="£27.50" freeText="FREE" note="with fee" />).box)

  it('[DSP-07] a price of 0 or less is FREE', () => {
    expect(price(0)).toBe('FREE')
    expect(price(-500)).toBe('FREE')
    expect(price(1)).toBe('£27.50with fee')
  })
})

describe('the accordion', () => {
  it('opens and shuts each panel by itself; a shut one is hidden', () => {
    const { box } = render(
      <>
        <Accordion title="Stalls">Stalls panel</Accordion>
        <Accordion title="Balcony" defaultOpen>
          Balcony panel
        </Accordion>
      </>,
    )
    const [stalls, balcony] = [...box.querySelectorAll<HTMLButtonElement>('h3 > button')]
    const panelOf = (button: HTMLButtonElement) => document.getElementById(button.getAttribute('aria-controls') ?? '')
    expect([stalls, balcony].map((button) => panelOf(button!)?.hidden)).toEqual([true, false])
    click(stalls!)
    expect([stalls, balcony].map((button) => button!.getAttribute('aria-expanded'))).toEqual(['true', 'true'])
    expect(panelOf(stalls!)?.hidden).toBe(false)
    click(balcony!)
    expect(panelOf(balcony!)?.hidden).toBe(true)
  })

  it('can be kept by its caller', () => {
    const heard = vi.fn()
    const { find } = render(
      <Accordion title="Stalls" open={false} onToggle={heard}>
        Panel
      </Accordion>,
    )
    click(find('button'))
    expect(heard).toHaveBeenCalledWith(true)
    expect(find('button').getAttribute('aria-expanded')).toBe('false')
  })
})

describe('the stepper', () => {
  const steps: StepperStep[] = [
    { id: 'basket', label: 'Basket', note: 'Applies to all', visited: true, complete: true },
    { id: 'one', label: 'Stalls 1', visited: true, complete: false },
    { id: 'two', label: 'Stalls 2', visited: false, complete: false },
  ]

  it('says where one is, leads back to what was visited, and not ahead', () => {
    const heard = vi.fn()
    const { box } = render(
      <Stepper
        steps={steps}
        currentId="one"
        onSelect={heard}
        labels={{ nav: 'Tickets', progress: (step, of) => `Step ${step} of ${of}`, complete: 'complete' }}
      />,
    )
    expect(textOf(findIn(box, 'p'))).toBe('Step 2 of 3')
    const items = [...box.querySelectorAll('li')]
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(items.map((item) => item.querySelector('button') !== null)).toEqual([true, false, false])
    expect(textOf(items[0])).toContain('complete')
    click(findIn(items[0]!, 'button'))
    expect(heard).toHaveBeenCalledWith('basket')
  })
})

describe('copying', () => {
  const field = <CopyField label="Reference" value="FY-204" labels={{ copy: 'Copy', copied: 'Copied' }} />
  const press = (box: ParentNode) => act(async () => findIn<HTMLButtonElement>(box, 'button').click())

  it('says "Copied" for two seconds, aloud too', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { box } = render(field)
    await press(box)
    expect(writeText).toHaveBeenCalledWith('FY-204')
    expect(announcements.now().map(({ text }) => text)).toEqual(['Copied'])
    act(() => vi.advanceTimersByTime(1999))
    expect(textOf(findIn(box, 'button'))).toBe('Copied')
    act(() => vi.advanceTimersByTime(1))
    expect(textOf(findIn(box, 'button'))).toBe('Copy')
  })

  it('does not say so when it could not', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    document.execCommand = () => false
    const { box } = render(field)
    await press(box)
    expect(textOf(findIn(box, 'button'))).toBe('Copy')
  })
})

describe('waiting for the last change', () => {
  function Quantity({ save, atEnd }: { save: (value: number) => void; atEnd?: 'flush' }) {
    const [value, setValue] = useState(1)
    const saving = useDebounced(save, 2000, { atEnd })
    const add = () => {
      setValue(value + 1)
      saving.call(value + 1)
    }
    return (
      <>
        <button type="button" onClick={add}>
          {saving.pending ? 'waiting' : 'still'}
        </button>
        <button type="button" onClick={saving.flush}>
          now
        </button>
        <button type="button" onClick={saving.cancel}>
          never
        </button>
      </>
    )
  }
  const start = (atEnd?: 'flush') => {
    const save = vi.fn()
    const page = (shown: boolean): ReactNode => (shown ? <Quantity save={save} atEnd={atEnd} /> : null)
    const { box, show } = render(page(true))
    const buttons = box.querySelectorAll('button')
    const [add, now, never] = [buttons[0]!, buttons[1]!, buttons[2]!]
    return { save, add, now, never, leave: () => show(page(false)) }
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  it('does it once, with the last value, 2000 ms after the last call', () => {
    const { save, add } = start()
    click(add)
    pass(1999)
    click(add)
    pass(1999)
    expect(save).not.toHaveBeenCalled()
    expect(textOf(add)).toBe('waiting')
    pass(1)
    expect(save.mock.calls).toEqual([[3]])
    expect(textOf(add)).toBe('still')
    pass(10_000)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('can do it at once, or not at all', () => {
    const { save, add, now, never } = start()
    click(now)
    expect(save).not.toHaveBeenCalled()
    click(add)
    click(now)
    expect(save.mock.calls).toEqual([[2]])
    click(add)
    click(never)
    pass(5000)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('forgets it when the piece goes, or does it then, as it was told', () => {
    const forgetful = start()
    click(forgetful.add)
    forgetful.leave()
    pass(5000)
    expect(forgetful.save).not.toHaveBeenCalled()

    const dutiful = start('flush')
    click(dutiful.add)
    dutiful.leave()
    expect(dutiful.save.mock.calls).toEqual([[2]])
  })
})

describe('an event card', () => {
  const card = (href: string) => (
    <EventCard href={href} title={href} date="Fri 1 Oct" dateTime="2027-10-01" posterSrc="/p.svg" />
  )

  it('names its poster on the way out, and no other keeps the name', () => {
    const { box } = render([card('#one'), card('#two')].map((each) => <div key={each.props.href}>{each}</div>))
    const names = () =>
      [...box.querySelectorAll('img')].map((poster) => poster.style.getPropertyValue('view-transition-name'))
    expect(names()).toEqual(['', ''])
    const [one, two] = [...box.querySelectorAll('a')]
    click(one!)
    expect(names()).toEqual([POSTER_TRANSITION, ''])
    click(two!)
    expect(names()).toEqual(['', POSTER_TRANSITION])
  })
})

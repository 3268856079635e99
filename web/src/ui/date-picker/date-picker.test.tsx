import { act, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { blur, click, focus, press, render, textOf, type } from '../../testing/render.tsx'
import { DatePicker, type TimeProps } from './date-picker.tsx'
import type { DatePickerLabels } from './labels.ts'
import type { DateOptions } from './selectable-days.ts'

const LABELS: DatePickerLabels = {
  open: 'Choose from a calendar',
  dialog: 'Calendar',
  previous: 'Previous month',
  next: 'Next month',
  today: 'today',
  chosen: 'chosen',
  invalid: 'Not that day',
  invalidTime: 'Not that time',
}

let wide: boolean
beforeAll(() => import('./date-picker-calendar.tsx'))
beforeEach(() => {
  wide = true
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }))
  return () => vi.unstubAllGlobals()
})

type Said = DateOptions & {
  value?: string
  time?: Partial<TimeProps>
  menuOffset?: number
  menuHeight?: number
  calendars?: number
}

function show({ value: first = '', time, ...options }: Said = {}) {
  const reported: string[] = []
  function Picker() {
    const [value, setValue] = useState(first)
    const [clock, setClock] = useState(time?.value ?? '')
    return (
      <DatePicker
        id="date"
        label="Delivery date"
        today="2027-09-15"
        labels={LABELS}
        value={value}
        onChange={(text) => {
          reported.push(text)
          setValue(text)
        }}
        time={time && { id: 'time', label: 'Delivery time', ...time, value: clock, onChange: setClock }}
        {...options}
      />
    )
  }
  const { box, find } = render(<Picker />)
  const field = () => find<HTMLInputElement>('#date')
  const opener = () => find<HTMLButtonElement>('button[aria-haspopup=dialog]')
  const dialog = () => box.querySelector<HTMLElement>('[role=dialog]')
  const days = () => [...box.querySelectorAll<HTMLButtonElement>('[role=gridcell] button')]
  const day = (name: string) => {
    const found = days().filter((each) => each.getAttribute('aria-label')!.includes(name))
    if (found.length !== 1) throw new Error(`${found.length} days named ${name}`)
    return found[0]!
  }
  return {
    box,
    find,
    told: reported,
    field,
    opener,
    dialog,
    days,
    day,
    months: () => [...box.querySelectorAll('[role=grid]')].map((grid) => grid.getAttribute('aria-label')),
    offered: () =>
      days()
        .filter((each) => !each.disabled)
        .map((each) => Number(textOf(each))),
    focused: () => document.activeElement?.getAttribute('aria-label'),
    error: () => textOf(box.querySelector('#date-error')),
    open: async () => {
      await act(async () => opener().click())
      await act(async () => {})
    },
  }
}

const leave = (field: HTMLElement) => {
  focus(field)
  blur(field)
}

describe('the date field', () => {
  it('accepts a typed date without opening the calendar', () => {
    const page = show()
    type(page.field(), '01/10/2027')
    expect(page.told).toEqual(['01/10/2027'])
    expect(page.dialog()).toBeNull()
    expect(page.field().inputMode).toBe('numeric')
  })

  it('normalises a date on leaving the field', () => {
    const page = show()
    type(page.field(), '1.10.2027')
    leave(page.field())
    expect(page.field().value).toBe('01/10/2027')
  })

  it.each<[string, DateOptions, string, string]>([
    ['UI-10', { minDate: '2027-09-20' }, '19/09/2027', '20/09/2027'],
    ['UI-10', { maxDate: '2027-09-20' }, '21/09/2027', '20/09/2027'],
    ['UI-11', { disabledDates: ['2027-09-20'] }, '20/09/2027', '21/09/2027'],
    ['UI-11', { allowedDates: ['2027-09-20'] }, '21/09/2027', '20/09/2027'],
    ['UI-11', { disabledWeekdays: [0] }, '19/09/2027', '20/09/2027'],
    ['UI-12', { mode: 'range', maxRange: 3 }, '01/10/2027 - 05/10/2027', '01/10/2027 - 03/10/2027'],
    ['UI-12', { mode: 'range', minRange: 3 }, '01/10/2027 - 02/10/2027', '01/10/2027 - 03/10/2027'],
    ['UI-12', { mode: 'multiple', maxDates: 1 }, '01/10/2027, 02/10/2027', '01/10/2027'],
  ])('[UI-10, UI-11, UI-12] %s: with %j, %s cannot be typed and %s can', (_, options, wrong, right) => {
    const page = show(options)
    type(page.field(), wrong)
    expect(page.error()).toBe('')
    leave(page.field())
    expect(page.error()).toBe('Not that day')
    type(page.field(), right)
    expect(page.error()).toBe('')
  })

  it('[UI-13] the time field has its own limits', () => {
    const page = show({ time: { minTime: '09:00', maxTime: '17:00' } })
    const field = page.find<HTMLInputElement>('#time')
    expect([field.type, field.min, field.max]).toEqual(['time', '09:00', '17:00'])
    // browsers keep an out-of-range value; happy-dom would empty the field
    field.removeAttribute('max')
    type(field, '18:30')
    leave(field)
    expect(textOf(page.box.querySelector('#time-error'))).toBe('Not that time')
    type(field, '16:30')
    expect(page.box.querySelector('#time-error')).toBeNull()
  })
})

describe('the calendar', () => {
  it('[UI-14] opens 10 below the field, 390 high, with two months side by side', async () => {
    const page = show()
    await page.open()
    const { style } = page.dialog()!
    expect(style.getPropertyValue('--menu-offset')).toBe('10px')
    expect(style.getPropertyValue('--menu-height')).toBe('390px')
    expect(page.months()).toEqual(['September 2027', 'October 2027'])
  })

  it('[UI-14] takes its position and size from its options', async () => {
    const page = show({ menuOffset: 4, menuHeight: 420, calendars: 3 })
    await page.open()
    expect(page.dialog()!.style.getPropertyValue('--menu-offset')).toBe('4px')
    expect(page.dialog()!.style.getPropertyValue('--menu-height')).toBe('420px')
    expect(page.months()).toHaveLength(3)
  })

  it('shows one month if there is no room for two', async () => {
    wide = false
    const page = show()
    await page.open()
    expect(page.months()).toEqual(['September 2027'])
  })

  it('is a labelled dialog with focus on today, and returns focus', async () => {
    const page = show()
    expect(page.opener().getAttribute('aria-expanded')).toBe('false')
    await page.open()
    expect(page.opener().getAttribute('aria-expanded')).toBe('true')
    expect(page.dialog()!.getAttribute('aria-label')).toBe('Calendar')
    expect(page.focused()).toBe('Wednesday 15 September 2027, today')
    press(document.activeElement!, 'Escape')
    expect(page.dialog()).toBeNull()
    expect(document.activeElement).toBe(page.opener())
  })

  it('opens at the typed day', async () => {
    const page = show({ value: '24/12/2027' })
    await page.open()
    expect(page.months()[0]).toBe('December 2027')
    expect(page.focused()).toBe('Friday 24 December 2027, chosen')
  })

  it.each([
    ['ArrowRight', '16 September'],
    ['ArrowLeft', '14 September'],
    ['ArrowDown', '22 September'],
    ['ArrowUp', '8 September'],
    ['Home', '13 September'],
    ['End', '19 September'],
    ['PageDown', '15 October'],
    ['PageUp', '15 August'],
  ])('%s moves to %s', async (key, name) => {
    const page = show()
    await page.open()
    press(document.activeElement!, key)
    expect(page.focused()).toContain(name)
  })

  it('moves to a month not yet shown', async () => {
    const page = show()
    await page.open()
    for (let at = 0; at < 4; at += 1) press(document.activeElement!, 'PageDown')
    expect(page.focused()).toContain('15 January 2028')
    expect(page.months()).toContain('January 2028')
  })

  it('fills in the chosen day, closes and returns focus', async () => {
    const page = show()
    await page.open()
    click(page.day('Friday 1 October'))
    expect(page.field().value).toBe('01/10/2027')
    expect(page.dialog()).toBeNull()
    expect(document.activeElement).toBe(page.opener())
  })

  it('[UI-10] offers no day before the first or after the last, and no month beyond', async () => {
    const page = show({ minDate: '2027-09-10', maxDate: '2027-10-05' })
    await page.open()
    expect(page.offered()).toEqual([...Array.from({ length: 21 }, (_, at) => at + 10), 1, 2, 3, 4, 5])
    for (const name of ['Previous month', 'Next month'])
      expect(page.find(`button[aria-label="${name}"]`).getAttribute('aria-disabled')).toBe('true')
  })

  it('[UI-11] offers no disabled day or weekday', async () => {
    wide = false
    const page = show({ disabledDates: ['2027-09-15'], disabledWeekdays: [0, 6] })
    await page.open()
    expect(page.day('15 September').disabled).toBe(true)
    expect(page.day('18 September').disabled).toBe(true)
    expect(page.offered()).toHaveLength(30 - 8 - 1)
  })

  it('[UI-11] offers only the allowed days', async () => {
    wide = false
    const page = show({ allowedDates: ['2027-09-17', '2027-09-20'] })
    await page.open()
    expect(page.offered()).toEqual([17, 20])
  })

  it('[UI-12] a range: offers valid ends, then closes', async () => {
    wide = false
    const page = show({ mode: 'range', minRange: 2, maxRange: 3 })
    await page.open()
    click(page.day('15 September'))
    expect(page.field().value).toBe('15/09/2027')
    expect(page.offered()).toEqual([13, 14, 15, 16, 17])
    click(page.day('17 September'))
    expect(page.field().value).toBe('15/09/2027 - 17/09/2027')
    expect(page.dialog()).toBeNull()
  })

  it('[UI-12] several days: up to the maximum, and the calendar stays open', async () => {
    wide = false
    const page = show({ mode: 'multiple', maxDates: 2 })
    await page.open()
    click(page.day('20 September'))
    click(page.day('15 September'))
    expect(page.field().value).toBe('15/09/2027, 20/09/2027')
    expect(page.offered()).toEqual([15, 20])
    click(page.day('15 September'))
    expect(page.field().value).toBe('20/09/2027')
    expect(page.dialog()).not.toBeNull()
  })

  it('closes on a click elsewhere', async () => {
    const page = show()
    await page.open()
    act(() => {
      document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    })
    expect(page.dialog()).toBeNull()
  })
})

import type { WaiverPageData } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait, submit } from '../../testing/interact.ts'
import { click, findIn, render, textOf, type } from '../../testing/render.tsx'
import { sampleShell } from '../../testing/shell.ts'
import { page } from './page.tsx'

const CLIMB = {
  version: 2,
  id: 4,
  title: 'Climbing wall',
  terms_html: '<p>Wear a <b>helmet</b>.</p>',
  event: 'Gala',
  nice_date: 'Fri',
}
const LAKE = {
  id: 5,
  version: 1,
  title: 'Open water',
  terms_html: '<p>Can you swim?</p>',
  event: 'Lake day',
  nice_date: 'Sat',
}

afterEach(() => vi.unstubAllGlobals())

function open(waivers: WaiverPageData['waivers'] = [CLIMB], replies: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ 'sign_waiver/': { success: true, missing: 1 }, ...replies })
  const { box } = render(<App page={page} data={{ reference: 'sale-abc', waivers }} shell={sampleShell()} />)
  const find = <T extends HTMLElement = HTMLInputElement>(selector: string) => findIn<T>(box, selector)
  return {
    box,
    sent: () => sent.filter(({ url }) => url.endsWith('sign_waiver/')).map(({ form }) => form),
    find,
    has: (words: string) => textOf(box).includes(words),
    errorOf: (id: string) => textOf(box.querySelector(`#${id}-error`)),
    send: () => submit(find<HTMLFormElement>('main form')),
    press: (name: string) => pressAndWait(buttonNamed(box, name)),
  }
}
type Opened = ReturnType<typeof open>

const fillIn = (on: Opened, name = 'Ada Lovelace') => {
  type(on.find('#name'), name)
  type(on.find('#signature'), name)
  click(on.find('#agreed'))
}

const draw = (on: Opened, ...points: [number, number][]) => {
  const pad = on.box.querySelector('svg[viewBox="0 0 600 200"]')!
  vi.spyOn(pad, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 300, height: 100 } as DOMRect)
  points.forEach(([clientX, clientY], at) => {
    const pointer = new MouseEvent(at === 0 ? 'pointerdown' : 'pointermove', {
      bubbles: true,
      clientX,
      clientY,
      buttons: 1,
    })
    act(() => {
      pad.dispatchEvent(pointer)
    })
  })
}

describe('the signing page of a party', () => {
  it('shows the terms and the date, and nothing of the sale', () => {
    const on = open()
    expect(textOf(on.box.querySelector('h1'))).toBe('Activity Terms and Conditions')
    expect(textOf(on.box.querySelector('.prose b'))).toBe('helmet')
    expect(on.has('Fri 1 Jan 2027')).toBe(true)
    expect(on.has('sale-abc')).toBe(false)
  })

  it('has no form if there is nothing to sign', () => {
    const on = open([])
    expect(on.box.querySelector('main form')).toBeNull()
    expect(on.has('There is nothing to sign')).toBe(true)
  })

  it('lists what is missing at the fields and above them', async () => {
    const on = open()
    type(on.find('#name'), 'Ada')
    await on.send()
    expect(on.errorOf('name')).toBe('Please type both your first and last name(s)')
    expect(on.errorOf('signature')).toBe('Add a signature')
    expect(on.errorOf('agreed')).toBe('Tick the box to agree to the terms')
    expect(document.activeElement?.getAttribute('role')).toBe('alert')
    expect(on.sent()).toEqual([])
    type(on.find('#name'), 'Ada Lovelace')
    expect(on.errorOf('name')).toBe('')
  })

  it('accepts a typed name as the signature', async () => {
    const on = open()
    fillIn(on)
    await on.send()
    expect(on.sent()).toEqual([
      {
        reference: 'sale-abc',
        waiver_id: '4',
        version: '2',
        name: 'Ada Lovelace',
        is_minor: '0',
        signed_by: 'Ada Lovelace',
        signature_kind: 'typed',
        signature: 'Ada Lovelace',
      },
    ])
    expect(on.has('Ada Lovelace has signed.')).toBe(true)
    expect(on.has('1 signature of this booking still missing.')).toBe(true)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Signed just now')
  })

  it('accepts a drawing as strokes, and none once cleared', async () => {
    const on = open()
    fillIn(on)
    click(on.find('input[value=drawn]'))
    draw(on, [10, 20], [50, 40])
    await on.press('Clear')
    await on.send()
    expect(on.errorOf('signature')).toBe('Add a signature')
    // the second point is too close to make a difference
    draw(on, [10, 20], [10.4, 20], [50, 40])
    draw(on, [60, 60])
    await on.send()
    expect(on.sent()).toMatchObject([{ signature_kind: 'drawn', signature: 'M20 40L100 80 M120 120L120 120' }])
  })

  it('a minor is signed for by an adult', async () => {
    const on = open()
    fillIn(on, 'Byron King')
    click(on.find('#isMinor'))
    await on.send()
    expect(on.errorOf('adult')).toBe('Please type both your first and last name(s)')
    type(on.find('#adult'), 'Ada Lovelace')
    await on.send()
    expect(on.sent()).toMatchObject([{ name: 'Byron King', is_minor: '1', signed_by: 'Ada Lovelace' }])
    expect(on.has('Ada Lovelace has signed for Byron King.')).toBe(true)
  })

  it('several people sign one after another, and the last child’s adult is kept', async () => {
    const on = open()
    fillIn(on, 'Byron King')
    click(on.find('#isMinor'))
    type(on.find('#adult'), 'Ada Lovelace')
    await on.send()
    await on.press('Sign for another person')
    expect([on.find('#name').value, on.find('#signature').value, on.find('#agreed').checked]).toEqual(['', '', false])
    expect(on.find('#adult').value).toBe('Ada Lovelace')
    fillIn(on, 'Annabella King')
    await on.send()
    expect(on.sent()).toHaveLength(2)
    expect(on.has('for Byron King.') && on.has('for Annabella King.')).toBe(true)
  })

  it('with several terms each person signs those they take part in', async () => {
    const on = open([CLIMB, LAKE])
    fillIn(on)
    await on.send()
    expect(on.errorOf('waiver-4')).toBe('Choose an activity')
    click(on.find('#waiver-4'))
    click(on.find('#waiver-5'))
    await on.send()
    expect(on.sent().map(({ waiver_id, version }) => [waiver_id, version])).toEqual([
      ['4', '2'],
      ['5', '1'],
    ])
  })

  it('terms signed together are one choice and one call, with the adult’s children', async () => {
    const PHOTO = { ...CLIMB, id: 6, version: 1, title: 'Photographs', together: 9 }
    const on = open([{ ...CLIMB, together: 9 }, PHOTO])
    expect(on.box.querySelector('#waiver-4')).toBeNull()
    fillIn(on)
    await on.press('Also sign for a child')
    await on.send()
    expect(on.errorOf('child-0')).toBe('Please type both your first and last name(s)')
    type(on.find('#child-0'), 'Byron King')
    await on.send()
    expect(on.sent()).toMatchObject([{ waiver_id: '4', version: '2', name: 'Ada Lovelace' }])
    const [form] = on.sent() as [Record<string, string>]
    expect(form).toMatchObject({ 'also[0][waiver_id]': '6', 'also[0][version]': '1', 'children[0]': 'Byron King' })
    expect(on.has('Ada Lovelace has signed.') && on.has('has signed for Byron King.')).toBe(true)
  })

  it('shows why it failed, keeps the input, and can be retried', async () => {
    const replies = {
      'sign_waiver/': [
        { status: 404, body: { error: 'We could not find these terms.' } },
        { success: true, missing: 0 },
      ],
    }
    const on = open([CLIMB], replies)
    fillIn(on)
    await on.send()
    expect(on.has('We could not find these terms.')).toBe(true)
    expect(on.find('#name').value).toBe('Ada Lovelace')
    await on.send()
    expect(on.has('Ada Lovelace has signed.')).toBe(true)
    expect(on.has('Everyone in this booking has signed.')).toBe(true)
  })

  it('shows our own message without a response', async () => {
    const on = open([CLIMB], { 'sign_waiver/': 'offline' })
    fillIn(on)
    await on.send()
    expect(on.has('Unable to save the signature. Please try again')).toBe(true)
  })
})

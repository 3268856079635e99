import { newEvent as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, render, type } from '../../testing/render.tsx'
import { Parts } from './form-sections.tsx'
import { PageForm } from './page-form.tsx'

type Part = OfficePageData['event_form']['parts'][number]

const shell = { page_path: '/office/event/edit/', organiser_id: 1, failed: null } as unknown as OfficeShell
const name = (row: string, value: string) => ({
  name: `questions.${row}.label`,
  label: 'Question',
  value,
  control: 'text' as const,
  hint: '',
  effect: '',
  options: [],
  prefix: '',
  required: false,
  more: false,
})
const partOf = (questions: Record<string, string>): Part => ({
  list: 'questions',
  legend: 'Questions',
  row_label: 'Question',
  lead: '',
  permanent: false,
  rows: Object.entries(questions).map(([was, value], i) => ({
    was,
    title: was,
    note: '',
    fields: [name(String(i), value)],
  })),
  blank: [name('N', '')],
})

function open(questions: Record<string, string>, { base = '{}', failed = null as OfficeShell['failed'] } = {}) {
  const { box, find } = render(
    <PageForm call="save_event" shell={{ ...shell, failed }} draft="questions of event 1">
      <input type="hidden" name="base" defaultValue={base} />
      <Parts parts={[partOf(questions)]} shell={shell} />
    </PageForm>,
  )
  return {
    box,
    find,
    field: (row: number) => find<HTMLInputElement>(`[name="f[questions.${row}.label]"]`),
    submit: () =>
      act(() => {
        find('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
      }),
  }
}

afterEach(() => localStorage.clear())

describe('an office form in a closed tab', () => {
  it('is restored as typed, with added rows', () => {
    const first = open({ diet: 'Diet?' })
    click([...first.box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add another')!)
    type(first.field(1), 'Shirt?')
    type(first.field(2), 'Size?')
    const { field, box } = open({ diet: 'Diet?' })
    expect([field(0)!.value, field(1)!.value, field(2)!.value]).toEqual(['Diet?', 'Shirt?', 'Size?'])
    expect(box.textContent).toContain(t.restored)
  })

  it('is deleted once saved, and kept when it was sent but never arrived', () => {
    const first = open({ diet: 'Diet?' }, { base: 'one' })
    type(first.field(0), 'Food?')
    first.submit()
    const lost = open({ diet: 'Diet?' }, { base: 'one' })
    expect(lost.field(0)!.value).toBe('Food?')
    lost.submit()
    const saved = open({ diet: 'Food?' }, { base: 'two' })
    expect(saved.field(0)!.value).toBe('Food?')
    expect(saved.find('[role=status]').textContent).toBe(t.saved)
    expect(localStorage.length).toBe(0)
  })

  it('is kept after a refusal', () => {
    const first = open({ diet: 'Diet?' }, { base: 'one' })
    type(first.field(0), 'Food?')
    first.submit()
    const failed = { call: 'save_event', code: 'event_refused', error: 'No', problems: {}, sent: {} } as never
    open({ diet: 'Food?' }, { base: 'one', failed })
    expect(open({ diet: 'Diet?' }, { base: 'one' }).field(0)!.value).toBe('Food?')
  })

  it('keeps the values it opened with, so that another person’s change is detected', () => {
    type(open({ diet: 'Diet?' }, { base: 'one' }).field(0), 'Food?')
    const later = open({ diet: 'Theirs?' }, { base: 'two' })
    expect([later.field(0)!.value, later.find<HTMLInputElement>('[name=base]').value]).toEqual(['Food?', 'one'])
  })

  it('never restores input into another record', () => {
    type(open({ diet: 'Diet?' }).field(1), 'Shirt?')
    const { field } = open({ diet: 'Diet?', song: 'Song?' })
    expect([field(1)!.value, field(2)!.value]).toEqual(['Song?', ''])
  })
})

it('names the person who changed it, whose values can be taken', () => {
  const error = 'While you were editing, Ann changed this too.'
  const problems = { 'f[questions.0.label]': 'Question, saved now: Theirs?' }
  const { find } = open(
    { diet: 'Mine?' },
    { failed: { call: 'save_event', code: 'changed_meanwhile', error, problems, sent: {} } as never },
  )
  expect(find('[role=alert] h2').textContent).toBe(error)
  expect(find<HTMLAnchorElement>(`a[href="${shell.page_path}"]`).textContent).toBe(t.takeTheirs)
})

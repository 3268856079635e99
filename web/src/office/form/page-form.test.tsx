import { fill } from '@foyer/contract/fill.ts'
import { newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { drafts as t } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { act, type ComponentType } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, render, type } from '../../testing/render.tsx'
import { deleteDraftsOf, settleSent } from './drafts.ts'
import { OfficeForm } from './form.tsx'
import { Parts } from './form-sections.tsx'
import { PageForm } from './page-form.tsx'

type Part = OfficePageData['event_form']['parts'][number]

const ANN = 7
const BEN = 8
const shellOf = (person: number) =>
  ({
    page_path: '/office/event/edit/',
    organiser_id: 1,
    failed: null,
    resume: null,
    done: null,
    me: { id: person },
  }) as unknown as OfficeShell
const shell = shellOf(ANN)
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
  more: '',
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

const submit = (find: (selector: string) => Element) =>
  act(() => {
    find('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  })
const offersIn = (box: Element) => [...box.querySelectorAll('.office-row')].map(({ textContent }) => textContent)
const press = (box: Element, label: string) =>
  click([...box.querySelectorAll('button')].find(({ textContent }) => textContent === label)!)

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
    submit: () => submit(find),
  }
}

const FORMS = {
  'a form of a page': PageForm as ComponentType<Parameters<typeof PageForm>[0]>,
  'a form on a page': OfficeForm as unknown as ComponentType<Parameters<typeof PageForm>[0]>,
}

/** A form that creates something. */
function openNew(Form: (typeof FORMS)[keyof typeof FORMS], { organiser = 1, person = ANN } = {}) {
  const { box, find } = render(
    <Form call="create_event" shell={shellOf(person)} draft={`new event of ${organiser}`} titleField="title">
      <input name="title" />
      <input name="address" />
    </Form>,
  )
  return {
    box,
    find,
    title: find<HTMLInputElement>('[name=title]'),
    address: find<HTMLInputElement>('[name=address]'),
    submit: () => submit(find),
  }
}
/** The next page in this tab, after a form that was saved. */
const pageAfterSaving = () => settleSent({ done: [{ text: 'Created Spring gala.' }], failed: null, resume: null })
/** The next page in this tab, after nothing or something else. */
const anotherPage = () => settleSent({ done: null, failed: null, resume: null })

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  anotherPage()
})

describe.each(Object.entries(FORMS))('%s', (_, Form) => {
  it('opens empty, whatever was typed into another one', () => {
    const first = openNew(Form)
    type(first.title, 'Spring gala')
    type(first.address, '1 Mill Lane')
    const second = openNew(Form)
    expect([second.title.value, second.address.value]).toEqual(['', ''])
  })

  it('offers what was typed and not saved', () => {
    type(openNew(Form).address, '1 Mill Lane')
    const { box, address } = openNew(Form)
    expect(offersIn(box)).toHaveLength(1)
    press(box, t.resume)
    expect(address.value).toBe('1 Mill Lane')
    expect(offersIn(box)).toEqual([])
    // Continued, it is the same draft, and not another one.
    type(address, '2 Mill Lane')
    const later = openNew(Form)
    expect(offersIn(later.box)).toHaveLength(1)
    press(later.box, t.discard)
    expect([offersIn(later.box), localStorage.length]).toEqual([[], 0])
  })

  it('offers nothing to another person, or for another organiser', () => {
    type(openNew(Form).title, 'Spring gala')
    expect(offersIn(openNew(Form, { person: BEN }).box)).toEqual([])
    expect(offersIn(openNew(Form, { organiser: 2 }).box)).toEqual([])
    expect(offersIn(openNew(Form).box)).toHaveLength(1)
  })

  it('keeps the input of two tabs apart', () => {
    const [one, two] = [openNew(Form), openNew(Form)]
    type(one.title, 'Spring gala')
    type(two.title, 'Autumn fair')
    expect(offersIn(openNew(Form).box)).toHaveLength(2)
  })

  it('leaves nothing in the browser once its person signs out', () => {
    type(openNew(Form).title, 'Spring gala')
    type(openNew(Form, { person: BEN }).title, 'Autumn fair')
    deleteDraftsOf(ANN)
    expect(JSON.stringify({ ...localStorage })).not.toContain('Spring gala')
    expect(offersIn(openNew(Form, { person: BEN }).box)).toHaveLength(1)
  })
})

describe('a form that creates something', () => {
  it('names what can be continued', () => {
    type(openNew(PageForm).title, 'Spring gala')
    const { box, title } = openNew(PageForm)
    press(box, fill(t.resumeOf, { title: 'Spring gala' }))
    expect(title.value).toBe('Spring gala')
  })

  it('is forgotten once it is saved, and only it', () => {
    type(openNew(PageForm).title, 'Autumn fair')
    const first = openNew(PageForm)
    type(first.title, 'Spring gala')
    first.submit()
    pageAfterSaving()
    expect(offersIn(openNew(PageForm).box)).toEqual([expect.stringContaining('Autumn fair')])
    anotherPage()
    expect(offersIn(openNew(PageForm).box)).toHaveLength(1)
  })

  it('is kept when it was sent and never arrived', () => {
    const first = openNew(PageForm)
    type(first.title, 'Spring gala')
    first.submit()
    anotherPage()
    // What another form of this tab saves later is not this one.
    pageAfterSaving()
    expect(offersIn(openNew(PageForm).box)).toHaveLength(1)
  })

  it('is not restored from what earlier versions stored for whoever used the browser', () => {
    localStorage.setItem('foyer-office-draft new event of 1', JSON.stringify({ typed: [['title', 'Old']] }))
    anotherPage()
    expect([openNew(PageForm).title.value, localStorage.length]).toEqual(['', 0])
  })
})

describe('a form about something', () => {
  it('is continued as typed, with added rows', () => {
    const first = open({ diet: 'Diet?' })
    press(first.box, 'Add another')
    type(first.field(1), 'Shirt?')
    type(first.field(2), 'Size?')
    const { field, box } = open({ diet: 'Diet?' })
    expect(field(0)!.value).toBe('Diet?')
    press(box, t.resume)
    expect([field(0)!.value, field(1)!.value, field(2)!.value]).toEqual(['Diet?', 'Shirt?', 'Size?'])
    expect(box.textContent).toContain(t.restored)
  })

  it('is one draft after a refusal, with the values that were sent', () => {
    const first = open({ diet: 'Diet?' }, { base: 'one' })
    type(first.field(0), 'Food?')
    first.submit()
    const failed = { call: 'save_event', code: 'event_refused', error: 'No', problems: {}, sent: {} } as never
    settleSent({ done: null, failed, resume: null })
    open({ diet: 'Food?' }, { base: 'one', failed })
    const { box, field } = open({ diet: 'Diet?' }, { base: 'one' })
    expect(offersIn(box)).toHaveLength(1)
    press(box, t.resume)
    expect(field(0)!.value).toBe('Food?')
  })

  it('keeps the values it opened with, so that another person’s change is detected', () => {
    type(open({ diet: 'Diet?' }, { base: 'one' }).field(0), 'Food?')
    const later = open({ diet: 'Theirs?' }, { base: 'two' })
    expect(later.find<HTMLInputElement>('[name=base]').value).toBe('two')
    press(later.box, t.resume)
    expect([later.field(0)!.value, later.find<HTMLInputElement>('[name=base]').value]).toEqual(['Food?', 'one'])
  })

  it('never puts input into another row', () => {
    type(open({ diet: 'Diet?' }).field(1), 'Shirt?')
    const { field, box } = open({ diet: 'Diet?', song: 'Song?' })
    press(box, t.resume)
    expect([field(1)!.value, field(2)!.value]).toEqual(['Song?', ''])
    expect(box.textContent).toContain(t.unfit)
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
  expect(find<HTMLAnchorElement>(`a[href="${shell.page_path}"]`).textContent).toBe(newEvent.takeTheirs)
})

import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { click, render } from '../../testing/render.tsx'
import { Parts } from './form-sections.tsx'
import { idOf, PageForm } from './page-form.tsx'

type Part = OfficePageData['event_form']['parts'][number]
type Field = Part['rows'][number]['fields'][number]

const CONTROLS = ['text', 'number', 'amount', 'percent', 'moment', 'long', 'choice', 'flag', 'many'] as const
const field = (name: string, control: Field['control'], more = ''): Field => ({
  name,
  label: name,
  value: '',
  control,
  hint: '',
  effect: '',
  options: [{ value: 'a', label: 'A' }],
  prefix: '',
  required: false,
  more,
})
/** A list with one saved row and one that is being added, each with a field of every kind, shown and folded. */
const fieldsOf = (row: string | number) =>
  ['', 'Details'].flatMap((more) =>
    CONTROLS.map((control) => field(`types.${row}.${control}${more ? '2' : ''}`, control, more)),
  )
const part: Part = {
  list: 'types',
  legend: 'Types',
  row_label: 'Type',
  lead: '',
  permanent: false,
  rows: [{ was: 'adult', title: 'Adult', note: '', fields: fieldsOf(0) }],
  blank: fieldsOf('N'),
}
const FIELDS = [0, 1].flatMap((row) => fieldsOf(row).map(({ name }) => `f[${name}]`))

const shellWith = (problem: string) =>
  ({
    page_path: '/office/event/edit/',
    organiser_id: 1,
    done: null,
    resume: null,
    me: { id: 1 },
    failed: {
      call: 'save_event',
      code: 'event_refused',
      error: 'No',
      problems: { [problem]: 'This is wrong.' },
      sent: { [problem]: 'typed' },
    },
  }) as unknown as OfficeShell

const Form = ({ problem }: { problem: string }) => (
  <PageForm call="save_event" shell={shellWith(problem)} draft="types of event 1">
    <Parts parts={[part]} shell={shellWith(problem)} />
  </PageForm>
)
const foldsAround = (element: Element): HTMLDetailsElement[] => {
  const fold = element.parentElement?.closest('details')
  return fold ? [fold, ...foldsAround(fold)] : []
}

describe.each(FIELDS)('the problem of %s', (name) => {
  it('is shown at the field, in an open fold, without JavaScript too', () => {
    const box = document.createElement('div')
    box.innerHTML = renderToString(<Form problem={name} />)
    const control = box.querySelector(`#${CSS.escape(idOf(name))}`)!
    expect(foldsAround(control).map(({ open }) => open)).not.toContain(false)
    expect(box.querySelectorAll('[role=alert] a')).toHaveLength(1)
    expect(box.querySelector('form')!.textContent).toContain('This is wrong.')
  })

  it('is a link that opens its fold, if closed meanwhile, and focuses the field', () => {
    const { box, find } = render(<Form problem={name} />)
    for (const fold of box.querySelectorAll('details')) fold.open = false
    click(find('[role=alert] a'))
    const control = find(`#${CSS.escape(idOf(name))}`)
    expect(document.activeElement).toBe(control)
    expect(foldsAround(control).map(({ open }) => open)).not.toContain(false)
  })
})

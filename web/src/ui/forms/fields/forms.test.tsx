// @vitest-environment happy-dom
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { click, findIn, render, textOf, type } from '../../../testing/render.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Checkbox } from './checkbox.tsx'
import { CodeField } from './code-field.tsx'
import { OptionGroup } from './option-group.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'

/** The description of a control as a screen reader reads it out. */
const descriptionOf = (control: Element) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => textOf(document.getElementById(id)))

describe('fields', () => {
  const FRAME = { label: 'Email', hint: 'We send your code here', error: 'Enter an email address' }
  const FIELDS: [string, (frame: typeof FRAME | { label: string }) => React.ReactNode][] = [
    ['a line of text', (frame) => <TextField {...frame} />],
    ['a text', (frame) => <TextAreaField {...frame} />],
    ['a list', (frame) => <SelectField {...frame} />],
    ['a checkbox', (frame) => <Checkbox {...frame} />],
    ['a code', (frame) => <CodeField value="" onChange={() => {}} {...frame} />],
  ]
  const controlIn = (box: ParentNode) => findIn<HTMLInputElement>(box, 'input, textarea, select')

  it.each(FIELDS)('%s has a visible label and, when invalid, its error before its hint', (_, field) => {
    const { box } = render(field(FRAME))
    const control = controlIn(box)
    expect(textOf(control.labels?.[0])).toBe('Email')
    expect(descriptionOf(control)).toEqual(['Enter an email address', 'We send your code here'])
    expect(control.getAttribute('aria-invalid')).toBe('true')
  })

  it.each(FIELDS)('%s is not marked invalid initially', (_, field) => {
    const { box } = render(field({ label: 'Email' }))
    expect(controlIn(box).hasAttribute('aria-invalid')).toBe(false)
    expect(controlIn(box).hasAttribute('aria-describedby')).toBe(false)
  })

  it('passes input props through', () => {
    const { box } = render(
      <TextField label="Postcode" autoComplete="shipping postal-code" spellCheck={false} prefix="£" />,
    )
    expect(controlIn(box).autocomplete).toBe('shipping postal-code')
    expect(textOf(box)).toBe('Postcode£')
  })
})

describe('the code field', () => {
  it('is one input that accepts a pasted code with a space, marked for autofill of one-time codes', () => {
    const heard = vi.fn()
    function Code() {
      const [code, setCode] = useState('')
      return (
        <CodeField
          label="Code"
          value={code}
          onChange={(next) => {
            heard(next)
            setCode(next)
          }}
        />
      )
    }
    const { box } = render(<Code />)
    const input = findIn<HTMLInputElement>(box, 'input')
    expect(input.hasAttribute('maxlength')).toBe(false)
    expect([input.type, input.inputMode, input.autocomplete]).toEqual(['text', 'numeric', 'one-time-code'])
    type(input, '407 193')
    expect(heard).toHaveBeenLastCalledWith('407193')
    expect(input.value).toBe('407193')
  })
})

describe('options', () => {
  const options = [
    { value: 'card', label: 'Card', panel: <p>Card number</p> },
    { value: 'bank', label: 'Pay by bank', hint: 'In your bank’s app', panel: <p>Choose a bank</p> },
  ]
  function Pay({ start = null, heard = () => {} }: { start?: string | null; heard?: (value: string) => void }) {
    const [value, setValue] = useState(start)
    const choose = (next: string) => {
      heard(next)
      setValue(next)
    }
    return <OptionGroup legend="How would you like to pay?" options={options} value={value} onChange={choose} />
  }
  const radiosIn = (box: ParentNode) => [...box.querySelectorAll<HTMLInputElement>('input[type=radio]')]

  it('are radios in a labelled group, none preselected', () => {
    const { box } = render(<Pay />)
    const radios = radiosIn(box)
    expect(new Set(radios.map((radio) => radio.name)).size).toBe(1)
    expect(radios.map((radio) => radio.checked)).toEqual([false, false])
    expect(textOf(findIn(box, 'fieldset > legend'))).toBe('How would you like to pay?')
  })

  it('reveal only the content of the selected one', () => {
    const heard = vi.fn()
    const { box } = render(<Pay heard={heard} />)
    expect(textOf(box)).not.toContain('Card number')
    click(radiosIn(box)[0]!)
    expect(textOf(box)).toContain('Card number')
    click(radiosIn(box)[1]!)
    expect(textOf(box)).not.toContain('Card number')
    expect(textOf(box)).toContain('Choose a bank')
    expect(heard.mock.calls).toEqual([['card'], ['bank']])
  })

  it('link each hint to its radio and the error to the group', () => {
    const { box } = render(
      <OptionGroup legend="Protect?" options={options} value={null} onChange={() => {}} error="Choose one" />,
    )
    expect(descriptionOf(radiosIn(box)[1]!)).toEqual(['In your bank’s app'])
    expect(descriptionOf(findIn(box, 'fieldset'))).toEqual(['Choose one'])
  })
})

describe('the error summary', () => {
  const errors = [{ fieldId: 'email', text: 'Enter an email address' }]

  it('is hidden without errors', () => {
    expect(render(<ErrorSummary title="There is a problem" errors={[]} />).box.innerHTML).toBe('')
  })

  it('takes focus when it appears and at each further attempt', () => {
    const { find, show } = render(<ErrorSummary title="There is a problem" errors={errors} attempt={1} />)
    const box = find('[role=alert]')
    expect(document.activeElement).toBe(box)
    box.blur()
    show(<ErrorSummary title="There is a problem" errors={errors} attempt={1} />)
    expect(document.activeElement).not.toBe(box)
    show(<ErrorSummary title="There is a problem" errors={errors} attempt={2} />)
    expect(document.activeElement).toBe(box)
  })

  it('links to the field with the same text', () => {
    const { find } = render(
      <>
        <ErrorSummary title="There is a problem" errors={errors} />
        <TextField id="email" label="Email" error="Enter an email address" />
      </>,
    )
    const link = find<HTMLAnchorElement>('a')
    expect(textOf(link)).toBe(textOf(find('#email-error')))
    click(link)
    expect(document.activeElement?.id).toBe('email')
  })
})

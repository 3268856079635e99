import type { Page } from '@playwright/test'

/** A filled form: everything that it sends, and the part that was typed or chosen. */
export type FilledForm = { call: string; sent: [string, string][]; typed: [string, string][] }

/** Fills in every form of the page with values that it does not show yet. Files are left out, and secrets, which no page shows again. */
export const filledForms = (page: Page): Promise<FilledForm[]> =>
  page.evaluate(() => {
    const VALUES: Record<string, string> = {
      email: 'typed@example.com',
      date: '2031-02-03',
      time: '21:43',
      'datetime-local': '2031-02-03T21:43',
      number: '7',
    }
    const isTyped = (control: Element): control is HTMLInputElement =>
      (control instanceof HTMLInputElement && !['hidden', 'submit', 'file', 'password'].includes(control.type)) ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    return [...document.forms]
      .filter((form) => form.method === 'post' && form.enctype !== 'multipart/form-data')
      .flatMap((form) => {
        const controls = [...form.elements].filter(
          (control) => isTyped(control) && control.name !== '' && !control.matches(':disabled'),
        ) as HTMLInputElement[]
        if (controls.length === 0) return []
        for (const control of controls) {
          if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1
          else if (control.type === 'checkbox') control.checked = !control.checked
          else if (control.type === 'radio') control.checked = true
          else control.value = VALUES[control.type] ?? (control.inputMode === 'decimal' ? '7' : 'typed')
        }
        const all = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        const names = new Set(controls.map(({ name }) => name))
        return [
          {
            call: (form.elements.namedItem('call') as HTMLInputElement).value,
            sent: all,
            typed: all.filter(([name]) => names.has(name)),
          },
        ]
      })
  })

/** What the same form in this HTML shows in the fields that were typed in. */
export const shownIn = (page: Page, html: string, form: FilledForm): Promise<[string, string][]> =>
  page.evaluate(
    ([html, { call, sent, typed }]) => {
      const sentValues = new Map(sent)
      const parsed = new DOMParser().parseFromString(html, 'text/html')
      const found = [...parsed.forms].find((form) => {
        const valueIn = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value
        // A page may have a form of the same call for each ticket or person.
        return (
          valueIn('call') === call &&
          ['ticket_id', 'staff_id', 'note_id', 'ticket_type_id'].every((name) => valueIn(name) === sentValues.get(name))
        )
      })
      const names = new Set(typed.map(([name]) => name))
      return [...new FormData(found)].flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && names.has(name) ? [[name, value]] : [],
      )
    },
    [html, form] as const,
  )

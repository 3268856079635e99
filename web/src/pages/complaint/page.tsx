import type { ComplaintProblem } from '@foyer/contract/complaint.ts'
import { fill } from '@foyer/contract/fill.ts'
import { common, complaint as t } from '@foyer/contract/messages.ts'
import { PAGES, type PageData } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

const PROBLEMS: Record<ComplaintProblem, string> = {
  missing: t['problem.missing'],
  name: t['problem.name'],
  email: t['problem.email'],
  too_many: t['problem.tooMany'],
}

/** Complains about an order or the use of data, without an account. A plain form: no script is needed. */
const Complaint = ({ data: { problem, values, number } }: { data: PageData['complaint'] }) => (
  <div className={`page ${narrow.narrow}`}>
    <h1>{t.title}</h1>
    {problem !== null && <Alert type="error">{PROBLEMS[problem]}</Alert>}
    {number !== '' ? (
      <Alert
        type="success"
        action={
          <ButtonLink href={PAGES.home} small>
            {t.home}
          </ButtonLink>
        }
      >
        {fill(t.done, { number })}
      </Alert>
    ) : (
      <>
        <p className={narrow.lead}>{t.lead}</p>
        <Panel>
          <form method="post" action={PAGES.complaint} className={narrow.form} noValidate>
            <SelectField name="kind" label={t.kind} defaultValue={values.kind}>
              <option value="order">{t['kind.order']}</option>
              <option value="data">{t['kind.data']}</option>
            </SelectField>
            <TextField
              name="name"
              label={t.name}
              autoComplete="name"
              maxLength={LIMITS.text.name}
              defaultValue={values.name}
              required
            />
            <TextField
              name="email"
              type="email"
              label={t.email}
              hint={t.emailHint}
              autoComplete="email"
              inputMode="email"
              maxLength={LIMITS.text.email}
              defaultValue={values.email}
              spellCheck={false}
              autoCapitalize="none"
              required
            />
            <TextField
              name="reference"
              label={t.reference}
              hint={t.referenceHint}
              maxLength={LIMITS.text.code}
              defaultValue={values.reference}
              autoCapitalize="characters"
              spellCheck={false}
              aside={`(${common.optional})`}
            />
            <TextAreaField
              name="message"
              label={t.message}
              rows={7}
              maxLength={LIMITS.text.message}
              defaultValue={values.message}
              required
            />
            <button type="submit" className={buttonClass({})}>
              {t.send}
            </button>
          </form>
        </Panel>
      </>
    )}
  </div>
)

export const page: Page<'complaint'> = { title: () => t.title, frame: 'shop', Body: Complaint }

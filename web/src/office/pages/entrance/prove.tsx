import { fill } from '@foyer/contract/fill.ts'
import { prove as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'

type Props = { data: OfficePageData['prove']; shell: OfficeShell }

/** For browsers without JavaScript; with it, the form asks in place. */
export function ProvePage({ data: { email }, shell }: Props) {
  return (
    <>
      <h1>{t.title}</h1>
      {shell.resume !== null && <p className="office-note">{t.waiting}</p>}
      {shell.sent_to === email ? (
        <>
          <p>{fill(shell.long_code ? t['code.longLead'] : t['code.lead'], { email })}</p>
          <OfficeForm
            call="office_prove"
            shell={shell}
            next={shell.next || OFFICE_PAGES.home.path}
            className="office-stack"
          >
            <TextField label={t.code} name="code" inputMode="numeric" autoComplete="one-time-code" short />
            <Button type="submit">{t.check}</Button>
          </OfficeForm>
        </>
      ) : (
        <>
          <p>{fill(t.lead, { email })}</p>
          <OfficeForm call="office_send_proof" shell={shell}>
            <Button type="submit">{t.send}</Button>
          </OfficeForm>
        </>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'prove'> = {
  prove: { title: () => t.title, Body: ProvePage },
}

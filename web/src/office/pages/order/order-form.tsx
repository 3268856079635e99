import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { ReactNode } from 'react'
import { OfficeForm } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'

export type OrderProps = { data: OfficePageData['order']; shell: OfficeShell }

type Props = {
  call: OfficeCallName
  shell: OfficeShell
  data: Pick<OfficePageData['order'], 'order_id' | 'form_key'>
  /** A ticket or note that the form is about. */
  about?: [name: 'ticket_id' | 'note_id' | 'ticket_type_id' | 'place', value: number]
  /** The label that opens the form; without it, the form is always open. */
  summary?: ReactNode
  children: ReactNode
}

/** A form that changes an order. It acts once each time the page is shown. */
export function OrderForm({ call, shell, data, about, summary, children }: Props) {
  const isFailed = shell.failed?.call === call && (!about || shell.failed.sent[about[0]] === String(about[1]))
  const form = (
    <OfficeForm call={call} shell={shell} {...(about && { only: about })} className="office-stack office-narrow-form">
      <OrganiserId shell={shell} />
      <input type="hidden" name="order_id" value={data.order_id} />
      <input type="hidden" name="form_key" value={about ? `${data.form_key}-${about[1]}` : data.form_key} />
      {about && <input type="hidden" name={about[0]} value={about[1]} />}
      {children}
    </OfficeForm>
  )
  if (!summary) return form
  return (
    <details className="office-fold" open={isFailed || undefined}>
      <summary>{summary}</summary>
      {form}
    </details>
  )
}

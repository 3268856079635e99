import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { ComponentProps } from 'react'
import { OrganiserId } from './hidden-ids.tsx'

type Props = Omit<ComponentProps<'form'>, 'method' | 'action'> & {
  call: OfficeCallName
  shell: OfficeShell
  /** The values of its hidden fields, besides the call and the organiser. */
  sends?: Record<string, string | number>
}

/** A form that is submitted as a page, for pages without a script and for responses that are files. */
export const PlainForm = ({ call, shell, sends = {}, children, ...form }: Props) => (
  <form method="post" action={shell.page_path} {...form}>
    <input type="hidden" name="call" value={call} />
    <OrganiserId shell={shell} />
    {Object.entries(sends).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
)

import { settings as words } from '@foyer/contract/office/events/messages.en.ts'
import { payments } from '@foyer/contract/office/events/payments.en.ts'
import { pictures } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { pathIn } from '../../paths.ts'

type Props = {
  shell: OfficeShell
  sections: OfficePageData['settings']['sections']
  here: string
  children: ReactNode
}

/** One section of the settings, with the links to all of them: beside it, or above it on a narrow screen. */
export function SettingsFrame({ shell, sections, here, children }: Props) {
  return (
    <>
      <h1>{words.title}</h1>
      <div className="office-sections">
        <nav aria-label={words.sections} className="office-tabs">
          {sections.map(({ name, label }) => (
            <a
              key={name}
              href={`${pathIn('settings', shell.organiser_id)}&section=${name}`}
              aria-current={here === name ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
          <a href={pathIn('brand', shell.organiser_id)} aria-current={here === 'brand' ? 'page' : undefined}>
            {pictures['brand.title']}
          </a>
          <a href={pathIn('payments', shell.organiser_id)} aria-current={here === 'payments' ? 'page' : undefined}>
            {payments.title}
          </a>
        </nav>
        <div className="office-stack">{children}</div>
      </div>
    </>
  )
}

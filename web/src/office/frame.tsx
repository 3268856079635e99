import { office as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficeScreenName, type OfficeShell, officePage } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { Logo } from '../ui/display/logo.tsx'
import { SelectField } from '../ui/forms/fields/select-field.tsx'
import { FindBox } from './find-box.tsx'
import { OfficeForm } from './form/form.tsx'
import { pathIn } from './paths.ts'
import { Done } from './sentence.tsx'

type Props = { shell: OfficeShell; page: OfficeScreenName; children: ReactNode }

/** The header with the menu, then the page. */
export function OfficeFrame({ shell, page, children }: Props) {
  const { me, menu, may, organisers, organiser_id } = shell
  const row = officePage(page)
  const here = row?.under ?? page
  return (
    <>
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      <header className="office-header">
        <div className="page office-bar">
          <a className="office-brand" href={OFFICE_PAGES.home.path}>
            <Logo name={t.brand} />
          </a>
          {me && (
            <nav aria-label={t['nav.label']} className="office-nav">
              {menu.map(({ page: name, label }) => (
                <a key={name} href={pathIn(name, organiser_id)} aria-current={here === name ? 'page' : undefined}>
                  {label}
                </a>
              ))}
            </nav>
          )}
          {me ? (
            <OfficeForm call="office_sign_out" shell={shell} next={OFFICE_PAGES.sign_in.path} className="office-out">
              <Button type="submit" variant="quiet" small>
                {t['button.signOut']}
              </Button>
            </OfficeForm>
          ) : (
            <a href="/">{t['nav.shop']}</a>
          )}
        </div>
      </header>
      {me && may.orders && (
        <FindBox
          shell={shell}
          q={page === 'find' ? (new URLSearchParams(shell.page_path.split('?')[1]).get('q') ?? '') : ''}
        />
      )}
      {organisers.length > 1 && row?.isSwitched && (
        <form className="page office-switch" method="get" action={row.path}>
          <SelectField label={t['nav.organiser']} name="organiser_id" defaultValue={organiser_id ?? undefined}>
            {organisers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary" small>
            {t['nav.switch']}
          </Button>
        </form>
      )}
      <main id="content" tabIndex={-1} className={me ? 'page office-main' : 'page office-main office-narrow'}>
        {shell.done && <Done parts={shell.done} />}
        {children}
      </main>
    </>
  )
}

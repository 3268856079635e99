import { find as t } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../ui/actions/button.tsx'
import { TextField } from '../ui/forms/fields/text-field.tsx'
import { OrganiserId } from './form/hidden-ids.tsx'

/** The search box on every page of the office. */
export function FindBox({ shell, q = '' }: { shell: OfficeShell; q?: string }) {
  return (
    <search className="office-find">
      <form method="get" action={OFFICE_PAGES.find.path}>
        <OrganiserId shell={shell} />
        <TextField label={t.label} labelHidden placeholder={t.placeholder} name="q" type="search" defaultValue={q} />
        <Button type="submit" variant="secondary">
          {t.button}
        </Button>
      </form>
    </search>
  )
}

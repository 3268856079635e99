import { nobody, refusedPage as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'

const titleOf = (data: OfficePageData['refused']): string =>
  'error' in data ? t.wrong : data.status === 403 ? t.mayNot : t.notFound

export function RefusedPage({ data }: { data: OfficePageData['refused'] }) {
  return (
    <>
      <h1>{titleOf(data)}</h1>
      <p>{'error' in data ? data.error : data.status === 403 ? t.mayNotText : t.notFoundText}</p>
      <ButtonLink href={OFFICE_PAGES.home.path}>{t.home}</ButtonLink>
    </>
  )
}

export function NothingPage({ shell }: { shell: OfficeShell }) {
  return (
    <>
      <h1>{nobody.title}</h1>
      {shell.me?.is_operator ? (
        <>
          <p>{nobody.first}</p>
          <OfficeForm call="make_organiser" shell={shell} className="office-stack office-narrow-form">
            <TextField
              label={nobody.name}
              hint={nobody.nameHint}
              name="name"
              autoComplete="organization"
              defaultValue={sentValue(shell, 'make_organiser', 'name')}
            />
            <Button type="submit">{nobody.go}</Button>
          </OfficeForm>
        </>
      ) : (
        <p>{nobody.text}</p>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'refused' | 'nothing'> = {
  refused: { title: titleOf, Body: RefusedPage },
  nothing: { title: () => nobody.title, Body: NothingPage },
}

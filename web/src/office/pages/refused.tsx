import { nobody, refusedPage as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageData } from '@foyer/contract/office/pages.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'

export function RefusedPage({ data }: { data: OfficePageData['refused'] }) {
  const isRole = data.status === 403
  return (
    <>
      <h1>{isRole ? t.mayNot : t.notFound}</h1>
      <p>{isRole ? t.mayNotText : t.notFoundText}</p>
      <ButtonLink href={OFFICE_PAGES.home.path}>{t.home}</ButtonLink>
    </>
  )
}

export function NothingPage() {
  return (
    <>
      <h1>{nobody.title}</h1>
      <p>{nobody.text}</p>
    </>
  )
}

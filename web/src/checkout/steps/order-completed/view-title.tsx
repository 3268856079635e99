import { common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type MouseEvent, useEffect } from 'react'
import { useTabTitle } from '../../../title.ts'
import { BackLink } from '../../../ui/actions/back-link.tsx'
import type { ViewProps } from './view.ts'

/** The h1 of a view other than the overview, with a back button above it. */
export function ViewTitle({ title, go }: { title: string } & Pick<ViewProps, 'go'>) {
  const tabTitle = useTabTitle(title)
  useEffect(() => {
    document.title = tabTitle
  }, [tabTitle])

  const back = (event: MouseEvent) => {
    event.preventDefault()
    go('overview')
  }

  return (
    <div>
      <BackLink href={PAGES.checkout} onClick={back}>
        {common['link.back']}
      </BackLink>
      <h1 tabIndex={-1}>{title}</h1>
    </div>
  )
}

import { common } from '@foyer/contract/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type MouseEvent, useEffect } from 'react'
import { tabTitle } from '../../../title.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts'
import type { ViewProps } from './order-completed.tsx'

/** The h1 of a view beside the overview, with the way back above it (DONE-02). It takes the keyboard when it comes. */
export function ViewTitle({ title, go }: { title: string } & Pick<ViewProps, 'go'>) {
  const heading = useFocusOnMount<HTMLHeadingElement>()

  useEffect(() => {
    document.title = tabTitle(title)
    window.scrollTo(0, 0)
  }, [title])

  const back = (event: MouseEvent) => {
    event.preventDefault()
    go('overview')
  }

  return (
    <div>
      <BackLink href={PAGES.checkout} onClick={back}>
        {common['link.back']}
      </BackLink>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
    </div>
  )
}

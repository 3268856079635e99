import { office as t } from '@foyer/contract/office/messages.ts'
import { useId } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { moreIcon } from '../ui/display/icons.ts'

type Props = {
  /** What the links are about. */
  label: string
  /** Those that are buttons beside it are in it on a phone only. */
  links: { label: string; href: string; isButton: true | undefined }[]
  /** What it opens over the page, of lists: a phone only has this button in place of theirs. */
  panels?: { label: string; id: string }[]
}

/** A "More" button with a list of links, which the browser opens by itself, without a script. */
export function MoreMenu({ label, links, panels }: Props) {
  const id = useId()
  if (links.length === 0 && !panels) return null
  return (
    <>
      <Button
        variant="secondary"
        small
        icon={moreIcon}
        iconOnly
        aria-label={t['nav.more']}
        title={t['nav.more']}
        popoverTarget={id}
        className={panels && 'office-only-phone'}
      />
      <nav id={id} className="office-menu" popover="auto" aria-label={label}>
        {links.map(({ label: text, href, isButton }) => (
          <a key={href} href={href} className={isButton && 'office-only-phone'}>
            {text}
          </a>
        ))}
        {panels?.map(({ label: text, id: panel }) => (
          <button key={panel} type="button" popoverTarget={panel}>
            {text}
          </button>
        ))}
      </nav>
    </>
  )
}

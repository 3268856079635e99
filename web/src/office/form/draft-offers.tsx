import { fill } from '@foyer/contract/fill.ts'
import { drafts as t } from '@foyer/contract/office/messages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { Button } from '../../ui/actions/button.tsx'
import type { Draft } from './drafts.ts'
import type { useDraft } from './use-draft.ts'

type Props = {
  draft: Pick<ReturnType<typeof useDraft>, 'offers' | 'state' | 'resume' | 'discard'>
  /** The field that names what a form creates. */
  titleField: string | undefined
}

/** What was typed into this form earlier and not saved, to be continued or discarded. */
export function DraftOffers({ draft: { offers, state, resume, discard }, titleField }: Props) {
  const titleOf = ({ typed }: Draft) => typed.find(([name, value]) => name === titleField && value !== '')?.[1]
  return (
    <>
      {state !== null && (
        <p className="office-note" role="status">
          {state === 'restored' ? t.restored : t.unfit}
        </p>
      )}
      {offers.map((draft) => {
        const title = titleOf(draft)
        return (
          <div key={draft.key} className="office-note office-row">
            <p>{fill(title === undefined ? t.offer : t.offerOf, { title: title ?? '', when: niceDate(draft.at) })}</p>
            <Button variant="secondary" small onClick={() => resume(draft)}>
              {title === undefined ? t.resume : fill(t.resumeOf, { title })}
            </Button>
            <Button variant="quiet" small onClick={() => discard(draft)}>
              {title === undefined ? t.discard : fill(t.discardOf, { title })}
            </Button>
          </div>
        )
      })}
    </>
  )
}

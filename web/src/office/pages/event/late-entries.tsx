import { fill } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/office/door/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'

type Data = OfficePageData['door']
type Props = { data: Data; shell: OfficeShell }
type Entry = Data['reviewed'][number]

/** What devices handed in after their pairing had ended: to accept or reject, and what was decided. */
export function LateEntries({ data, shell }: Props) {
  const { for_review, reviewed } = data
  if (for_review.length + reviewed.length === 0) return null
  return (
    <section aria-labelledby="review">
      <h3 id="review">{t.review}</h3>
      {for_review.length > 0 && <p>{t['review.lead']}</p>}
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">{t['conflict.who']}</th>
            <th scope="col">{t['conflict.order']}</th>
            <th scope="col">{t['review.what']}</th>
            <th scope="col">{t['review.ticket']}</th>
            <th scope="col">{t['review.decide']}</th>
          </tr>
        </thead>
        <tbody>
          {for_review.map((entry) => (
            <Row key={entry.id} entry={entry} used={entry.used}>
              <Decide data={data} shell={shell} entries={[entry]} />
            </Row>
          ))}
          {reviewed.map((entry) => (
            <Row key={entry.id} entry={entry}>
              {entry.outcome === 'rejected' ? t['review.rejected'] : t['review.nothingUndone']}
            </Row>
          ))}
        </tbody>
      </table>
      {for_review.length > 1 && <Decide data={data} shell={shell} entries={for_review} />}
    </section>
  )
}

type RowProps = { entry: Omit<Entry, 'outcome'>; used?: string; children: React.ReactNode }

function Row({ entry: { kind, who, order, nice_time, door }, used, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{who}</th>
      <td data-label={t['conflict.order']}>{order}</td>
      <td data-label={t['review.what']}>
        {fill(kind === 'in' ? t['review.in'] : t['review.undo'], { time: nice_time, door })}
      </td>
      <td data-label={t['review.ticket']}>
        {used !== undefined && (used === '' ? t['review.unused'] : fill(t['review.used'], { time: used }))}
      </td>
      <td data-label={t['review.decide']}>{children}</td>
    </tr>
  )
}

/** Two buttons that decide one entry, or all that are shown: those that arrive meanwhile wait for another press. */
function Decide({ data, shell, entries }: Props & { entries: Data['for_review'] }) {
  const [first, last] = [entries[0]!, entries.at(-1)!]
  const isOne = entries.length === 1
  const which = isOne ? first.id : 'all'
  const button = (call: 'accept_entries' | 'reject_entries', one: string, oneOf: string, all: string) => (
    <OfficeForm call={call} shell={shell} only={['which', which]}>
      <EventIds eventId={data.event_id} shell={shell} />
      <input type="hidden" name="which" value={which} />
      <input type="hidden" name="date_id" value={data.date_id ?? ''} />
      <input type="hidden" name="from_id" value={first.id} />
      <input type="hidden" name="until_id" value={last.id} />
      <Button
        type="submit"
        variant="secondary"
        small
        {...(isOne && { 'aria-label': fill(oneOf, { who: first.who, time: first.nice_time }) })}
      >
        {isOne ? one : fill(all, { n: entries.length })}
      </Button>
    </OfficeForm>
  )
  return (
    <div className="office-row">
      {button('accept_entries', t['review.accept'], t['review.acceptOf'], t['review.acceptAll'])}
      {button('reject_entries', t['review.reject'], t['review.rejectOf'], t['review.rejectAll'])}
    </div>
  )
}

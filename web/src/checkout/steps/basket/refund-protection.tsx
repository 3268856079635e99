import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { useRef, useState } from 'react'
import { OptionGroup } from '../../../ui/forms/fields/option-group.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import css from './basket.module.css'

type Choice = 'yes' | 'no'

/** Optional refund protection. Nothing is preselected: no answer and "no" cost the same. */
export function RefundProtection() {
  const store = useStore()
  const checkout = useCheckout()
  const [draft, setDraft] = useDraft<{ declined: boolean }>('refund_protection', { declined: false })
  const [waiting, setWaiting] = useState<Choice | null>(null)
  const choices = useRef(0)
  if (!checkout.has_refund_protection) return null

  const stored: Choice | null = checkout.refund_protection ? 'yes' : draft.declined ? 'no' : null
  const uncovered = checkout.events.filter((event) => !event.refund_protection)
  const organiserWithout = checkout.organisers.some((organiser) => !organiser.has_custom_refund_policy)

  const choose = async (choice: string) => {
    choices.current += 1
    const number = choices.current
    setWaiting(choice as Choice)
    // The server has no "no", and the page may be left before it replies.
    setDraft({ declined: choice === 'no' })
    const refund_protection = choice === 'yes' && checkout.has_refund_protection
    const answer = await store.change(
      'update_refund_protection',
      { refund_protection },
      t['error.updateRefundProtection'],
    )
    // The reply to an earlier choice must not bring it back while a later one waits.
    if (number !== choices.current) return
    if (!answer.ok) setDraft(draft)
    setWaiting(null)
  }

  return (
    <Panel className={css.protection}>
      <h2 id="protection">{t['protection.title']}</h2>
      <p>{t['protection.lead']}</p>
      <OptionGroup
        legend={t['protection.title']}
        legendHidden
        value={waiting ?? stored}
        onChange={choose}
        options={[
          {
            value: 'yes',
            label: fill(t['protection.yes'], {
              cost: formatMoney(checkout.refund_protection_cost, checkout.currency.code),
            }),
          },
          { value: 'no', label: t['protection.no'] },
        ]}
      />
      <ul className={css.facts}>
        <li>{t['protection.mind']}</li>
        {uncovered.length > 0 && (
          <li>
            {t['protection.notCovered']}
            <ul>
              {uncovered.map((event) => (
                <li key={event.id}>{event.title}</li>
              ))}
            </ul>
          </li>
        )}
        <li>{t['protection.fees']}</li>
        <li>{t['protection.nonRefundable']}</li>
      </ul>
      <p className={css.links}>
        <a href={`${PAGES.terms}#s4.10`}>{t['protection.terms']}</a>
        {organiserWithout && <a href={PAGES.refund_policy}>{t['basket.shopRefundPolicy']}</a>}
      </p>
    </Panel>
  )
}

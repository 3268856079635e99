import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { type FormEvent, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import css from '../../forms/forms.module.css'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

type Choices = { ct_subscribed: boolean; event_subscribed: boolean; organisers: Record<string, boolean> }

/** Keep updated (MKT-01..04): what is open is asked, unticked (OPEN-24); "no" is as good an answer as "yes". */
export function Screen() {
  const store = useStore()
  const { marketing_preferences: known } = useCheckout()
  const [choices, setChoices] = useDraft<Choices>('marketing_preferences', {
    ct_subscribed: false,
    event_subscribed: false,
    organisers: {},
  })
  const [busy, setBusy] = useState(false)
  const organisers = known?.basket_organisers.filter((organiser) => !organiser.organiser_subscribed) ?? []

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const answer = await store.call('set_marketing_preferences', {
      ct_subscribed: known?.ct_subscribed || choices.ct_subscribed,
      event_subscribed: known?.event_subscribed || choices.event_subscribed,
      organiser_subscribed_marketing: Object.fromEntries(
        known?.basket_organisers.map(({ id, organiser_subscribed }) => [
          id,
          organiser_subscribed || choices.organisers[id] === true,
        ]) ?? [],
      ),
    })
    if (answer.ok) await store.next()
    else await store.tellFailure(answer, t['error.setMarketingPreferences'])
    setBusy(false)
  }

  return (
    <Frame
      title={t['title.keepUpdated']}
      lead={t['keepUpdated.lead']}
      summary={<OrderSummary countdown edit={t['link.editBasket']} />}
    >
      <Form className={css.form} onSubmit={save}>
        <Panel className={css.choices}>
          {!known?.ct_subscribed && (
            <Checkbox
              id="ct_subscribed"
              name="ct_subscribed"
              label={t['keepUpdated.newsletter']}
              checked={choices.ct_subscribed}
              onChange={(event) => setChoices({ ct_subscribed: event.target.checked })}
            />
          )}
          {!known?.event_subscribed && (
            <Checkbox
              id="event_subscribed"
              name="event_subscribed"
              label={t['keepUpdated.eventNews']}
              checked={choices.event_subscribed}
              onChange={(event) => setChoices({ event_subscribed: event.target.checked })}
            />
          )}
          {organisers.map((organiser) => (
            <Checkbox
              key={organiser.id}
              id={`organiser-${organiser.id}`}
              name={`organiser-${organiser.id}`}
              label={organiser.marketing_signup_message}
              checked={choices.organisers[organiser.id] === true}
              onChange={(event) =>
                setChoices({ organisers: { ...choices.organisers, [organiser.id]: event.target.checked } })
              }
            />
          ))}
        </Panel>
        <LoadingButton type="submit" loading={busy} className={css.next}>
          {common['button.continue']}
        </LoadingButton>
      </Form>
    </Frame>
  )
}

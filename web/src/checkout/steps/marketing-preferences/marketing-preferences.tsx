import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { bindFields } from '../../forms/bind-fields.ts'
import css from '../../forms/forms.module.css'
import { onSubmit, useStepForm } from '../../forms/use-step-form.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

type Choices = { ct_subscribed: boolean; event_subscribed: boolean; organisers: Record<string, boolean> }

/** Keep updated: what is open is asked, unticked; "no" is as good an answer as "yes". */
export function Screen() {
  const store = useStore()
  const { marketing_preferences: known } = useCheckout()
  const [choices, setChoices] = useDraft<Choices>('marketing_preferences', {
    ct_subscribed: false,
    event_subscribed: false,
    organisers: {},
  })
  const form = useStepForm()
  const field = bindFields(choices, { change: setChoices })
  const organisers = known?.basket_organisers.filter((organiser) => !organiser.organiser_subscribed) ?? []

  const send = async () => {
    const saved = await form.send(
      'set_marketing_preferences',
      {
        ct_subscribed: known?.ct_subscribed || choices.ct_subscribed,
        event_subscribed: known?.event_subscribed || choices.event_subscribed,
        organiser_subscribed_marketing: Object.fromEntries(
          known?.basket_organisers.map(({ id, organiser_subscribed }) => [
            id,
            organiser_subscribed || choices.organisers[id] === true,
          ]) ?? [],
        ),
      },
      { toast: t['error.setMarketingPreferences'] },
    )
    if (saved) await store.next()
  }

  return (
    <Frame
      title={t['title.keepUpdated']}
      lead={t['keepUpdated.lead']}
      summary={<OrderSummary countdown edit={t['link.editBasket']} />}
    >
      <Form className={css.form} onSubmit={onSubmit(() => form.run(send))}>
        <Panel className={css.choices}>
          {!known?.ct_subscribed && <Checkbox {...field.box('ct_subscribed')} label={t['keepUpdated.newsletter']} />}
          {!known?.event_subscribed && (
            <Checkbox {...field.box('event_subscribed')} label={t['keepUpdated.eventNews']} />
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
        <LoadingButton type="submit" loading={form.busy !== null} className={css.next}>
          {common['button.continue']}
        </LoadingButton>
      </Form>
    </Frame>
  )
}

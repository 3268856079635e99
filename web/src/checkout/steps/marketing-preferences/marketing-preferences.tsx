import { common, checkout as t } from '@foyer/contract/messages.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { bindFields } from '../../../ui/forms/bind-fields.ts'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { consentsOf } from '../../forms/consents.ts'
import css from '../../forms/forms.module.css'
import { useStepForm } from '../../forms/use-step-form.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'

/** Asks for consents that are not given yet, unticked, and shows those given in this sale ticked. None is required. */
export function Screen() {
  const store = useStore()
  const { marketing_preferences: known } = useCheckout()
  const consents = consentsOf(known)
  const [choices, setChoices] = useDraft('marketing_preferences', consents.given, consents.given)
  const form = useStepForm()
  const field = bindFields(choices, { change: setChoices })

  const send = async () => {
    const saved = await form.send('set_marketing_preferences', consents.bodyOf(choices), {
      toast: t['error.setMarketingPreferences'],
    })
    if (saved) await store.next()
  }

  return (
    <Frame
      title={t['title.keepUpdated']}
      lead={t['keepUpdated.lead']}
      summary={<OrderSummary edit={t['link.editBasket']} />}
    >
      <Form className={css.form} onSubmit={onSubmit(() => form.run(send))}>
        <Panel className={css.choices}>
          {consents.asksNewsletter && <Checkbox {...field.box('ct_subscribed')} label={t['keepUpdated.newsletter']} />}
          {consents.asksEventNews && <Checkbox {...field.box('event_subscribed')} label={t['keepUpdated.eventNews']} />}
          {consents.organisers.map((organiser) => (
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

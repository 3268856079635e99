import { fill } from '@foyer/contract/fill.ts'
import { common, completed as t } from '@foyer/contract/messages.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Html } from '../../../ui/display/html.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import forms from '../../forms/forms.module.css'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useCheckoutState, useStore } from '../../state/context.tsx'
import css from './after-sale-messages.module.css'

/** The organisers' messages to a buyer after the payment. */
export function Screen() {
  const store = useStore()
  const { moving } = useCheckoutState()
  const { after_sale_messages: messages } = useCheckout()
  return (
    <Frame
      title={messages.length > 1 ? t['title.organiserMessages'] : t['title.organiserMessage']}
      summary={<OrderSummary completed />}
    >
      <div className={css.letters}>
        {messages.map((letter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes while it is shown
          <Panel key={index} className={css.letter}>
            <h2>
              {fill(
                letter.event_nice_time === '' ? t['info.organiserMessageIntroDay'] : t['info.organiserMessageIntro'],
                {
                  organiser: letter.organiser_name,
                  'event title': letter.event_title,
                  date: letter.event_nice_date,
                  time: letter.event_nice_time,
                },
              )}
            </h2>
            <Html html={letter.message} />
          </Panel>
        ))}
      </div>
      <LoadingButton loading={moving} className={forms.next} onClick={() => store.next()}>
        {common['button.continue']}
      </LoadingButton>
    </Frame>
  )
}

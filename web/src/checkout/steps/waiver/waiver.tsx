import { common, completed as t } from '@foyer/contract/messages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { copyIcon, shareIcon, tickIcon } from '../../../ui/display/icons.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import control from '../../../ui/forms/fields/control.module.css'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { useCopy } from '../../../ui/hooks/use-copy.ts'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import forms from '../../forms/forms.module.css'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useCheckoutState, useStore } from '../../state/context.tsx'
import css from './waiver.module.css'
import { waiverLink } from './waiver-link.ts'

/** Shows the link that everyone in the party signs at. */
export function Screen() {
  const store = useStore()
  const { moving } = useCheckoutState()
  const { sale_reference } = useCheckout()
  const hydrated = useHydrated()
  // Only the browser has the host; without JavaScript, copying would not work anyway.
  const link = waiverLink(sale_reference, hydrated ? location.origin : '')
  return (
    <Frame title={t['title.waiver']} summary={<OrderSummary completed />}>
      <Panel className={css.panel}>
        <div className={css.rules}>
          <p>{t['waiver.party']}</p>
          <p>
            <strong>{t['waiver.everyone']}</strong>
          </p>
        </div>
        <Field label={t['waiver.link']}>
          {(fieldProps) => (
            <input
              {...fieldProps}
              type="text"
              readOnly
              spellCheck={false}
              className={control.control}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
        </Field>
        <div className={css.buttons}>
          <CopyLink link={link} />
          {hydrated && typeof navigator.share === 'function' && <Share link={link} />}
        </div>
      </Panel>
      <LoadingButton loading={moving} className={forms.next} onClick={() => store.next()}>
        {common['button.continue']}
      </LoadingButton>
    </Frame>
  )
}

function CopyLink({ link }: { link: string }) {
  const { copied, copy } = useCopy()
  const copyLink = async () => {
    if (await copy(link)) notify.success(common['success.linkCopied'])
  }
  return (
    <Button variant="secondary" icon={copied ? tickIcon : copyIcon} onClick={copyLink}>
      {common['button.copyLink']}
    </Button>
  )
}

function Share({ link }: { link: string }) {
  const { busy, run } = useAction()
  const share = () =>
    navigator
      .share({ title: t['title.waiverShare'], text: t['info.waiverShareText'], url: link })
      // Closing the device's share sheet is not an error.
      .catch(() => undefined)
  return (
    <Button variant="secondary" icon={shareIcon} disabled={busy !== null} onClick={() => run(share)}>
      {t['waiver.share']}
    </Button>
  )
}

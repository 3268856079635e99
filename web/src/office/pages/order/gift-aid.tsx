import { orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OrderProps } from './order-form.tsx'

/** Cancels the Gift Aid declaration of an order for its donor, in one of the ways that are left. */
export const GiftAid = ({ data: { order_id, gift_aid }, shell }: OrderProps) => (
  <details className="office-fold" open={shell.failed?.call === 'cancel_gift_aid' || undefined}>
    <summary>{t['giftAid.cancel']}</summary>
    <OfficeForm call="cancel_gift_aid" shell={shell} className="office-stack office-narrow-form">
      <OrganiserId shell={shell} />
      <input type="hidden" name="order_id" value={order_id} />
      <p>{t['giftAid.cancel.lead']}</p>
      {gift_aid.map((as) => (
        <div key={as} className="office-stack">
          <p className="office-quiet">
            {as === 'from_now' ? t['giftAid.cancel.fromNowHint'] : t['giftAid.cancel.neverTrueHint']}
          </p>
          <Button type="submit" name="as" value={as} variant="secondary" small>
            {as === 'from_now' ? t['giftAid.cancel.fromNow'] : t['giftAid.cancel.neverTrue']}
          </Button>
        </div>
      ))}
    </OfficeForm>
  </details>
)

import { disputes as t } from '@foyer/contract/office/orders/disputes.en.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'

/** In a form that pays money back while a bank disputes the payment: what it means, and that its sender knows. */
export const Disputed = () => (
  <>
    <Alert type="warning">{t.refund}</Alert>
    <Checkbox label={t.refundTick} name="disputed" value="1" />
  </>
)

import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OrderProps } from './order-form.tsx'

type Props = OrderProps & { call: 'office_receipt' | 'dispute_evidence'; children: ReactNode }

/** A button for a file about the order. */
export function FileForm({ call, data, shell, children }: Props) {
  return (
    <PlainForm call={call} shell={shell} sends={{ order_id: data.order_id }}>
      <Button type="submit" variant="secondary" small>
        {children}
      </Button>
    </PlainForm>
  )
}

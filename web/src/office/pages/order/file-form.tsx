import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OrderProps } from './order-form.tsx'

type Props = OrderProps & { call: 'office_receipt' | 'dispute_evidence'; children: ReactNode }

/** A button for a file about the order. Submitted as a page, because the response is the file. */
export function FileForm({ call, data, shell, children }: Props) {
  return (
    <form method="post" action={shell.page_path}>
      <input type="hidden" name="call" value={call} />
      <OrganiserId shell={shell} />
      <input type="hidden" name="order_id" value={data.order_id} />
      <Button type="submit" variant="secondary" small>
        {children}
      </Button>
    </form>
  )
}

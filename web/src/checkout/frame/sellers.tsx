import { useCheckout } from '../state/context.tsx'

/** Who sells what is in the basket, by law: a paragraph for each organiser. */
export const Sellers = ({ className }: { className: string | undefined }) =>
  useCheckout().organisers.map(({ id, sold_by }) => (
    <p key={id} className={className}>
      {sold_by}
    </p>
  ))

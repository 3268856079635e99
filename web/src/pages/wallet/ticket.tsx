import { fill } from '@foyer/contract/fill.ts'
import { account } from '@foyer/contract/messages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import type { WalletTicket } from '@foyer/contract/types.ts'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { TicketCard } from '../../ui/display/ticket-card.tsx'
import { QrCode } from './qr-code.tsx'
import css from './wallet.module.css'

/** The wallets of phones that passes are issued for. */
export type PhoneWallets = { apple: boolean; google: boolean }

/** The ticket on screen and in print. */
export function Ticket({ ticket, status, phones }: { ticket: WalletTicket; status: ReactNode; phones?: PhoneWallets }) {
  const { id, code, qr, short_code, terms, sold_by, sale_reference, order_number, order_url } = ticket
  const order = order_number
    ? fill(account['wallet.orderNumber'], { number: order_number })
    : fill(account['wallet.order'], { reference: sale_reference })
  const facts = [
    [account['wallet.type'], ticket.ticket],
    [account['wallet.seat'], ticket.seat && seatsText([ticket.seat])],
    [account['wallet.holder'], ticket.holder],
    [account['wallet.where'], ticket.address ?? ticket.place],
  ] as const
  return (
    <div className={css.ticket}>
      <TicketCard
        title={ticket.event}
        heading="h3"
        date={ticket.nice_date}
        dateTime={ticket.starts_at}
        posterSrc={ticket.thumbnail}
        status={status}
        facts={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))}
        code={code && <QrCode code={code} drawn={qr} label={fill(account['wallet.codeLabel'], { code: short_code })} />}
        codeText={short_code}
      >
        {code && (
          <ButtonLink
            href={`/account/wallet/tickets/${id}.pdf`}
            variant="secondary"
            small
            className="no-print"
            download
            aria-label={fill(account['wallet.pdfOf'], { code: short_code })}
          >
            {account['wallet.pdf']}
          </ButtonLink>
        )}
        {code && phones?.apple && (
          <ButtonLink
            href={`/account/wallet/tickets/${id}.pkpass`}
            variant="secondary"
            small
            className="no-print"
            aria-label={fill(account['wallet.appleOf'], { code: short_code })}
          >
            {account['wallet.apple']}
          </ButtonLink>
        )}
        {code && phones?.google && (
          <ButtonLink
            href={`/account/wallet/tickets/${id}.google`}
            variant="secondary"
            small
            className="no-print"
            rel="nofollow"
            aria-label={fill(account['wallet.googleOf'], { code: short_code })}
          >
            {account['wallet.google']}
          </ButtonLink>
        )}
        {terms && <p className={css.terms}>{terms}</p>}
        {sold_by && <p className={css.terms}>{sold_by}</p>}
        <p className={css.reference}>{order_url ? <a href={order_url}>{order}</a> : order}</p>
      </TicketCard>
    </div>
  )
}

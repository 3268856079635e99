import { fill } from '@foyer/contract/fill.ts'
import { checkout, account as t } from '@foyer/contract/messages.ts'
import { orderPath, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import css from './order.module.css'

type Props = { reference: string; giftAid: NonNullable<PageData['order']['gift_aid']> }

/** The donor's Gift Aid declaration, which can be cancelled in two ways. The forms work without a script. */
export function GiftAid({ reference, giftAid }: Props) {
  const { left, charity, amount, nice_cancelled: date, is_proved } = giftAid
  const next = encodeURIComponent(orderPath(reference))
  return (
    <section className={css.story}>
      <h2>{checkout['title.giftAid']}</h2>
      <Panel className={narrow.form}>
        <p>{fill(date ? t['order.giftAidEnded'] : t['order.giftAidStands'], { charity, amount, date })}</p>
        {left.length > 0 && !is_proved && (
          <p>
            {t['order.giftAidProve']} <a href={`${PAGES.signin}?next=${next}&again=1`}>{t['order.giftAidProveLink']}</a>
          </p>
        )}
        {left.length > 0 && is_proved && (
          <Disclosure title={t['order.giftAidCancel']}>
            <form method="post" action={orderPath(reference)} className={narrow.form}>
              {left.map((as) => (
                <div key={as} className={narrow.form}>
                  <p>{as === 'from_now' ? t['order.giftAidFromNowLead'] : t['order.giftAidNeverTrueLead']}</p>
                  <button
                    type="submit"
                    name="gift_aid"
                    value={as}
                    className={buttonClass({ variant: 'secondary' }, narrow.end)}
                  >
                    {as === 'from_now' ? t['order.giftAidFromNow'] : t['order.giftAidNeverTrue']}
                  </button>
                </div>
              ))}
            </form>
          </Disclosure>
        )}
      </Panel>
    </section>
  )
}

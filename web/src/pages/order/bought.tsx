import { fill } from '@foyer/contract/fill.ts'
import { account, checkout as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './bought.module.css'

type Props = { bought: NonNullable<PageData['order']['bought']>; total: string }

/** What was bought and from whom, and how the total is made up. */
export const Bought = ({ bought: { lines, amounts, refunded, left }, total }: Props) => (
  <section className={css.section}>
    <h2>{account['order.lines']}</h2>
    <Panel className={css.panel}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ul role="list" className={css.lines}>
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paid order don't change
          <li key={i} className={css.line}>
            <img src={line.thumbnail} alt="" width={88} height={66} loading="lazy" decoding="async" />
            <div className={css.what}>
              {line.nice_date && <p className="event-date">{line.nice_date}</p>}
              <h3>
                {line.url ? (
                  <a href={line.url} className="clamp">
                    <bdi>{line.title}</bdi>
                  </a>
                ) : (
                  <bdi>{line.title}</bdi>
                )}
              </h3>
              <p>
                {fill(t['summary.quantity'], { n: line.qty })} <bdi>{line.name}</bdi>
              </p>
              {line.seats && <p>{line.seats}</p>}
              <p className={css.seller}>{line.sold_by}</p>
              {line.refunded && <Tag tone="error">{line.refunded}</Tag>}
            </div>
            <p className={css.price}>{line.price}</p>
          </li>
        ))}
      </ul>
      <dl className={css.amounts}>
        {amounts.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>{t['summary.total']}</dt>
          <dd>{left || total}</dd>
        </div>
        {left && (
          <div>
            <dt>{account['order.rowPaid']}</dt>
            <dd>{total}</dd>
          </div>
        )}
        {refunded && (
          <div>
            <dt>{account['order.rowRefunded']}</dt>
            <dd>{refunded}</dd>
          </div>
        )}
      </dl>
    </Panel>
  </section>
)

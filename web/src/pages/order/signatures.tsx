import { fill } from '@foyer/contract/fill.ts'
import { account as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './order.module.css'

/** For the buyer: who in the party has signed, so that nobody is missing on the day. */
export const Signatures = ({ waivers }: { waivers: PageData['order']['waivers'] }) => (
  <section className={css.story}>
    <h2>{t['order.waivers']}</h2>
    {waivers.map(({ waiver, event, signed }) => (
      <Panel key={`${event} ${waiver}`}>
        <h3>{waiver}</h3>
        <p>{event}</p>
        {signed.length === 0 ? (
          <p>{t['order.nobodySigned']}</p>
        ) : (
          <ul>
            {signed.map(({ name, signed_by, is_minor, at }) => (
              <li key={`${name} ${at}`}>
                {is_minor ? fill(t['order.signedFor'], { name, by: signed_by }) : name}, <time>{at}</time>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    ))}
  </section>
)

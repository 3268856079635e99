import { fill } from '@foyer/contract/fill.ts'
import { account } from '@foyer/contract/messages.ts'
import { type AccountPageData, PAGES } from '@foyer/contract/pages.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { notify } from '../../ui/feedback/notify.ts'
import narrow from '../narrow.module.css'
import css from './account.module.css'
import { FOR_PLAN, MAKE_DEFAULT } from './add-card.tsx'
import { Cards } from './cards.tsx'
import { PlanCard } from './plan-card.tsx'
import { showFailure } from './show-failure.ts'
import { SignIns } from './sign-ins.tsx'
import { YourData } from './your-data.tsx'

/** The payment settings of an account: its plans with their schedules, and its saved cards. */
export function Settings({ data, email }: { data: AccountPageData; email: string }) {
  const [{ cards, plans, sign_ins }, setSettings] = useState(data)
  const change = (part: Partial<AccountPageData>) => setSettings((before) => ({ ...before, ...part }))

  const reload = async () => {
    const answer = await call('get_payment_settings')
    if (answer.ok) change(answer.reply)
    else showFailure(answer)
  }

  // The buyer returns from the bank, which required authentication before the card could be saved.
  useEffect(() => {
    const params = new URLSearchParams(location.search)
    const setUp = params.get('setup_intent')
    if (!setUp) return
    // Removes the client secret from the address bar, and so from history and referrers.
    history.replaceState(null, '', PAGES.account)
    if (params.get('redirect_status') === 'failed') return notify.error(account['settings.cardFailed'])
    const isDefault = params.has(MAKE_DEFAULT)
    const plan = params.get(FOR_PLAN) ?? ''
    const body = { setup_intent: setUp, make_default_payment_method: isDefault, ...(plan && { sale_reference: plan }) }
    void call('save_card', body).then((answer) => {
      if (!answer.ok) return showFailure(answer, account['settings.cardFailed'])
      setSettings((before) => ({ ...before, cards: answer.reply.cards }))
      notify.success(account['settings.cardSaved'])
      // The card is now one of those that can pay for the plan.
      if (plan)
        void call('get_payment_settings').then(
          (now) => now.ok && setSettings((before) => ({ ...before, ...now.reply })),
        )
    })
  }, [])

  return (
    <div className={`page ${narrow.narrow}`}>
      <header className={css.head}>
        <h1>{account['settings.title']}</h1>
        <p className={narrow.lead}>{fill(account['settings.signedIn'], { email })}</p>
      </header>
      <section className={css.section} aria-labelledby="plans">
        <h2 id="plans">{account['settings.plans']}</h2>
        {plans.length === 0 && <p>{account['settings.noPlans']}</p>}
        {plans.map((plan) => (
          <PlanCard
            key={plan.sale_reference}
            plan={plan}
            cards={cards}
            onPlans={(next) => change({ plans: next })}
            onPaid={reload}
          />
        ))}
      </section>
      <Cards cards={cards} onCards={(next) => change({ cards: next })} />
      {sign_ins && <SignIns first={sign_ins} />}
      <YourData />
    </div>
  )
}

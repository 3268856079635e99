import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { account, common } from '@foyer/contract/messages.ts'
import type { SavedPaymentMethod } from '@foyer/contract/types.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './account.module.css'
import { AddCard } from './add-card.tsx'
import { cardLabel } from './card-label.ts'
import { showFailure } from './show-failure.ts'

type Props = { cards: readonly SavedPaymentMethod[]; onCards: (cards: SavedPaymentMethod[]) => void }

/** The saved cards of an account, and a way to add one. */
export function Cards({ cards, onCards }: Props) {
  const [adding, setAdding] = useState<ReplyOf<'start_saving_card'> | null>(null)

  const start = async () => {
    const answer = await call('start_saving_card')
    if (answer.ok) setAdding(answer.reply)
    else showFailure(answer, account['settings.cardFailed'])
  }

  return (
    <section className={css.section} aria-labelledby="cards">
      <h2 id="cards">{account['settings.cards']}</h2>
      {cards.length === 0 && !adding && <p>{account['settings.noCards']}</p>}
      {cards.length > 0 && (
        <Panel>
          {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
          <ul role="list" className={css.cards}>
            {cards.map((card) => (
              <Row key={card.payment_method_id} card={card} onCards={onCards} />
            ))}
          </ul>
        </Panel>
      )}
      {adding ? (
        <AddCard
          setup={adding}
          onDone={(next) => {
            setAdding(null)
            if (!next) return
            onCards(next)
            notify.success(account['settings.cardSaved'])
          }}
        />
      ) : (
        <StartButton start={start} />
      )}
    </section>
  )
}

function StartButton({ start }: { start: () => Promise<void> }) {
  const { busy, run } = useAction()
  return (
    <LoadingButton variant="secondary" className={css.begin} loading={busy !== null} onClick={() => run(start)}>
      {account['settings.addCard']}
    </LoadingButton>
  )
}

function Row({ card, onCards }: { card: SavedPaymentMethod; onCards: Props['onCards'] }) {
  const { busy, run } = useAction()
  const label = cardLabel(card)

  const remove = async () => {
    const answer = await call('remove_card', { payment_method_id: card.payment_method_id })
    if (answer.ok) onCards(answer.reply.cards)
    else showFailure(answer)
  }

  return (
    <li className={css.card}>
      <span>{label}</span>
      {card.is_default && <Tag>{account['settings.default']}</Tag>}
      <LoadingButton
        variant="quiet"
        small
        loading={busy !== null}
        aria-label={fill(account['settings.removeCard'], { card: label })}
        onClick={() => run(remove)}
      >
        {common.remove}
      </LoadingButton>
    </li>
  )
}

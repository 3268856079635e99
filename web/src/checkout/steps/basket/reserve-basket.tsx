import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { BLOCKS_RESERVING, reserveBlock } from '@foyer/domain/basket/blocks-reserving.ts'
import { basketQuantity } from '@foyer/domain/basket/quantity-total.ts'
import { formatNumber } from '@foyer/domain/format/number.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { StickyBar } from '../../../ui/layout/sticky-bar.tsx'
import { totalWords } from '../../order-summary/rows.ts'
import { useCheckout, useCheckoutState, useSale, useStore } from '../../state/context.tsx'
import css from './basket.module.css'
import { type Edits, shownLine } from './edits.ts'
import { ticketKey } from './lines.tsx'
import { WARNINGS } from './warnings.tsx'

const HINTS = {
  loading: common.loading,
  'basket.waitingForUpdate': t['basket.waitingForUpdate'],
  'basket.requiredMissing': t['basket.requiredMissing'],
  'basket.belowMinimum': t['basket.belowMinimum'],
  'basket.aboveMaxPlaces': t['basket.aboveMaxPlaces'],
}
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The Reserve button, with the reason when it is disabled. */
export function Reserve({ edited }: { edited: Edits }) {
  const store = useStore()
  const sale = useSale()
  const { updating } = useCheckoutState()
  const minutes = Math.floor(useCheckout().hold_seconds / 60)
  const hydrated = useHydrated()
  const { busy, run } = useAction()

  const block = reserveBlock({
    loading: !hydrated,
    quantityPending: [...edited.values()].some(({ pending }) => pending),
    updating: updating > 0,
    lines: sale.lines.map((line) => ({ ...line, qty: shownLine(edited, { key: ticketKey(line), line }).quantity })),
  })

  const reserve = async () => {
    await sleep(LIMITS.reserveDelayMs)
    await store.next({ text: t['error.reserveTicketsBasket'] })
    // The reason is at the top of the page, the button at its end.
    if (store.now().step === 'basket' && store.now().reservingError) document.getElementById(WARNINGS)?.focus()
  }

  return (
    <StickyBar
      always
      label={t['summary.total']}
      className={css.reserve}
      action={
        <LoadingButton
          block
          loading={busy !== null}
          // A press while the page loads is held until it can be sent.
          disabled={block !== null && block !== 'loading'}
          aria-disabled={block === 'loading' || undefined}
          badge={formatNumber(basketQuantity(sale))}
          aria-describedby="reserve-wait"
          onClick={() => run(reserve)}
        >
          {t['button.reserveBasket']}
        </LoadingButton>
      }
    >
      <span className={css.barTotal}>
        {t['summary.total']} <strong>{totalWords(sale)}</strong>
      </span>
      <span id="reserve-wait" aria-live="polite" className={css.wait}>
        {block && block !== 'loading'
          ? HINTS[BLOCKS_RESERVING[block].hint]
          : minutes > 0 && fill(t['basket.holds'], { n: minutes })}
      </span>
    </StickyBar>
  )
}

import { orderStates as t } from '@foyer/contract/office/lists/messages.en.ts'
import { Tag } from '../../../ui/display/tag.tsx'

type State = keyof typeof t

const STATES: Record<State, [words: string, tone: 'success' | 'warning' | 'error']> = {
  paid: [t.paid, 'success'],
  part_refunded: [t.part_refunded, 'warning'],
  refunded: [t.refunded, 'error'],
  disputed: [t.disputed, 'error'],
  dispute_lost: [t.dispute_lost, 'error'],
}

export function OrderState({ state }: { state: State }) {
  const [words, tone] = STATES[state]
  return <Tag tone={tone}>{words}</Tag>
}

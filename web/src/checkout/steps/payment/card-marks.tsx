import { checkout as t } from '@foyer/contract/messages.ts'

const VISA =
  'M5.5 6.5 8 13.5l3.5-7m2.7 0-1.2 7m7.2-6.2c-1-1.2-3.6-1-3.7.6-.1 1.7 3.2 1.6 3 3.4-.2 1.6-3 1.6-4.1.5m6.1 1.7 3.8-7 1.7 7m-4-2.4h3.4'
const AMEX = 'M79 13.5l2.5-7 2.5 7m-4-2.4h3m2.5 2.4v-7l2.5 4 2.5-4v7m6-7H93v7h3.5M93 10h3m2.5-3.5 4.5 7m0-7-4.5 7'

/** The card brands that every card provider here takes, in the colour of the text. */
export const CardMarks = ({ className }: { className?: string }) => (
  <svg className={className} width={92} height={17} viewBox="0 0 108 20" role="img" aria-label={t['payment.cardMarks']}>
    <g fill="none" stroke="currentColor" strokeWidth={1.6}>
      <path d="M3.8.8h24.4a3 3 0 0 1 3 3v12.4a3 3 0 0 1-3 3H3.8a3 3 0 0 1-3-3V3.8a3 3 0 0 1 3-3Zm38 0h24.4a3 3 0 0 1 3 3v12.4a3 3 0 0 1-3 3H41.8a3 3 0 0 1-3-3V3.8a3 3 0 0 1 3-3Zm38 0h24.4a3 3 0 0 1 3 3v12.4a3 3 0 0 1-3 3H79.8a3 3 0 0 1-3-3V3.8a3 3 0 0 1 3-3Z" />
      <path d={VISA + AMEX} />
    </g>
    <circle cx={50.5} cy={10} r={5} fill="currentColor" />
    <circle cx={57.5} cy={10} r={5} fill="currentColor" opacity={0.5} />
  </svg>
)

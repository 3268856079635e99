import type { TransferRow } from '@foyer/domain/after-sale/transfers.ts'

export type Row = TransferRow & { key: number }

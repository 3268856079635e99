import type { Language } from '@foyer/domain/format/language.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { withLanguage } from '../language.ts'
import { type MailToQueue, queueMail } from '../mail/outbox.ts'
import { readerOf } from './reader.ts'
import type { SaleRow } from './sale.ts'

/** A buyer who changes the language before paying also gets the emails in it. */
export const rememberLanguage = (db: Pick<Tx, 'updateTable'>, saleId: number, language: Language) =>
  db.updateTable('sales').set({ language }).where('id', '=', saleId).where('paid_at', 'is', null).execute()

/** Queues a mail in the language of its sale's buyer. `write` writes it then, with its dates and amounts. */
export const mailBuyer = (
  tx: Tx,
  config: Parameters<typeof queueMail>[1],
  sale: Pick<SaleRow, 'language'>,
  write: () => Promise<MailToQueue>,
): Promise<boolean> => withLanguage(readerOf(sale), async () => queueMail(tx, config, await write()))

import { isLanguage, type Language } from '@foyer/domain/format/language.ts'
import type { SaleRow } from './sale.ts'

/** The language that a buyer reads. */
export const readerOf = ({ language }: Pick<SaleRow, 'language'>): Language => (isLanguage(language) ? language : 'en')

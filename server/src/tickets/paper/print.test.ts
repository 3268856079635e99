import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { withLanguage } from '../../language.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { NO_ART } from './art.ts'
import { drawTickets } from './pdf.ts'
import { threadOf } from './print.ts'
import { makeTicket } from './ticket.testing.ts'
import type { PaperInput } from './worker.ts'

const SHOP = { name: 'Foyer', email: null }
const NOW = new Date('2026-06-01T12:00:00Z')

let worker: string
let draw: ReturnType<typeof threadOf>
beforeAll(async () => {
  worker = await programFile('tickets/paper/worker.ts')
  draw = threadOf(worker)
})

const input = (more: Partial<PaperInput> = {}): PaperInput => ({
  tickets: [makeTicket()],
  shop: SHOP,
  now: NOW,
  language: 'en',
  art: new Map(),
  ...more,
})

it('another thread draws the same paper, with the pictures of its event', async () => {
  const blank = { width: 80, height: 40, channels: 3, background: '#a03020' } as const
  const picture = await sharp({ create: blank }).jpeg().toBuffer()
  const art = { picture, logo: { bytes: picture, width: 80, height: 40 }, colour: '#a3203c' }
  const tickets = [makeTicket(), makeTicket({ event_id: 2 })]
  const drawn = await draw(input({ tickets, art: new Map([[1, art]]) }))
  expect(drawn).toEqual(await drawTickets(tickets, SHOP, NOW, ({ event_id }) => (event_id === 1 ? art : NO_ART)))
})
it('papers that wait at the same moment are each in the language of their order', async () => {
  const tickets = [makeTicket({ position: 2, outOf: 3 })]
  const languages = ['en', 'fr', 'en', 'fr'] as const
  const papers = await Promise.all(languages.map((language) => draw(input({ tickets, language }))))
  const expected = await Promise.all(
    languages.map((language) => withLanguage(language, () => drawTickets(tickets, SHOP, NOW))),
  )
  expect(papers.map(pdfText)).toEqual(expected.map(pdfText))
  expect(new Set(papers.map(pdfText)).size).toBe(2)
})

it('a paper that cannot be drawn fails alone', async () => {
  const [broken, next] = await Promise.allSettled([
    draw(input({ tickets: [{ ...makeTicket(), holder: null as never }] })),
    draw(input()),
  ])
  expect(broken).toMatchObject({ status: 'rejected', reason: expect.any(Error) })
  expect(next.status).toBe('fulfilled')
})

it.each([
  ['ends', 'process.exit(1)'],
  ['never returns', 'for (;;);'],
])('a paper whose thread %s fails alone, and another thread draws the others', async (_, failure) => {
  const path = join(mkdtempSync(join(tmpdir(), 'foyer-paper-')), 'worker.mjs')
  writeFileSync(
    path,
    `export default (papers) => {
      if (papers.some(({ tickets }) => tickets.length === 0)) ${failure}
      return papers.map(({ tickets }) => new Uint8Array([tickets.length]))
    }`,
  )
  const drawSoon = threadOf(path, 3000)
  const [first, deadly, last] = await Promise.allSettled([
    drawSoon(input()),
    drawSoon(input({ tickets: [] })),
    drawSoon(input({ tickets: [makeTicket(), makeTicket()] })),
  ])
  expect(first).toEqual({ status: 'fulfilled', value: Buffer.from([1]) })
  expect(deadly).toMatchObject({ status: 'rejected' })
  expect(last).toEqual({ status: 'fulfilled', value: Buffer.from([2]) })
})

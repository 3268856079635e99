import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { handbook, picturesOf } from './handbook.en.ts'

const pictureAt = (name: string) => `web/public/handbook/${name}.jpg`

/** The handbook as a document. */
const asDocument = () =>
  [
    '# The organiser’s handbook',
    '<!-- Made of contract/src/office/help/handbook.en.ts: change it there, and run its test with -u. -->',
    'By task. The office has the same under Help, and **bold words** are those on its pages.',
    ...handbook.flatMap(({ title, about, steps, after }) => [
      `## ${title}`,
      about,
      ...steps.flatMap(({ text, picture }, at) => [
        `${at + 1}. ${text}`,
        ...(picture ? [`   ![${picture.alt}](../${pictureAt(picture.name)})`] : []),
      ]),
      ...(after ? [after] : []),
    ]),
  ].join('\n\n')

describe('the handbook', () => {
  it('is the document in docs/', async () => {
    await expect(`${asDocument()}\n`).toMatchFileSnapshot('../../../../docs/handbook.md')
  })

  it('has each task and each picture once, and each picture is there', () => {
    const names = handbook.map(({ name }) => name)
    const pictures = handbook.flatMap(picturesOf).map(({ name }) => name)
    for (const each of [names, pictures]) expect(each).toEqual([...new Set(each)])
    const missing = pictures.filter((name) => !existsSync(new URL(`../../../../${pictureAt(name)}`, import.meta.url)))
    expect(missing).toEqual([])
  })

  it('marks words of a page in pairs', () => {
    for (const { text } of handbook.flatMap(({ steps }) => steps)) expect(text.split('**').length % 2, text).toBe(1)
  })
})

import { expect, it } from 'vitest'
import { sourcesOf } from './source.ts'

/** The gallery shows controls with made-up numbers. */
const GALLERY = /^web\/src\/pages\/gallery\//
const TYPED = /\b(?:maxLength|max)=\{\d+\}/g

it('no control has a limit of its own: it uses that of the rule, as the server does', () => {
  const sources = sourcesOf('web', /\.tsx$/).filter(({ path }) => !GALLERY.test(path))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.flatMap(({ path, text }) => [...text.matchAll(TYPED)].map(([typed]) => `${path} ${typed}`))).toEqual(
    [],
  )
})

import { ERRORS } from '@foyer/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { CODE, sourcesOf } from './source.ts'

const isTest = /\.test\.tsx?$/

describe('error codes', () => {
  it('have an error status and a readable sentence', () => {
    const wrong = Object.entries(ERRORS).filter(
      ([, [status, sentence]]) => status < 400 || status > 599 || !/^[A-Z].{10,}[^\s]$/s.test(sentence),
    )
    expect(wrong).toEqual([])
  })

  it('are each returned somewhere', () => {
    const givers = [
      ...sourcesOf('contract/src', CODE),
      ...sourcesOf('domain/src', CODE),
      ...sourcesOf('server/src', CODE),
    ]
      .filter(({ path }) => path !== 'contract/src/errors.ts' && !isTest.test(path))
      .map(({ text }) => text)
      .join('\n')
    expect(Object.keys(ERRORS).filter((code) => !new RegExp(`['"\`]${code}['"\`]`).test(givers))).toEqual([])
  })
})

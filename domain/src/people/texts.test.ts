import { describe, expect, it } from 'vitest'
import { emptyPlaces, fillPlaces, hasCitedClause, withAnchors } from './texts.ts'

describe('the places of a text', () => {
  it('are filled where there is a value, and named once where there is none', () => {
    const text = 'Sold by [legal name], [ Address ]. The law of [law], courts of [court] and [court]. [sic]'
    const filled = fillPlaces(text, { 'legal name': 'Théâtre $& des Pentes', address: '3 rue', law: '' })
    expect(filled).toBe('Sold by Théâtre $& des Pentes, 3 rue. The law of [law], courts of [court] and [court]. [sic]')
    expect(emptyPlaces(filled)).toEqual(['law', 'court'])
    expect(emptyPlaces('nothing [sic] is empty')).toEqual([])
  })
})

describe('the anchors of a text', () => {
  it('stand at the first clause of each number', () => {
    expect(withAnchors('<p>4.1 One</p><li><strong>4.10</strong> Ten</li><p>4.10 again</p><p>See 4.11</p>')).toBe(
      '<p id="s4.1">4.1 One</p><li id="s4.10"><strong>4.10</strong> Ten</li><p>4.10 again</p><p>See 4.11</p>',
    )
    expect(withAnchors('<p>4.101 and</p><p>4.10.2 are no clauses</p>')).not.toContain('id=')
  })

  it('tell whether clause 4.10 is there', () => {
    expect(hasCitedClause(withAnchors('<h4>4.10 Refund protection</h4>'))).toBe(true)
    expect(hasCitedClause(withAnchors('<p>4.1 Something</p><p>As in 4.10</p>'))).toBe(false)
  })
})

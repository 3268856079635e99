import type { PageData } from '@foyer/contract/pages.ts'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Found } from './found.ts'

vi.mock('./accessibility.css?url', () => ({ default: '/accessibility.css' }))

const DATA = { phone: '', email: '', address: '', is_public: false }
const FOUND: Found = {
  program: { '1.1.1': ['axe: image-alt'], '1.4.3': ['axe: color-contrast'], '2.1.1': ['a story'] },
  hand: { '1.4.3': '2026-11-30', '2.4.3': '2026-12-01' },
  faults: { '2.1.1': { en: 'the map can’t be moved', fr: 'le plan ne bouge pas' } },
}

it('what a person has tried has its day', async () => {
  const found = (await import('./found.ts')).FOUND
  expect(Object.values(found.hand).filter((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day))).toEqual([])
})

describe('[42.6] the accessibility page', () => {
  beforeEach(() => vi.resetModules())

  async function show(data: PageData['accessibility'], language: 'en' | 'fr' = 'en') {
    vi.doMock('./accessibility.en.ts', async (original) =>
      language === 'en' ? await original() : await import('./accessibility.fr.ts'),
    )
    const { languageFrom } = await import('@foyer/domain/format/language.ts')
    languageFrom(() => language)
    const { Accessibility } = await import('./page.tsx')
    // Not in the document, where its stylesheet would be requested.
    const box = document.createElement('div')
    box.innerHTML = renderToString(<Accessibility data={data} found={FOUND} />)
    languageFrom(() => 'en')
    const rows = [...box.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
    return {
      box,
      text: box.textContent,
      row: (criterion: string) => rows.find(([name]) => name!.startsWith(`${criterion} `)),
      rows,
    }
  }

  it('says of each criterion how it was tested, and without a test that it was not', async () => {
    const { rows, row } = await show(DATA)
    expect(rows).toHaveLength(55)
    expect(row('1.1.1')).toEqual(['1.1.1 Non-text Content (A)', 'Tested by program'])
    expect(row('1.4.3')![1]).toBe('Tested by program and by hand (Mon 30 Nov 2026)')
    expect(row('2.4.3')![1]).toBe('Tested by hand (Tue 1 Dec 2026)')
    expect(row('2.1.1')![1]).toBe('Fault: the map can’t be moved')
    expect(rows.filter(([, result]) => result === 'Not tested')).toHaveLength(51)
  })

  it('says so in French', async () => {
    const { row, text } = await show({ ...DATA, phone: '04 72 00 00 00', is_public: true }, 'fr')
    expect(row('1.1.1')).toEqual(['1.1.1 Contenu non textuel (A)', 'Testé par programme'])
    expect(row('2.1.1')![1]).toBe('Défaut\u00a0: le plan ne bouge pas')
    expect(row('2.5.8')![1]).toBe('Non testé')
    expect(text).toContain('Téléphone\u00a0: 04 72 00 00 00')
    expect(text).toContain('Défenseur des droits')
  })

  it('says how to buy otherwise with what is known of who runs the shop', async () => {
    const { box, text } = await show({
      ...DATA,
      phone: '+44 113 496 0000',
      email: 'ask@quay.example',
      address: '2 Quay Street',
    })
    const links = [...box.querySelectorAll('ul a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['tel:+441134960000', 'mailto:ask@quay.example'])
    expect(text).toContain('Post: 2 Quay Street')
    const unknown = await show(DATA)
    expect(unknown.text).toContain('contact the organiser')
    expect(unknown.box.querySelector('a[href="/complaint/"]')).not.toBeNull()
  })

  it('makes the model statement for a public body only, and claims no presumption', async () => {
    const own = ['Compliance status', 'Content that is not accessible', 'If you’re not satisfied with our answer']
    const titles = (box: Element) => [...box.querySelectorAll('h2')].map((title) => title.textContent)
    expect(titles((await show({ ...DATA, is_public: true })).box)).toEqual(expect.arrayContaining(own))
    const { box, text } = await show(DATA)
    expect(titles(box).filter((title) => own.includes(title!))).toEqual([])
    expect(text).not.toMatch(/presum|fully compliant|conforms to/i)
  })
})

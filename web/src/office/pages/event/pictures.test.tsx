import { expect, it } from 'vitest'
import { render, textOf } from '../../../testing/render.tsx'
import { Shade } from './pictures.tsx'

const shade = { accent: '#6d1b52', ink: '#ffffff', ground: '#fbf8f4', contrast: 9.8, chosen_contrast: 2.1 }
const wordsOf = (chosen: string) => textOf(render(<Shade title="Light" chosen={chosen} shade={shade} />).box)

it('a colour that can be read is kept as chosen, and another is changed, with the contrasts that decide', () => {
  expect(wordsOf('#6d1b52')).toContain('#6d1b52, as chosen: contrast 9.8 to 1.')
  expect(wordsOf('#e0a0c0')).toContain(
    '#6d1b52 instead of #e0a0c0, which has a contrast of only 2.1 to 1 there. Text needs 4.5.',
  )
})

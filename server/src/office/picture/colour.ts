import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { contrast, shadesOf, type Theme, worstContrast } from '@foyer/domain/brand/accent.ts'

type Colour = OfficeReply<'office_shop'>['colour']

const rounded = (ratio: number): number => Math.floor(ratio * 10) / 10

function shadeOf(chosen: string, theme: Theme) {
  const { accent, ink, soft, ground } = shadesOf(chosen, theme)
  const worst = (colour: string) => rounded(Math.min(worstContrast(colour, theme), contrast(colour, soft)))
  return { accent, ink, ground, contrast: worst(accent), chosen_contrast: worst(chosen) }
}

/** A chosen colour with its shades and contrast in each theme. */
export const colourOf = (chosen: string | null): Colour => ({
  chosen: chosen ?? '',
  shades: chosen === null ? null : { light: shadeOf(chosen, 'light'), dark: shadeOf(chosen, 'dark') },
})

import type { Shell } from '@foyer/contract/pages.ts'
import type { User } from '@foyer/contract/types.ts'
import { useEffect } from 'react'

/** Dark for a signed-in user who likes it so, in the organiser context, and only then. */
export const isDark = (user: User | null, context: Shell['context'] | null): boolean =>
  context === 'organiser' && user?.is_dark_mode === true

/** Puts the page in a theme. */
export function wear(dark: boolean): void {
  const { dataset } = document.documentElement
  if (dark) dataset.theme = 'dark'
  else delete dataset.theme
}

/** The server has drawn the page in the right theme; this follows a user who changes on it. */
export function useTheme(user: User | null, context: Shell['context']): void {
  const dark = isDark(user, context)
  useEffect(() => wear(dark), [dark])
}

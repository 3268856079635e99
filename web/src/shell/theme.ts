import type { Shell } from '@foyer/contract/pages.ts'
import type { User } from '@foyer/contract/types.ts'
import { useEffect } from 'react'

/** Dark only for a signed-in user who prefers it, in the organiser context. */
export const isDark = (user: User | null, context: Shell['context'] | null): boolean =>
  context === 'organiser' && user?.is_dark_mode === true

/** Applies a theme to the page. */
export function applyTheme(dark: boolean): void {
  const { dataset } = document.documentElement
  if (dark) dataset.theme = 'dark'
  else delete dataset.theme
}

/** The server renders the right theme; this applies a change of user on the page. */
export function useTheme(user: User | null, context: Shell['context']): void {
  const dark = isDark(user, context)
  useEffect(() => applyTheme(dark), [dark])
}

import { settings as words } from '@foyer/contract/office/events/messages.en.ts'
import type { ReactNode } from 'react'

/** One section of the settings of an organiser. */
export const SettingsFrame = ({ children }: { children: ReactNode }) => (
  <>
    <h1>{words.title}</h1>
    {children}
  </>
)

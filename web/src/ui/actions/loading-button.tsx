import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** A button that must say whether it is loading: for everything that waits for the server (UI-05, UI-06). */
export function LoadingButton(props: ComponentProps<typeof Button> & { loading: boolean }) {
  return <Button {...props} />
}

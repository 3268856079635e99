import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** A button with a mandatory `loading` prop, for everything that waits for the server. */
export function LoadingButton(props: ComponentProps<typeof Button> & { loading: boolean }) {
  return <Button {...props} />
}

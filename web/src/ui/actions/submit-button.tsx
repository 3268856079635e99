import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & {
  /** whether the form can be submitted; until then a press waits, visibly, and then counts */
  ready: boolean
}

/** The submit button of a form that loads parts of itself: a press meanwhile is not lost. */
export function SubmitButton({ ready, loading = false, ...rest }: Props) {
  const [pressed, setPressed] = useState<HTMLButtonElement | null>(null)

  useEffect(() => {
    if (!pressed || !ready) return
    setPressed(null)
    pressed.click()
  }, [pressed, ready])

  return (
    <Button
      {...rest}
      type="submit"
      loading={loading || (pressed !== null && !ready)}
      onClick={(event) => {
        if (ready) return
        event.preventDefault()
        setPressed(event.currentTarget)
      }}
    />
  )
}

import { type ComponentProps, createContext, useContext } from 'react'
import { useHydrated } from '../hooks/use-hydrated.ts'

const Asleep = createContext(false)

/** Whether the form around this is not yet alive: its buttons wait. */
export const useAsleep = (): boolean => useContext(Asleep)

/**
 * A form that the page's script sends. Until the script is here its submit buttons wait, so that no press is lost; and should
 * a browser send it by itself all the same, it is a POST: what was typed never stands in an address.
 */
export function Form(props: ComponentProps<'form'>) {
  const asleep = !useHydrated()
  return (
    <Asleep value={asleep}>
      <form noValidate method="post" {...props} />
    </Asleep>
  )
}

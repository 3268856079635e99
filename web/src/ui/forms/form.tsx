import { type ComponentProps, createContext, useContext } from 'react'
import { useHydrated } from '../hooks/use-hydrated.ts'

const NotHydrated = createContext(false)

/** Whether the surrounding form has not hydrated yet, so that its buttons are disabled. */
export const useNotHydrated = (): boolean => useContext(NotHydrated)

/**
 * A form that is submitted by script. Its submit buttons are disabled until the script has loaded, so that no press is lost.
 * If a browser submits it anyway it is a POST, so that typed values never appear in a URL.
 */
export function Form(props: ComponentProps<'form'>) {
  const notHydrated = !useHydrated()
  return (
    <NotHydrated value={notHydrated}>
      <form noValidate method="post" {...props} />
    </NotHydrated>
  )
}

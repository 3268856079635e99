import type { ChangeEvent, ReactNode } from 'react'

type Options<T> = {
  change: (part: Partial<T>) => void
  errorOf?: (fieldId: string) => ReactNode
  /** put before the name where a page has two forms with the same names */
  prefix?: string
  disabled?: boolean
}
type NamesOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T] & string
type TextInput = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Connects a field to the form's values; its id is its name there. */
export function bindFields<T extends object>(values: T, { change, errorOf, prefix = '', disabled }: Options<T>) {
  const frame = (name: string) => {
    const id = `${prefix}${name}`
    return { id, name: id, error: errorOf?.(id), disabled }
  }
  return {
    text: (name: NamesOf<T, string>) => ({
      ...frame(name),
      value: values[name] as string,
      onChange: (event: ChangeEvent<TextInput>) => change({ [name]: event.target.value } as Partial<T>),
    }),
    box: (name: NamesOf<T, boolean>) => ({
      ...frame(name),
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.checked } as Partial<T>),
    }),
  }
}

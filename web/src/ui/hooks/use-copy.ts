import { LIMITS } from '@foyer/domain/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Some in-app browsers have no clipboard API; the older command still works there. */
function copyWithCommand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  // an open modal prevents selection outside itself
  const parent = document.querySelector('dialog:modal') ?? document.body
  const { activeElement } = document
  parent.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus()
  }
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithCommand(text)
  }
}

/** `copy` puts a text on the clipboard and returns whether it succeeded; `copied` is true for two seconds after. */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = useCallback(async (text: string) => {
    const done = await writeClipboard(text)
    clearTimeout(timer.current)
    setCopied(done)
    if (done) timer.current = setTimeout(() => setCopied(false), LIMITS.copiedNoticeMs)
    return done
  }, [])

  return { copied, copy }
}

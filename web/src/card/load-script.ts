type Options = {
  /** whether the script has finished loading */
  isThere: () => boolean
  /** how often to check, in milliseconds */
  pollMs: number
  /** when to give up, in milliseconds */
  giveUpMs: number
}

/**
 * Loads a provider's script from its own public address and waits until it is ready; returns false when it does not load. A
 * failed script element is removed, so that the next attempt loads it again.
 */
export function loadScript(url: string, { isThere, pollMs, giveUpMs }: Options): Promise<boolean> {
  if (isThere()) return Promise.resolve(true)
  const selector = `script[src="${CSS.escape(url)}"]`
  let script = document.head.querySelector<HTMLScriptElement>(selector)
  if (!script) {
    script = document.createElement('script')
    script.src = url
    script.async = true
    document.head.append(script)
  }
  return new Promise((resolve) => {
    const end = (loaded: boolean) => {
      clearInterval(poll)
      clearTimeout(limit)
      if (!loaded) script.remove()
      resolve(loaded)
    }
    const poll = setInterval(() => {
      if (isThere()) end(true)
    }, pollMs)
    const limit = setTimeout(() => end(isThere()), giveUpMs)
    script.addEventListener('error', () => end(false), { once: true })
  })
}

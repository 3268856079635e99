type Options = {
  /** whether what the script brings is there */
  isThere: () => boolean
  /** how often it is looked for, in milliseconds */
  pollMs: number
  /** when it is given up, in milliseconds */
  giveUpMs: number
}

/**
 * Loads a provider's script from its own public address and looks for it until it is there; answers false when it
 * does not come. One that has failed is taken out again, so that the next try is a fresh one.
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

/** What the inline script in the head of the shop's documents holds until the page's own scripts run. */
type Early = {
  /** the fields in which something was entered */
  entered: ReadonlySet<EventTarget>
  /** Stops holding presses; returns the buttons pressed until now, in their order. */
  end(): HTMLButtonElement[]
  /** The page can't be completed: drops the presses and tells the visitor. */
  fail(): void
}

declare global {
  interface Window {
    /** absent where a document has no such script, as in tests */
    early?: Early
  }
}

export const early = (): Early | undefined => window.early

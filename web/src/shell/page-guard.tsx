import { common } from '@foyer/contract/messages.ts'
import { Component, type ReactNode } from 'react'
import { early } from '../early.ts'
import { Button } from '../ui/actions/button.tsx'
import { Alert } from '../ui/feedback/alert.tsx'

/**
 * Keeps the header and a way on when a page fails to render, mostly because a part that loads on demand could not be loaded
 * (offline, or after a new release). Without it, React would remove the whole page.
 */
export class PageGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(error: unknown) {
    early()?.end()
    // Reported as an uncaught error would be.
    globalThis.reportError?.(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <Alert type="error" live action={<Button onClick={() => location.reload()}>{common.tryAgain}</Button>}>
          <p>{common['error.unknown']}</p>
        </Alert>
      </div>
    )
  }
}

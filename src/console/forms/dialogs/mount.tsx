import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { report } from '../../api/report.ts'
import { queryClient } from '../../data/queries.ts'
import { mountBeside } from '../../ui/dialog/mountBeside.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Mounts a dialog that asks the server things beside the page, once. */
export const mountHost = (name: string, host: ReactNode): void =>
  mountBeside(name, <QueryClientProvider client={queryClient}>{host}</QueryClientProvider>)

/** A dialog that fails answers "no" and says why; the next question finds its host unharmed. */
export class Safe extends Component<{ readonly children: ReactNode; onFailure(): void }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown, info: { componentStack?: string | null }) {
    report('render', error, info.componentStack ?? '')
    toast.error(error)
    this.props.onFailure()
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

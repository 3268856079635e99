import { useState } from 'react'
import type { FieldProblem } from '../../ui/forms/error-summary.tsx'

/** The problems of a form's fields, from when it was sent until each is corrected. */
export function useProblems() {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  return {
    problems,
    attempt,
    /** Shows the problems; true when there are none. */
    found(next: readonly FieldProblem[]): boolean {
      setProblems(next)
      setAttempt((count) => count + 1)
      return next.length === 0
    },
    /** The error text of a field. */
    of: (fieldId: string) => problems.find((problem) => problem.fieldId === fieldId)?.text,
    /** Clears the problems of fields that are corrected or no longer shown. */
    clear: (...fieldIds: string[]) =>
      setProblems((before) => before.filter((problem) => !fieldIds.includes(problem.fieldId))),
  }
}

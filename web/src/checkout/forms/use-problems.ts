import { useState } from 'react'
import type { FieldProblem } from '../../ui/forms/error-summary.tsx'

/** What is wrong with a form, field by field, from the moment it was sent until each is put right. */
export function useProblems() {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  return {
    problems,
    attempt,
    /** Shows what was found; true when it was nothing. */
    found(next: readonly FieldProblem[]): boolean {
      setProblems(next)
      setAttempt((count) => count + 1)
      return next.length === 0
    },
    /** The words under a field. */
    of: (fieldId: string) => problems.find((problem) => problem.fieldId === fieldId)?.text,
    /** These fields are right now, or are no longer asked. */
    clear: (...fieldIds: string[]) =>
      setProblems((before) => before.filter((problem) => !fieldIds.includes(problem.fieldId))),
  }
}

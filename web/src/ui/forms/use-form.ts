import { type FormEvent, useState } from 'react'
import type { FieldProblem } from './error-summary.tsx'
import { useAction } from './use-action.ts'

/** A form: one action at a time, and the problems of its fields from when it was sent until each is corrected. */
export function useForm() {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const { busy, failed, setFailed, run } = useAction()

  /** Shows the problems; true when there are none. */
  const showProblems = (next: readonly FieldProblem[]): boolean => {
    setProblems(next)
    setAttempt((count) => count + 1)
    return next.length === 0
  }
  return {
    problems,
    attempt,
    showProblems,
    /** The error text of a field. */
    errorOf: (fieldId: string) => problems.find((problem) => problem.fieldId === fieldId)?.text,
    /** Clears the problems of fields that are corrected or no longer shown. */
    clear: (...fieldIds: string[]) =>
      setProblems((before) => before.filter((problem) => !fieldIds.includes(problem.fieldId))),
    /** After a change: problems that are no longer found disappear. */
    keepOnly: (remaining: readonly FieldProblem[]) =>
      setProblems((before) => before.filter(({ fieldId }) => remaining.some((problem) => problem.fieldId === fieldId))),
    /** why the last attempt failed, shown above the button */
    failed,
    setFailed,
    /** the name of the action in progress */
    busy,
    /** Runs `action` unless a field has a problem or another action is in progress. */
    async run(action: () => Promise<unknown>, { problems = [] as readonly FieldProblem[], name = 'save' } = {}) {
      if (!busy && showProblems(problems)) await run(action, name)
    },
  }
}

/** For `onSubmit`: the page's script sends the form. */
export const onSubmit = (send: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  void send()
}

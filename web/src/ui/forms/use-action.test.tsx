// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { LoadingButton } from '../actions/loading-button.tsx'
import { LEAVING, useAction } from './use-action.ts'

function mountButton() {
  const waiting: ((outcome: string) => void)[] = []
  function Save() {
    const { busy, failed, setFailed, run } = useAction()
    const save = async () => {
      const outcome = await new Promise<string>((resolve) => waiting.push(resolve))
      if (outcome === LEAVING) return LEAVING
      setFailed(outcome)
    }
    return (
      <LoadingButton loading={busy !== null} onClick={() => run(save)}>
        {failed || 'Save'}
      </LoadingButton>
    )
  }
  const root = document.createElement('div')
  document.body.append(root)
  act(() => createRoot(root).render(<Save />))
  const button = root.querySelector('button')!
  return {
    button,
    press: () => act(() => button.click()),
    end: (outcome: string) => act(async () => waiting.shift()!(outcome)),
  }
}

it('is busy while the action runs, and shows why it failed until the next attempt', async () => {
  const { button, press, end } = mountButton()
  press()
  expect(button.disabled).toBe(true)
  await end('Not saved')
  expect([button.disabled, button.textContent]).toEqual([false, 'Not saved'])
  press()
  expect(button.textContent).toBe('Save')
})

it('stays busy while the browser opens another page', async () => {
  const { button, press, end } = mountButton()
  press()
  await end(LEAVING)
  expect(button.disabled).toBe(true)
})

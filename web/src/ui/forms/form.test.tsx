// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from '../actions/button.tsx'
import { Form } from './form.tsx'

const page = (
  <Form onSubmit={(event) => event.preventDefault()}>
    <input name="email" />
    <Button type="submit">Continue</Button>
    <Button>Look</Button>
  </Form>
)

it('takes a press at once, which is held until hydration, and never puts input into the address', async () => {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  const [send, look] = [...root.querySelectorAll('button')]
  expect(root.querySelector('form')!.method).toBe('post')
  expect([send!.disabled, look!.disabled]).toEqual([false, false])
  await act(async () => {
    hydrateRoot(root, page)
  })
  expect(send!.disabled).toBe(false)
})

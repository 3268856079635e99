// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Alert, type AlertType } from './alert.tsx'

const TYPES: AlertType[] = ['info', 'success', 'warning', 'error']

it.each(TYPES)('[UI-01] an alert of type %s is recognisable by colour and icon', (type) => {
  const { find } = render(<Alert type={type}>Words</Alert>)
  expect(find('[data-type]').dataset.type).toBe(type)
  expect(find('svg path').getAttribute('d')).toBeTruthy()
})

it('[UI-01] every type has its own icon, so that colour is never the only signal', () => {
  const { box } = render(TYPES.map((type) => <Alert key={type} type={type} />))
  const shapes = [...box.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  expect(new Set(shapes).size).toBe(TYPES.length)
})

it('an initial alert is not announced', () => {
  const { box } = render(TYPES.map((type) => <Alert key={type} type={type} />))
  expect(box.querySelector('[role]')).toBeNull()
})

it.each([
  ['error', 'alert'],
  ['info', 'status'],
  ['success', 'status'],
  ['warning', 'status'],
] as const)('a later alert of type %s has the role %s', (type, role) => {
  const { find } = render(<Alert type={type} live />)
  expect(find('[data-type]').getAttribute('role')).toBe(role)
})

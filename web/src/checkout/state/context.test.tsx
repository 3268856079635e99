import { act, type ComponentType, lazy, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import '../../testing/render.tsx'
import { sampleTicket } from '../testing/checkout.ts'
import { fakeStore } from '../testing/shop.ts'
import { CheckoutProvider, useCheckout } from './context.tsx'

const Step = () => <p>{useCheckout().tickets[0]!.qty}</p>

it('a step that hydrates after the sale has changed first shows what its document shows', async () => {
  const { store, shop } = fakeStore({ tickets: [sampleTicket({ qty: 2 })] })
  let arrive = () => {}
  const Late = lazy<ComponentType>(() => new Promise((done) => (arrive = () => done({ default: Step }))))
  const page = (Screen: ComponentType) => (
    <CheckoutProvider store={store} user={null} renderedAt={0}>
      <Suspense>
        <Screen />
      </Suspense>
    </CheckoutProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(page(Step))
  document.body.append(root)
  const mismatches: unknown[] = []
  await act(async () => hydrateRoot(root, page(Late), { onRecoverableError: (error) => mismatches.push(error) }))
  shop.sale.checkout = { ...shop.sale.checkout, tickets: [sampleTicket({ qty: 5 })] }
  await act(() => store.reload())
  expect(root.textContent).toBe('2')
  await act(async () => arrive())
  expect(root.textContent).toBe('5')
  expect(mismatches).toEqual([])
  root.remove()
})

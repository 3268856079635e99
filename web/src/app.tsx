import type { PageData, PageName, Shell } from '@foyer/contract/pages.ts'
import type { Page } from './page.ts'
import { CheckoutFrame } from './shell/checkout-frame.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { ShopFrame } from './shell/shop-frame.tsx'
import { ShopName } from './title.ts'
import { EarlyEvents } from './ui/forms/early-events.tsx'

const FRAMES = { shop: ShopFrame, checkout: CheckoutFrame, bare: PageFrame }

type Props<P extends PageName> = { page: Page<P>; data: PageData[P]; shell: Shell }

/** A page in its frame: the whole content of the root element. */
export function App<P extends PageName>({ page: { Body, frame }, data, shell }: Props<P>) {
  const Frame = FRAMES[frame]
  return (
    <ShopName value={shell.shop.name}>
      <Frame shell={shell}>
        <Body data={data} shell={shell} />
        {/* The checkout's step hydrates after the rest of its page, and has one of its own. */}
        {frame !== 'checkout' && <EarlyEvents />}
      </Frame>
    </ShopName>
  )
}

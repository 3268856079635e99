import { account } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { SignedOut } from '../signed-out.tsx'
import { Wallet } from './wallet.tsx'

export const page: Page<'wallet'> = {
  title: () => account['wallet.title'],
  frame: 'shop',
  Body: ({ data, shell }) =>
    data ? (
      <Wallet data={data} shell={shell} />
    ) : (
      <SignedOut title={account['wallet.title']} heading={account['wallet.signIn']} />
    ),
}

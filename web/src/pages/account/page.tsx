import { account } from '@foyer/contract/messages.ts'
import type { Page } from '../../page.ts'
import { SignedOut } from '../signed-out.tsx'
import { Settings } from './settings.tsx'

export const page: Page<'account'> = {
  title: () => account['settings.title'],
  frame: 'shop',
  Body: ({ data, shell }) =>
    data ? (
      <Settings data={data} email={shell.user?.email ?? ''} />
    ) : (
      <SignedOut title={account['settings.title']} heading={account['settings.signIn']} />
    ),
}

import { expect, it } from 'vitest'
import { z } from 'zod'
import { systemRandom } from '../../random.ts'
import { seal, unseal } from './sealed-link.ts'

const OLD = 'an older secret of the shop, which is long enough'
const NEW = 'a newer secret of the shop, which is long enough'
const Content = z.object({ entry: z.number() })
const deps = (...secrets: string[]) => ({
  random: systemRandom,
  config: { sessionSecret: secrets[0]!, sessionSecrets: secrets } as never,
})

it('a sealed link opens for its purpose only, with the new secret or the one before', () => {
  const [before, after] = [seal(deps(OLD), 'wait', { entry: 7 }), seal(deps(NEW, OLD), 'wait', { entry: 8 })]
  const open = (token: string, ...secrets: string[]) => unseal(deps(...secrets), 'wait', Content, token)
  expect([open(before, NEW, OLD), open(after, NEW, OLD)]).toEqual([{ entry: 7 }, { entry: 8 }])
  expect([open(before, NEW), open(after, OLD), open('', NEW), open(after.slice(1), NEW)]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(unseal(deps(NEW), 'other', Content, after)).toBeNull()
  expect(unseal(deps(NEW), 'wait', z.object({ entry: z.string() }), after)).toBeNull()
})

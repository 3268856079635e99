import { providerNames } from '@foyer/contract/office/events/payments.en.ts'
import { PROVIDERS } from '@foyer/domain/payment/providers.ts'
import type { Fail } from '@foyer/domain/result.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { BadConfig, type Config, readConfig } from '../../config.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { systemRandom } from '../../random.ts'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { currentAccounts, listAccounts, reencryptAccounts, removeAccount } from '../accounts/accounts.ts'
import { type CannotSave, saveAccount, testAccount } from '../accounts/save.ts'
import type { ProviderName } from '../provider/provider.ts'
import { accountForm, connectorsOf, providersOf, readProviderSettings } from '../providers/table.ts'
import { type AskFields, askFields } from './ask-fields.ts'
import { explainUsage, type Say, withDatabase } from './with-database.ts'

const ONE_OF = PROVIDERS.join('|')

const USAGE = `npm run account -- list [ORGANISER]
npm run account -- set ORGANISER ${ONE_OF} [--fee PERCENT]
npm run account -- test ORGANISER ${ONE_OF}
npm run account -- remove ORGANISER ${ONE_OF} [--erase]
npm run account -- reencrypt

Accounts of organisers (by their slugs) at payment providers. set asks for what the account needs, or reads it as JSON from the
input, and checks it with the provider. remove keeps the credentials for refunds of what was paid, unless --erase is given.
reencrypt uses the first of ACCOUNT_SECRET for all credentials, so that the others can be taken out.`

const WHY: Record<CannotSave['code'] | 'unknown_account' | 'account_in_use', string> = {
  provider_not_available: 'Organisers can’t have accounts there until the shop has its own keys for this provider.',
  account_incomplete: 'Nothing was entered for {field}.',
  account_malformed: 'One of these values can’t be right. Check the account’s id, and the private key if there is one.',
  account_secret_missing: 'Set ACCOUNT_SECRET first, with at least 32 characters. It encrypts what you enter here.',
  account_other_mode:
    'Some of these keys are for tests and others for real money, or they differ from the shop’s own. All must be of the same kind.',
  account_refused: 'The provider refuses these credentials, or doesn’t know the account.',
  account_not_ready: 'The provider knows the account, but it can’t take payments yet.',
  payment_provider_down: 'The provider didn’t answer, or the stored credentials can’t be read. Nothing was changed.',
  unknown_account: 'This organiser has no such account.',
  account_in_use:
    'Still under way there: {payments} payments, {refunds} refunds, {plans} payment plans. Try again when they are done.',
}
const wordsOf = ({ code, values = {} }: Fail<keyof typeof WHY>): string =>
  WHY[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

type Asked = { organiserId: number; slug: string; provider: ProviderName }

/** Runs the command and returns its exit code. */
export function run(
  args: readonly string[],
  config: Readonly<Config>,
  say: Say,
  ask: AskFields = askFields,
  clock: Clock = systemClock,
): Promise<number> {
  const [command = '', slug, provider, ...more] = args
  const usage = async () => explainUsage(USAGE, args, say)
  const feeBp = command === 'set' ? feeOf(more) : undefined
  const fits =
    command === 'list'
      ? provider === undefined
      : command === 'reencrypt'
        ? slug === undefined
        : ['set', 'test', 'remove'].includes(command) &&
          PROVIDERS.includes(provider as ProviderName) &&
          (command === 'set'
            ? feeBp !== null
            : more.every((argument) => command === 'remove' && argument === '--erase'))
  if (!fits) return usage()
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
  return withDatabase(env, say, async (db) => {
    const deps = {
      db,
      config,
      clock,
      random: systemRandom,
      providers: providersOf(config, clock),
      connectors: connectorsOf(config, clock),
    }
    if (command === 'reencrypt') {
      const { done, unreadable } = await reencryptAccounts(deps)
      say(`${done} accounts have new encryption.`)
      for (const id of unreadable) say(`Account ${id} can’t be read with any part of ACCOUNT_SECRET.`)
      return unreadable.length === 0 ? 0 : 1
    }
    const organiser = slug === undefined ? undefined : await organiserOf(db, slug)
    if (slug !== undefined && !organiser) {
      say('There is no organiser with this slug.')
      return 1
    }
    if (command === 'list') return list(db, say, organiser?.id)
    const request: Asked = { organiserId: organiser!.id, slug: slug!, provider: provider as ProviderName }
    if (command === 'set') {
      const fields = await ask(accountForm(request.provider).fields)
      if (typeof fields === 'string') {
        say(fields)
        return 1
      }
      const saved = await saveAccount(deps, { ...request, fields, ...(feeBp != null && { platformFeeBp: feeBp }) })
      if (!saved.ok) return refuse(say, saved)
      say(`Saved${saved.name === '' ? '' : ` (${saved.name})`}. Payments of ${slug} go there from now on.`)
      say(await webhookWords(db, config, request))
      return 0
    }
    if (command === 'remove') {
      const removed = await removeAccount(deps, { ...request, erase: more.includes('--erase') })
      if (!removed.ok) return refuse(say, removed)
      say('Removed. Nothing new is paid into it.')
      return 0
    }
    const account = (await currentAccounts(db, request.organiserId)).find(
      ({ provider }) => provider === request.provider,
    )
    const tested = account ? await testAccount(deps, account) : { ok: false as const, code: 'unknown_account' as const }
    if (!tested.ok) return refuse(say, tested)
    say('The provider accepts the credentials, and the account takes payments.')
    return 0
  })
}

function refuse(say: Say, failed: Fail<keyof typeof WHY>): number {
  say(wordsOf(failed))
  return 1
}

const organiserOf = (db: Db, slug: string) =>
  db.selectFrom('organisers').select('id').where('slug', '=', slug).executeTakeFirst()

/** Hundredths of a percent. Undefined if none was given, null if it isn't valid. */
function feeOf([flag, value, ...more]: readonly string[]): number | undefined | null {
  if (flag === undefined) return undefined
  const bp = Number(value) * 100
  return flag === '--fee' && more.length === 0 && Number.isInteger(bp) && bp >= 0 && bp <= 5000 ? bp : null
}

/** Where the provider has to send its webhooks for this account. */
async function webhookWords(
  db: Db,
  { publicUrl }: Readonly<Config>,
  { organiserId, provider }: Asked,
): Promise<string> {
  const account = (await currentAccounts(db, organiserId)).find((account) => account.provider === provider)!
  const { path, isShared } = accountForm(provider).webhook(account.externalId)
  const says = isShared
    ? `Connected accounts share one webhook at ${providerNames[provider]}, for events on connected accounts`
    : 'Its webhook address'
  return `${says}: ${publicUrl}/webhooks/${path}`
}

async function list(db: Db, say: Say, organiserId?: number): Promise<number> {
  const accounts = await listAccounts(db, organiserId)
  if (accounts.length === 0) say('There are none: all payments go to the shop’s own accounts.')
  for (const { slug, provider, externalId, name, platformFeeBp, keyId, currencies, testedAt, endedAt } of accounts)
    say(
      [
        `${slug}: ${provider} ${externalId}`,
        name,
        currencies?.join(' ') ?? '',
        platformFeeBp > 0 ? `fee ${platformFeeBp / 100} %` : '',
        keyId === null ? '' : `key ${keyId}`,
        testedAt ? `accepted ${testedAt.toISOString().slice(0, 10)}` : '',
        endedAt ? `ended ${endedAt.toISOString().slice(0, 10)}` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    )
  return 0
}

if (process.argv[1] === import.meta.filename) {
  try {
    const config = readConfig(process.env, makeSigningKey, readProviderSettings)
    process.exitCode = await run(process.argv.slice(2), config, console.log)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    console.log(error.message)
    process.exitCode = 1
  }
}

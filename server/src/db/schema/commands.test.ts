import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../migrations/list.ts'
import { commandsOf } from './commands.ts'

describe('splitting SQL into commands', () => {
  it('splits at semicolons', () => {
    expect(commandsOf('select 1; select 2;\n')).toEqual(['select 1', 'select 2'])
    expect(commandsOf('select 1')).toEqual(['select 1'])
    expect(commandsOf(' ;; -- nothing; here\n /* nor; here */ ')).toEqual([])
  })

  it.each([
    "insert into a values ('x;''y;')",
    'select ";" from a - b / c',
    'select 1 -- a; b\n  , 2',
    'select /* a; b */ 1',
    'create function f() returns trigger language plpgsql as $$ begin return new; end $$',
    "do $body$ begin execute 'a;'; perform $$;$$; end $body$",
    'select $1 + $2',
  ])('does not split inside %s', (command) => {
    expect(commandsOf(`${command}; select 2`)).toEqual([command, 'select 2'])
  })

  it('yields what each migration sends', async () => {
    const sent: string[] = []
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (any) => new PostgresIntrospector(any),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => void sent.push(query.sql),
    })
    for (const { up } of Object.values(MIGRATIONS)) await up(db)
    expect(sent.length).toBeGreaterThan(Object.keys(MIGRATIONS).length)
    expect(sent.filter((text) => commandsOf(text).length !== 1)).toEqual([])
  })
})

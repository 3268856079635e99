import { fill } from '@foyer/contract/fill.ts'
import {
  checkNames,
  healthProblems,
  jobNames,
  health as t,
  taskNames,
} from '@foyer/contract/office/health/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Tag, type TagTone } from '../../../ui/display/tag.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FiguresTable } from '../../figures-table.tsx'
import { OfficeForm } from '../../form/form.tsx'
import type { OfficePages } from '../../page.ts'

type Props = { data: OfficePageData['health']; shell: OfficeShell }

/** How the installation is: what is wrong first, with what to do. */
export function HealthPage({ data, shell }: Props) {
  const { problems, version, database, database_release, size, migration, backup } = data
  const facts = [
    [t.version, version || '–'],
    [t.database, fill(t[`database.${database}`], { release: database_release })],
    [t.size, size],
    [t.migration, migration],
    [
      t.backup,
      backup === null
        ? t['backup.none']
        : fill(backup.size === '' ? t['backup.line'] : t['backup.size'], { ...backup, at: backup.nice_at }),
    ],
  ] as const
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      {problems.length === 0 ? (
        <Alert type="success">{t.fine}</Alert>
      ) : (
        <section className="office-box" aria-labelledby="wrong">
          <h2 id="wrong">{t.wrong}</h2>
          <ul>
            {problems.map(({ kind, n }) => (
              <li key={kind}>{fill(healthProblems[kind], { n })}</li>
            ))}
          </ul>
        </section>
      )}
      <h2>{t.installation}</h2>
      <ul>
        {facts.map(([what, value]) => (
          <li key={what}>{fill(t.fact, { what, value })}</li>
        ))}
      </ul>
      <p className="office-quiet">{t['backup.hint']}</p>
      <Books data={data} />
      <Jobs data={data} shell={shell} />
      <h2>{t.mail}</h2>
      <ul>
        <li>{fill(t['mail.queued'], { n: data.mails_queued })}</li>
        <li>{fill(t['mail.refused'], { n: data.mails_refused })}</li>
        <li>{fill(t['mail.bounced'], { n: data.mails_bounced })}</li>
      </ul>
      <Tasks data={data} />
    </>
  )
}

function Books({ data: { checks } }: Pick<Props, 'data'>) {
  const result = ({ nice_at, differences, unreached }: (typeof checks)[number]): string => {
    if (nice_at === '') return t['result.never']
    const found = differences === 0 ? t['result.agrees'] : fill(t['result.differs'], { n: differences })
    return unreached === 0 ? found : `${found}. ${fill(t['result.unreached'], { n: unreached })}`
  }
  return (
    <>
      <h2>{t.books}</h2>
      <FiguresTable
        title={t['books.caption']}
        heads={[t.check, t.checked, t.result]}
        rows={checks.map((check) => ({
          key: check.name,
          label: checkNames[check.name as keyof typeof checkNames],
          cells: [check.nice_at || '–', result(check)],
        }))}
      />
    </>
  )
}

function Jobs({ data: { due, due_minutes, failed }, shell }: Props) {
  return (
    <>
      <h2>{t.jobs}</h2>
      <p>
        {fill(t['jobs.due'], { n: due })} {due_minutes > 0 && fill(t['jobs.oldest'], { minutes: due_minutes })}
      </p>
      {failed.length === 0 ? (
        <p>{t['jobs.none']}</p>
      ) : (
        <FiguresTable
          title={t['jobs.caption']}
          heads={[t.job, t.gaveUp, t.tries, t.fault, t.retry]}
          rows={failed.map(({ job_id, kind, nice_at, tries, fault }) => {
            const job = jobNames[kind] ?? kind
            return {
              key: job_id,
              label: job,
              cells: [
                nice_at,
                String(tries),
                fault,
                <OfficeForm key={job_id} call="retry_job" shell={shell} only={['job_id', job_id]}>
                  <input type="hidden" name="job_id" value={job_id} />
                  <Button type="submit" variant="secondary" small aria-label={fill(t.retryOf, { job, at: nice_at })}>
                    {t.retry}
                  </Button>
                </OfficeForm>,
              ],
            }
          })}
        />
      )}
    </>
  )
}

const TONES: Record<Props['data']['tasks'][number]['state'], TagTone> = {
  ok: 'success',
  running: 'info',
  failed: 'error',
  late: 'warning',
}

/** Those that need somebody are shown; the others are folded. */
function Tasks({ data: { tasks } }: Pick<Props, 'data'>) {
  const wrong = tasks.filter(({ state }) => state === 'failed' || state === 'late')
  const fine = tasks.filter((task) => !wrong.includes(task))
  return (
    <>
      <h2>{t.tasks}</h2>
      {wrong.length > 0 && <TasksTable tasks={wrong} />}
      {fine.length > 0 && (
        <details className="office-fold">
          <summary>{fill(t['tasks.fine'], { n: fine.length })}</summary>
          <TasksTable tasks={fine} />
        </details>
      )}
    </>
  )
}

const TasksTable = ({ tasks }: Pick<Props['data'], 'tasks'>) => (
  <FiguresTable
    title={t['tasks.caption']}
    heads={[t.task, t.state, t.last, t.next, t.lastFault]}
    rows={tasks.map(({ name, state, nice_last, nice_next, fault, nice_failed }) => ({
      key: name,
      label: taskNames[name] ?? name,
      cells: [
        <Tag key={name} tone={TONES[state]}>
          {t[`state.${state}`]}
        </Tag>,
        nice_last,
        nice_next || '–',
        fault === '' ? '–' : `${nice_failed}: ${fault}`,
      ],
    }))}
  />
)

export const pages: Pick<OfficePages, 'health'> = {
  health: { title: () => t.title, Body: HealthPage },
}

import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { help as t } from '@foyer/contract/office/help/messages.en.ts'
import { PICTURE, pathOfPicture } from '@foyer/contract/office/help/pictures.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { HelpSearch, helpPath } from '../help.tsx'
import type { OfficePages } from '../page.ts'

type Props = { data: OfficePageData['help']; shell: OfficeShell }

/** Answers about a page, the handbook and the glossary, or what a search found in them; or a task of the handbook. */
export function HelpPage({ data, shell }: Props) {
  const { q, answers, words, tasks, task } = data
  if (task) return <TaskOf task={task} shell={shell} />
  const found = answers.length + words.length + tasks.length
  return (
    <>
      <h1>{t.title}</h1>
      <HelpSearch shell={shell} q={q} />
      {q !== '' && <p role="status">{found === 0 ? fill(t.none, { q }) : fill(t.found, { n: found, q })}</p>}
      {tasks.length > 0 && (
        <section className="office-help" aria-labelledby="handbook">
          <h2 id="handbook">{t.handbook}</h2>
          <ul>
            {tasks.map(({ name, title, about }) => (
              <li key={name}>
                <a href={`${helpPath(shell)}&task=${name}`}>{title}</a>
                <p>{about}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answers.length > 0 && (
        <section className="office-help" aria-labelledby="answers">
          <h2 id="answers">{q === '' ? t.about : t.answers}</h2>
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <h3>{question}</h3>
              <p>{answer}</p>
            </div>
          ))}
        </section>
      )}
      {words.length > 0 && (
        <section className="office-help" aria-labelledby="glossary">
          <h2 id="glossary">{t.glossary}</h2>
          <dl>
            {words.map(({ term, meaning }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

type TaskProps = { task: NonNullable<OfficeReply<'office_help'>['task']>; shell: OfficeShell }

function TaskOf({ task: { title, about, steps, after }, shell }: TaskProps) {
  return (
    <section className="office-help">
      <p>
        <a href={helpPath(shell)}>{t.all}</a>
      </p>
      <h1>{title}</h1>
      <p>{about}</p>
      <ol>
        {steps.map(({ text, picture }) => (
          <li key={text}>
            <p>{withMarks(text)}</p>
            {picture && (
              <img
                src={pathOfPicture(picture.name)}
                alt={picture.alt}
                width={PICTURE.width}
                height={PICTURE.height}
                loading="lazy"
              />
            )}
          </li>
        ))}
      </ol>
      {after && <p>{after}</p>}
    </section>
  )
}

/** What stands between `**` is on the page that the step is about. */
const withMarks = (text: string) =>
  text.split('**').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence don't move
      <strong key={at}>{part}</strong>
    ),
  )

export const pages: Pick<OfficePages, 'help'> = {
  help: { title: ({ task }) => task?.title ?? t.title, Body: HelpPage },
}

import { fill } from '@foyer/contract/fill.ts'
import { help as t } from '@foyer/contract/office/help/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { HelpSearch } from '../help.tsx'
import type { OfficePages } from '../page.ts'

type Props = { data: OfficePageData['help']; shell: OfficeShell }

/** Answers about a page and the glossary, or what a search found in both. */
export function HelpPage({ data: { q, answers, words }, shell }: Props) {
  return (
    <>
      <h1>{t.title}</h1>
      <HelpSearch shell={shell} q={q} />
      {q !== '' && (
        <p role="status">
          {answers.length + words.length === 0
            ? fill(t.none, { q })
            : fill(t.found, { n: answers.length + words.length, q })}
        </p>
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

export const pages: Pick<OfficePages, 'help'> = {
  help: { title: () => t.title, Body: HelpPage },
}

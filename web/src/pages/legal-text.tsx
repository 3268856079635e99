import { complaint } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import css from './legal-text.module.css'

/** A clause is a paragraph, or a paragraph with a list and a second paragraph after it. */
type Clause = string | { text: string; items: readonly string[]; rest: string }

export type Section = { title: string; clauses: readonly Clause[] }

/** Numbered sections with clauses that can be cited: "4.10" is the tenth clause of section 4, at #s4.10. */
export function LegalText({ title, lead, sections }: { title: string; lead: string; sections: readonly Section[] }) {
  return (
    <div className={`page ${css.letter}`}>
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      {sections.map((section, index) => (
        <section key={section.title} aria-labelledby={`s${index + 1}`}>
          <h2 id={`s${index + 1}`}>
            {index + 1}. {section.title}
          </h2>
          <ol className={css.clauses}>
            {section.clauses.map((clause, clauseIndex) => (
              <li key={typeof clause === 'string' ? clause : clause.text} id={`s${index + 1}.${clauseIndex + 1}`}>
                <span className={css.number}>
                  {index + 1}.{clauseIndex + 1}
                </span>
                {typeof clause === 'string' ? (
                  <p>{clause}</p>
                ) : (
                  <div>
                    <p>{clause.text}</p>
                    <ul>
                      {clause.items.map((item) => (
                        <li key={item}>{item}</li>
                      ))}
                    </ul>
                    <p>{clause.rest}</p>
                  </div>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p>
        <a href={PAGES.complaint}>{complaint.link}</a>
      </p>
    </div>
  )
}

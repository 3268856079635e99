import { complaint } from '@foyer/contract/messages.ts'
import { type OwnTextData, PAGES } from '@foyer/contract/pages.ts'
import type { Section } from '@foyer/contract/texts/section.ts'
import { Html } from '../ui/display/html.tsx'
import css from './legal-text.module.css'

type Props = { title: string; lead: string; sections: readonly Section[]; own?: OwnTextData }

/** A built-in text, or the shop's own in its place. */
export const LegalText = ({ own = null, ...builtIn }: Props) => (
  <div className={`page ${css.letter}`}>
    <h1>{own?.title ?? builtIn.title}</h1>
    {own === null ? <BuiltIn {...builtIn} /> : <Own {...own} />}
    <p>
      <a href={PAGES.complaint}>{complaint.link}</a>
    </p>
  </div>
)

const Own = ({ html, note, lang }: NonNullable<OwnTextData>) => (
  <>
    {note && <p className={css.lead}>{note}</p>}
    <div lang={lang}>
      <Html html={html} />
    </div>
  </>
)

/** Numbered sections with clauses that can be cited: "4.10" is the tenth clause of section 4, at #s4.10. */
function BuiltIn({ lead, sections }: Omit<Props, 'title' | 'own'>) {
  return (
    <>
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
    </>
  )
}

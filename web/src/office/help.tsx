import { help as t } from '@foyer/contract/office/help/messages.en.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../ui/actions/button.tsx'
import { crossIcon, helpIcon, searchIcon } from '../ui/display/icons.ts'
import { TextField } from '../ui/forms/fields/text-field.tsx'
import { OrganiserId } from './form/hidden-ids.tsx'
import { pathIn } from './paths.ts'

type Props = { shell: OfficeShell }
const PANEL = 'office-help'

/** "?" with the answers about the page, the search of all help, and the glossary. The browser opens it by itself, without a script. */
export function Help({ shell }: Props) {
  const { answers } = shell.help
  return (
    <>
      <Button
        variant="quiet"
        small
        icon={helpIcon}
        iconOnly
        className="office-help-button"
        aria-label={t.open}
        title={t.open}
        popoverTarget={PANEL}
      />
      <section
        id={PANEL}
        className="office-panel office-help"
        popover="auto"
        role="dialog"
        aria-labelledby={`${PANEL}-title`}
      >
        <div className="office-head">
          <h2 id={`${PANEL}-title`}>{t.title}</h2>
          <Button
            variant="quiet"
            small
            icon={crossIcon}
            iconOnly
            aria-label={t.close}
            popoverTarget={PANEL}
            popoverTargetAction="hide"
          />
        </div>
        {answers.map(({ question, answer }) => (
          <details key={question} className="office-fold">
            <summary>{question}</summary>
            <p className="office-answer">{answer}</p>
          </details>
        ))}
        {shell.me !== null && (
          <>
            <HelpSearch shell={shell} q="" />
            <p>
              <a href={`${helpPath(shell)}#handbook`}>{t.handbook}</a>
            </p>
            <p>
              <a href={`${helpPath(shell)}#glossary`}>{t.glossary}</a>
            </p>
          </>
        )}
      </section>
    </>
  )
}

/** The page of all help, which remembers the page it was opened from. */
export const helpPath = ({ organiser_id, help: { page } }: OfficeShell): string => {
  const path = pathIn('help', organiser_id)
  return `${path}${path.includes('?') ? '&' : '?'}page=${page}`
}

/** Searches the answers about all pages, and the glossary. */
export const HelpSearch = ({ shell, q }: Props & { q: string }) => (
  <search className="office-find">
    <form method="get" action={OFFICE_PAGES.help.path}>
      <OrganiserId shell={shell} />
      <input type="hidden" name="page" value={shell.help.page} />
      <TextField label={t.search} labelHidden placeholder={t.search} name="q" type="search" defaultValue={q} />
      <Button type="submit" variant="secondary" small icon={searchIcon} iconOnly aria-label={t.search} />
    </form>
  </search>
)

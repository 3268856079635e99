import { lists } from '@foyer/contract/office/lists/messages.en.ts'
import { find as t } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES, type OfficeScreenName, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../ui/actions/button.tsx'
import { ButtonLink } from '../ui/actions/button-link.tsx'
import { searchIcon } from '../ui/display/icons.ts'
import { TextField } from '../ui/forms/fields/text-field.tsx'
import { OrganiserId } from './form/hidden-ids.tsx'
import { pathIn } from './paths.ts'

/**
 * The search box: in the menu, and where that has no room for it, above the page. On a list it searches the list and keeps its filters;
 * elsewhere it finds orders, also of words that are only similar.
 */
export function FindBox({ shell, page }: { shell: OfficeShell; page?: OfficeScreenName }) {
  const list = page === 'orders' || page === 'people' || page === 'events' ? page : null
  const query = new URLSearchParams(shell.page_path.split('?')[1])
  const q = list !== null || page === 'find' ? (query.get('q') ?? '') : ''
  const kept = list === null ? [] : [...query].filter(([name]) => !['organiser_id', 'q', 'before'].includes(name))
  return (
    <search className={list === null ? 'office-find office-find-order' : 'office-find'}>
      <form method="get" action={OFFICE_PAGES[list ?? 'find'].path}>
        <OrganiserId shell={shell} />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          label={list === null ? t.label : lists[`search.${list}`]}
          labelHidden
          placeholder={list === null ? t.placeholder : lists[`search.${list}`]}
          name="q"
          type="search"
          defaultValue={q}
        />
        <Button type="submit" variant="secondary" small icon={searchIcon} iconOnly aria-label={t.button} />
      </form>
    </search>
  )
}

/** The way to the search where a page has no room for its box. */
export const FindLink = ({ shell }: { shell: OfficeShell }) => (
  <ButtonLink
    variant="quiet"
    small
    icon={searchIcon}
    iconOnly
    className="office-find-link"
    href={pathIn('find', shell.organiser_id)}
    aria-label={t.label}
    title={t.label}
  />
)

import { shop } from '@foyer/contract/messages.ts'
import { type EventFilterValues, PAGES } from '@foyer/contract/pages.ts'
import type { EventListData } from '@foyer/contract/types.ts'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { searchIcon } from '../../ui/display/icons.ts'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import css from './browse.module.css'

type Props = { filters: EventFilterValues; places: EventListData['places']; organisers: EventListData['organisers'] }

/** What to search for, with its button inside the field. */
export const SearchField = ({ q }: { q?: string }) => (
  <>
    <TextField
      className={css.query}
      label={shop.search}
      id="q"
      name="q"
      type="search"
      enterKeyHint="search"
      defaultValue={q}
    />
    <Button type="submit" iconOnly icon={searchIcon} className={css.go} aria-label={shop['filter.apply']} />
  </>
)

/** A GET form: it works without JavaScript, and the results can be bookmarked and shared. */
export function Search({ filters, places, organisers }: Props) {
  const form = useRef<HTMLFormElement>(null)

  // Empty fields are left out of the address.
  useEffect(() => {
    const removeEmpty = ({ formData }: FormDataEvent) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    }
    const node = form.current
    node?.addEventListener('formdata', removeEmpty)
    return () => node?.removeEventListener('formdata', removeEmpty)
  }, [])

  const { q, place, organiser, from, to, when, category, price, view } = filters
  return (
    <search>
      <form ref={form} action={PAGES.events} method="get" className={css.form}>
        {/* keeps the filters that are set by links */}
        {Object.entries({ when, category, price, view }).map(
          ([name, value]) => value !== '' && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SearchField q={q} />
        <details className={css.more} open={Boolean(place || organiser || from || to)}>
          <summary className={`link ${css.moreTitle}`}>{shop['filter.more']}</summary>
          <div className={css.fields}>
            <SelectField label={shop['filter.place']} id="place" name="place" defaultValue={place}>
              <option value="">{shop['filter.anyPlace']}</option>
              {places.map((name) => (
                <option key={name} value={name}>
                  {name === 'Online' ? shop['event.online'] : name}
                </option>
              ))}
            </SelectField>
            <SelectField label={shop['filter.organiser']} id="organiser" name="organiser" defaultValue={organiser}>
              <option value="">{shop['filter.anyOrganiser']}</option>
              {organisers.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField label={shop['filter.from']} id="from" name="from" type="date" defaultValue={from} />
            <TextField label={shop['filter.to']} id="to" name="to" type="date" defaultValue={to} />
            <Button type="submit" variant="secondary">
              {shop['filter.show']}
            </Button>
          </div>
        </details>
      </form>
    </search>
  )
}

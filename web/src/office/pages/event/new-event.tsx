import { newEvent as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { sentValue } from '../../form/form.tsx'
import { idOf, PageForm } from '../../form/page-form.tsx'
import type { OfficePages } from '../../page.ts'

type Props = { data: OfficePageData['new_event']; shell: OfficeShell }

/** Everything that an event needs to be on sale, on one page. */
export function NewEventPage({ data, shell }: Props) {
  const field = (name: string) => ({
    name,
    id: idOf(name),
    defaultValue: sentValue(shell, 'create_event', name),
    error: shell.failed?.problems[name],
  })
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <PageForm
        call="create_event"
        shell={shell}
        draft={`new event of ${shell.organiser_id}`}
        titleField="title"
        className="office-stack office-narrow-form"
      >
        <TextField label={t.name} required maxLength={LIMITS.text.title} autoComplete="off" {...field('title')} />
        <TextField label={t.day} required type="date" {...field('day')} />
        <div className="office-pair">
          <TextField label={t.starts} required type="time" {...field('starts')} />
          <TextField label={t.ends} aside={t.optional} type="time" {...field('ends')} />
        </div>
        <TextField label={t.where} hint={t['where.hint']} list="places" autoComplete="off" {...field('where')} />
        <datalist id="places">
          {data.places.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
        <TextField label={t.address} aside={t.optional} autoComplete="off" {...field('address')} />
        <TextField label={t.howMany} required inputMode="numeric" short autoComplete="off" {...field('how_many')} />
        <TextField
          label={t.price}
          required
          hint={t['price.hint']}
          inputMode="decimal"
          prefix={data.symbol}
          autoComplete="off"
          {...field('price')}
        />
        <TextAreaField label={t.description} aside={t.optional} rows={4} {...field('description')} />
        <div className="office-row">
          <Button type="submit" name="publish" value="1">
            {t.publish}
          </Button>
          <Button type="submit" variant="secondary">
            {t.draft}
          </Button>
        </div>
      </PageForm>
    </>
  )
}

export const pages: Pick<OfficePages, 'new_event'> = {
  new_event: { title: () => t.title, Body: NewEventPage },
}

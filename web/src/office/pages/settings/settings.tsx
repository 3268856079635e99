import { eventPage as t, settings as words } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Parts } from '../../form/form-sections.tsx'
import { PageForm } from '../../form/page-form.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { SettingsFrame } from './settings-frame.tsx'

type Props = { data: OfficePageData['settings']; shell: OfficeShell }

/** The settings of an organiser, a section at a time. */
export function SettingsPage({ data, shell }: Props) {
  const { section, label, lead, base, parts, may_change } = data
  return (
    <SettingsFrame>
      <h2>{label}</h2>
      {lead && <p>{lead}</p>}
      {may_change ? <ProveFirst shell={shell} /> : <p className="office-note">{words.ownerOnly}</p>}
      <PageForm
        call="save_settings"
        shell={shell}
        draft={`${section} of organiser ${shell.organiser_id}`}
        className="office-stack office-form"
      >
        <input type="hidden" name="section" value={section} />
        <input
          type="hidden"
          name="base"
          value={shell.failed?.code === 'resumed' ? (shell.failed.sent.base ?? base) : base}
        />
        <Parts parts={parts} shell={shell} />
        <input type="hidden" name="end" value="1" />
        {may_change && (
          <div className="office-save">
            <Button type="submit">{t.save}</Button>
          </div>
        )}
      </PageForm>
    </SettingsFrame>
  )
}

export const pages: Pick<OfficePages, 'settings'> = {
  settings: { title: ({ label }) => label, Body: SettingsPage },
}

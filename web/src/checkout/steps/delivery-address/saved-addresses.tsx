import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { SavedAddress } from '@foyer/contract/types.ts'
import { fullName } from '@foyer/domain/people/full-name.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { binIcon } from '../../../ui/display/icons.ts'
import { OptionGroup } from '../../../ui/forms/fields/option-group.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { useStore } from '../../state/context.tsx'

type Props = {
  saved: readonly SavedAddress[]
  /** an id, or 'new' */
  chosen: string
  onChoose: (id: string) => void
  onDeleted: (id: number) => void
  error?: ReactNode
  /** the fields of a new address */
  children: ReactNode
}

/** The signed-in buyer's addresses, and a new one last. */
export function SavedAddresses({ saved, chosen, onChoose, onDeleted, error, children }: Props) {
  const store = useStore()
  const [deleting, setDeleting] = useState<SavedAddress | null>(null)
  const { busy, run } = useAction()

  const remove = async () => {
    if (!deleting) return
    const answer = await store.call('delete_address', { address_id: deleting.id })
    // One that another window has deleted is gone too. The catalogue has no message for other failures.
    if (!answer.ok && answer.code !== 'unknown_address')
      return store.notify.error(answer.error || common['error.unknown'])
    setDeleting(null)
    onDeleted(deleting.id)
  }

  return (
    <>
      <OptionGroup
        id="savedId"
        legend={t['delivery.saved']}
        value={chosen}
        error={error}
        onChange={onChoose}
        options={[
          ...saved.map((address) => ({
            value: String(address.id),
            label: fullName(address.first_name, address.last_name),
            hint: address.full_address,
            panel: (
              <Button variant="quiet" small icon={binIcon} onClick={() => setDeleting(address)}>
                {t['delivery.delete']}
              </Button>
            ),
          })),
          { value: 'new', label: t['delivery.new'], panel: children },
        ]}
      />
      <Modal
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t['delivery.delete']}
        saving={busy !== null}
        labels={{ close: common['button.close'] }}
        footer={
          <>
            <LoadingButton variant="danger" loading={busy !== null} onClick={() => run(remove)}>
              {common.remove}
            </LoadingButton>
            <Button variant="secondary" disabled={busy !== null} onClick={() => setDeleting(null)}>
              {common.cancel}
            </Button>
          </>
        }
      >
        <p>{t['delivery.deleteConfirm']}</p>
        <p>{deleting?.full_address}</p>
      </Modal>
    </>
  )
}

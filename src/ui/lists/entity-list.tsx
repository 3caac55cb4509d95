import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Menu, type MenuItem } from '../menu.tsx'
import { toastUndo } from '../toast.tsx'
import { useFailed } from '../use-failed.ts'

type Stored = { id: string; version: number; state: string }
type Calls<Row> = {
  archive: (seen: { id: string; version: number }) => Promise<Row>
  restore: (seen: { id: string; version: number }) => Promise<Row>
}

/** The menu at the end of a row, with archive or restore: runs at once, with Undo for ten seconds, because both are reversible. */
export function ArchiveAction<Row extends Stored>({
  row,
  calls,
  name,
  messages,
  inUse,
  acts = [],
  mayArchive = true,
  onChanged,
}: {
  row: Row
  calls: Calls<Row>
  name: string
  /** The entity's own messages, such as "North pitch archived". */
  messages: { archived: string; restored: string }
  /** Why it can't be archived now; the menu says so. */
  inUse?: string | undefined
  /** What else can be done with the row, above both. */
  acts?: MenuItem[]
  mayArchive?: boolean
  onChanged: () => Promise<void>
}) {
  const t = useTranslations('ui')
  const failed = useFailed()
  const isArchived = row.state === 'archived'
  const [isBusy, setBusy] = useState(false)
  async function run(seen: { id: string; version: number }, action: 'archive' | 'restore', isUndo: boolean): Promise<void> {
    setBusy(true)
    try {
      const after = await calls[action](seen)
      await onChanged()
      if (!isUndo)
        toastUndo(
          action === 'archive' ? messages.archived : messages.restored,
          t('undo'),
          () => void run({ id: after.id, version: after.version }, action === 'archive' ? 'restore' : 'archive', true),
        )
    } catch (error) {
      failed(error)
      await onChanged()
    }
    setBusy(false)
  }
  const action = isArchived ? 'restore' : 'archive'
  const items = [...acts]
  if (mayArchive)
    items.push({
      key: action,
      label: t(action),
      isChange: true,
      reason: isArchived ? undefined : inUse,
      run: () => void run({ id: row.id, version: row.version }, action, false),
    })
  return items.length > 0 && <Menu label={t('actionsOf', { name })} isBusy={isBusy} items={items} />
}

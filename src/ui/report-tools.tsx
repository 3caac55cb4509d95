import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import type { Sheet } from './sheet.ts'
import { toastError } from './toast.tsx'

/** Export and print of a report. @param sheet asked for when the file is; it may have to be read first */
export function ReportTools({ name, sheet }: { name: string; sheet: () => Sheet | Promise<Sheet> }) {
  const t = useTranslations('ui.list')
  const failures = useTranslations('lib.failures')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const [{ downloadCsv }, { header, rows }] = await Promise.all([import('./csv.ts'), sheet()])
    downloadCsv(name, header, rows)
  }
  return (
    <>
      <Button
        look="quiet"
        isBusy={isBusy}
        onClick={() => {
          setBusy(true)
          void save()
            .catch(() => toastError(failures('server/unavailable')))
            .finally(() => setBusy(false))
        }}
      >
        {t('export')}
      </Button>
      <Button look="quiet" onClick={() => window.print()}>
        {t('print')}
      </Button>
    </>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import type { Sheet } from './sheet.ts'
import { toastError } from './toast.tsx'

type Props = {
  name: string
  /** Called when the file is requested; its data may have to load first. */
  sheet: () => Sheet | Promise<Sheet>
  /** Whether the file's data is loaded; until then the export is disabled. */
  isReady?: boolean
}

/** Export and print of a report. */
export function ReportTools({ name, sheet, isReady = true }: Props) {
  const t = useTranslations('lists')
  const failures = useTranslations('lib.failures')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const [{ downloadCsv }, { header, rows }] = await Promise.all([import('./csv-file.ts'), sheet()])
    downloadCsv(name, header, rows)
  }
  return (
    <>
      <Button
        look="quiet"
        isBusy={isBusy || !isReady}
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

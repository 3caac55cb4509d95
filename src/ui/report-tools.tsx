import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import type { Sheet } from './sheet.ts'
import { toastError } from './toast.tsx'

type Props = {
  name: string
  /** Asked for when the file is; it may have to be read first. */
  sheet: () => Sheet | Promise<Sheet>
  /** Whether what the file says is there; until then none is offered. */
  isReady?: boolean
}

/** Export and print of a report. */
export function ReportTools({ name, sheet, isReady = true }: Props) {
  const t = useTranslations('ui.list')
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

import { useTranslations } from 'use-intl'
import { asciiDigits } from '#lib/digits.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { datevCharts } from './account-codes.rules.ts'
import { datevForm, type DatevSettings } from './journal.contract.ts'
import { api } from './journal.client.ts'

type Values = Record<'consultant' | 'client' | 'chart' | 'accountLength' | 'yearStart', string>

/** A typed number; '' stays empty, and what is no number is left for the rule to refuse. */
function numberOf(typed: string): number | string {
  const plain = asciiDigits(typed).trim()
  return /^\d+$/.test(plain) ? Number(plain) : plain
}

const inputOf = ({ chart, consultant, client, accountLength, yearStart }: Values) => ({
  chart,
  consultant: numberOf(consultant),
  client: numberOf(client),
  accountLength: numberOf(accountLength),
  yearStart: numberOf(yearStart),
})

const valuesOf = (settings: DatevSettings | null): Values => ({
  consultant: String(settings?.consultant ?? ''),
  client: String(settings?.client ?? ''),
  chart: settings?.chart ?? datevCharts[0],
  accountLength: String(settings?.accountLength ?? 4),
  yearStart: String(settings?.yearStart ?? 1),
})

/** The most digits of the numbers that DATEV gives. */
const digits = { consultant: 7, client: 5 } as const

const months = Array.from({ length: 12 }, (_, at) => at + 1)

/** What a DATEV file names in its header: the adviser's and the client's numbers, the chart, and the financial year. */
export function DatevDialog({ settings, onClose }: { settings: DatevSettings | null; onClose: () => void }) {
  const t = useTranslations('journal')
  const month = useDay({ month: 'long' })
  const [version, track] = useVersion(settings)
  const form = useForm({
    name: 'datev',
    initial: valuesOf(settings),
    schema: datevForm,
    input: inputOf,
    async submit(values) {
      const save = datevForm.parse(inputOf(values))
      await track(async () => ({ version: (await api.journal.saveDatev({ ...save, version })).datev?.version ?? 0 }))
      await changed('finance')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={t('datev.title')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('cancel')} onClose={onClose}>
        <p>{t('datev.text')}</p>
        <Pair>
          {(['consultant', 'client'] as const).map((name) => (
            <TextField
              key={name}
              field={form.field(name)}
              label={t(`datev.${name}.label`)}
              hint={t(`datev.${name}.hint`)}
              inputMode="numeric"
              maxLength={digits[name]}
              dir="ltr"
            />
          ))}
          <SelectField
            field={form.field('chart')}
            label={t('datev.chart')}
            options={datevCharts.map((value) => ({ value, label: `SKR${value}` }))}
          />
          <SelectField
            field={form.field('accountLength')}
            label={t('datev.length')}
            options={[4, 5, 6, 7, 8].map((value) => ({ value: String(value), label: String(value) }))}
          />
          <SelectField
            field={form.field('yearStart')}
            label={t('datev.yearStart')}
            options={months.map((value) => ({ value: String(value), label: month(`2026-${String(value).padStart(2, '0')}-01`) }))}
          />
        </Pair>
      </DialogForm>
    </Dialog>
  )
}

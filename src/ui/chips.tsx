import { useTranslations } from 'use-intl'
import css from './chips.module.css'

/** One applied filter: what it is called, what the chip shows where that is not its name, and what taking it off does. */
export type Chip = { key: string; name: string; shown?: string; onRemove: () => void }

/** The applied filters as chips that can be taken off (design, behaviour 1). @param total how many rows they leave, as text; null while that is read */
export function Chips({ total, chips }: { total: string | null; chips: readonly Chip[] }) {
  const t = useTranslations('ui.list')
  if (chips.length === 0) return null
  return (
    <div className={css['chips']}>
      {total !== null && <span role="status">{t('found', { total })}</span>}
      {chips.map(({ key, name, shown = name, onRemove }) => (
        <button key={key} type="button" className={css['chip']} aria-label={t('remove', { filter: name })} onClick={onRemove}>
          <bdi>{shown}</bdi> <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  )
}

import { useTranslations } from 'use-intl'
import css from './chips.module.css'

/** One applied filter: its name, the chip's text if that is not the name, and how to remove it. */
export type Chip = { key: string; name: string; shown?: string; onRemove: () => void }

/** The applied filters as removable chips (design, behaviour 1). @param total the number of matching rows, as text; null while loading */
export function Chips({ total, chips }: { total: string | null; chips: readonly Chip[] }) {
  const t = useTranslations('lists')
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

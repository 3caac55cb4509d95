import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '../button.tsx'
import { CheckBox } from '../check-box.tsx'
import { placeBelow } from '../place-below.ts'
import { Segments } from '../segments.tsx'
import css from './list-layout.module.css'
import { ListIcon } from './list-icon.tsx'
import { chooseDensity } from './use-list-looks.ts'
import type { useListLayout } from './use-list-layout.ts'

type Props = { layout: Pick<ReturnType<typeof useListLayout>, 'columns' | 'isCompact' | 'choose' | 'reset'> }

/** A button that opens what is shown of each row, and how high rows are. */
export function ListLayout({ layout: { columns, isCompact, choose, reset } }: Props) {
  const t = useTranslations('lists.layout')
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const label = t(columns.length > 0 ? 'open' : 'rows')
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass('quiet')}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        popoverTarget={id}
      >
        <ListIcon name="layout" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={css['popover']}
        onToggle={({ newState }) => {
          if (newState !== 'open' || !popover.current || !opener.current) return
          placeBelow(popover.current, opener.current, 'end')
          popover.current.querySelector<HTMLElement>('input, button')?.focus()
        }}
      >
        {columns.length > 0 && (
          <div role="group" aria-labelledby={`${id}-columns`} className={css['part']}>
            <p id={`${id}-columns`} className={css['name']}>
              {t('columns')}
            </p>
            {columns.map(({ key, label: name, isShown }) => (
              <CheckBox key={key} label={name} isChecked={isShown} onChange={(isChosen) => choose(key, isChosen)} />
            ))}
            <button type="button" className={css['reset']} aria-disabled={reset ? undefined : true} onClick={() => reset?.()}>
              {t('reset')}
            </button>
          </div>
        )}
        <div className={css['part']}>
          <p className={css['name']} aria-hidden="true">
            {t('rows')}
          </p>
          <Segments
            label={t('rows')}
            current={isCompact ? 'compact' : 'comfortable'}
            options={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t(value) }))}
            onChoose={(density) => chooseDensity(density === 'compact')}
          />
        </div>
      </div>
    </>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { Button } from '#ui/button.tsx'
import { importFields } from './import.contract.ts'
import css from './import.module.css'
import type { useImport } from './use-import.ts'

/** Maximum number of rows to correct in one view. */
const shown = 50

/** The server's verdicts: bad rows to correct in place, look-alikes to leave out, and a button that writes the rest. */
export function ImportReview({ work, isBusy }: { work: ReturnType<typeof useImport>; isBusy: boolean }) {
  const t = useTranslations('customers.import')
  const names = useTranslations('customers')
  const texts = useOpenTexts()
  const [skipsTwins, setSkipsTwins] = useState(true)
  const { rows, verdicts } = work
  const bad = rows.filter(({ id }) => (verdicts.get(id)?.issues.length ?? 0) > 0)
  const twins = rows.filter(({ id }) => verdicts.get(id)?.duplicate && (verdicts.get(id)?.issues.length ?? 0) === 0)
  const leftOut = new Set([...bad, ...(skipsTwins ? twins : [])].map(({ id }) => id))
  const good = rows.filter(({ id }) => !leftOut.has(id))
  const numberOf = new Map(rows.map(({ id }, index) => [id, index + 2]))
  return (
    <section className={css['section']} aria-labelledby="review">
      <h2 id="review">{t('review.title', { good: good.length, all: rows.length })}</h2>
      <p className={css['note']}>{t('review.nothing')}</p>
      {twins.length > 0 && (
        <label className={css['check']}>
          <input type="checkbox" checked={skipsTwins} onChange={(event) => setSkipsTwins(event.target.checked)} />
          <span>
            {t('review.twins', { count: twins.length })}. {t('review.skipTwins')}
          </span>
        </label>
      )}
      {bad.length > 0 && (
        <>
          <h3>{t('review.bad', { count: bad.length })}</h3>
          <p className={css['note']}>{t('review.leaveBad')}</p>
          <ul className={css['bad']}>
            {bad.slice(0, shown).map((row) => {
              const verdict = verdicts.get(row.id)
              const fields = importFields.filter((name) => verdict?.issues.some(({ field }) => field === name))
              return (
                <li key={row.id}>
                  <strong>{t('review.row', { number: numberOf.get(row.id) ?? 0 })}</strong>
                  <span className={css['note']} dir="auto">
                    {[row.firstName, row.lastName, row.phone, row.email].filter(Boolean).join(' · ')}
                  </span>
                  {fields.map((field) => {
                    const key = verdict?.issues.find((issue) => issue.field === field)?.key ?? 'lib.fields.invalid'
                    const id = `${row.id}-${field}`
                    return (
                      <span key={field} className={css['cell']}>
                        <label htmlFor={id}>{names(`${field}.label`)}</label>
                        <input
                          id={id}
                          value={row[field] ?? ''}
                          maxLength={2000}
                          dir="auto"
                          aria-invalid="true"
                          aria-describedby={`${id}-error`}
                          onChange={(event) => work.setCell(row.id, field, event.target.value)}
                        />
                        <span id={`${id}-error`} className={css['error']}>
                          {texts(key)}
                        </span>
                      </span>
                    )
                  })}
                </li>
              )
            })}
          </ul>
          {bad.length > shown && <p className={css['note']}>{t('review.more', { count: shown })}</p>}
        </>
      )}
      <div className={css['actions']}>
        <Button onClick={work.again}>{names('back')}</Button>
        {bad.length > 0 && (
          <Button isBusy={isBusy} onClick={() => void work.checkRows(bad)}>
            {t('review.again')}
          </Button>
        )}
        {good.length > 0 && (
          <Button look="primary" isBusy={isBusy} onClick={() => void work.write(good)}>
            {t('review.go', { count: good.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

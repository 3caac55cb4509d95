import { useBlocker, Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { FailureText } from '#ui/failure-text.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { Page } from '#ui/page.tsx'
import { ChoosePlan, useTrialOver } from '#ui/trial-over.tsx'
import { importFields } from './import.contract.ts'
import css from './import.module.css'
import { ImportResult, PastImports } from './import-result.tsx'
import { ImportReview } from './import-review.tsx'
import { useImport } from './use-import.ts'

const steps = ['file', 'columns', 'review', 'result'] as const

/** /sales/import: customers from a CSV file in four steps; nothing is written before the third is confirmed (product 6). */
export default function ImportPage() {
  const t = useTranslations('customers.import')
  const names = useTranslations('customers')
  const words = useTranslations('ui.form')
  const work = useImport()
  const isOver = useTrialOver()
  const { step, file, columns } = work
  const isBusy = work.done !== null
  const blocker = useBlocker({ shouldBlockFn: () => isBusy, enableBeforeUnload: () => isBusy, withResolver: true })
  const at = steps.indexOf(step)
  return (
    <Page
      title={t('title')}
      actions={
        <Link className={buttonClass('quiet')} to="/sales" search={{ tab: 'customers' }}>
          {names('profile.back')}
        </Link>
      }
    >
      <ol className={css['steps']}>
        {steps.map((name, index) => (
          <li key={name} aria-current={name === step ? 'step' : undefined} data-done={index < at}>
            <span aria-hidden="true">{index + 1}</span> {t(`steps.${name}`)}
          </li>
        ))}
      </ol>
      {work.failure && (
        <p className={css['failure']} role="alert">
          <FailureText code={work.failure.code} />
        </p>
      )}
      {isBusy && (
        <div className={css['progress']} role="status">
          <label>
            {step === 'review' && work.verdicts.size > 0 ? t('writing') : t('checking')}
            <progress max={work.rows.length || file?.lines.length || 1} value={work.done ?? 0} />
          </label>
          <span>{t('progress', { done: work.done ?? 0, all: work.rows.length })}</span>
        </div>
      )}
      {step === 'file' && (
        <>
          <div className={css['file']}>
            {isOver ? (
              <ChoosePlan>{t('file.label')}</ChoosePlan>
            ) : (
              <>
                <label className={`${buttonClass('primary')} ${css['chooser']}`} htmlFor="import-file">
                  {t('file.label')}
                </label>
                <input
                  id="import-file"
                  className="hidden-text"
                  type="file"
                  accept=".csv,text/csv"
                  aria-describedby="import-hint"
                  aria-invalid={work.problem !== null}
                  onChange={(event) => {
                    const [chosen] = event.target.files ?? []
                    if (chosen) void work.read(chosen)
                    // A browser fires no change event for the same file, which may have been corrected meanwhile.
                    event.target.value = ''
                  }}
                />
              </>
            )}
            <p id="import-hint" className={css['note']}>
              {t('file.hint')}
            </p>
            {work.problem && (
              <p className={css['failure']} role="alert">
                {t(work.problem)}
              </p>
            )}
          </div>
          <PastImports />
        </>
      )}
      {step === 'columns' && file && (
        <section className={css['section']} aria-labelledby="columns">
          <h2 id="columns">{t('columns.title')}</h2>
          <ul className={css['columns']}>
            {file.header.map((title, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Columns may have the same title; their place is their name.
              <li key={index}>
                <strong dir="auto">{title || '–'}</strong>
                <span className={css['note']} dir="auto">
                  {t('columns.example')}: {file.lines[0]?.[index] || '–'}
                </span>
                <Choice
                  label={title || '–'}
                  value={columns[index] ?? ''}
                  options={[
                    { value: '', label: t('columns.skip') },
                    ...importFields.map((value) => ({ value, label: names(`${value}.label`) })),
                  ]}
                  onChange={(value) => work.setColumn(index, importFields.find((name) => name === value) ?? '')}
                />
              </li>
            ))}
          </ul>
          {columns.includes('firstName') ? null : <p className={css['note']}>{t('columns.need')}</p>}
          <div className={css['actions']}>
            <Button onClick={work.again}>{names('back')}</Button>
            {columns.includes('firstName') && (
              <Button look="primary" isBusy={isBusy} onClick={() => void work.check()}>
                {t('columns.go')}
              </Button>
            )}
          </div>
        </section>
      )}
      {step === 'review' && <ImportReview work={work} isBusy={isBusy} />}
      {step === 'result' && work.result && <ImportResult result={work.result} onAgain={work.again} />}
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title={words('leaveTitle')}
          text={t('review.leaveBad')}
          yes={words('leave')}
          no={words('stay')}
          onYes={() => blocker.proceed()}
          onNo={() => blocker.reset()}
        />
      )}
    </Page>
  )
}
